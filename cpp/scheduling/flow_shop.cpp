#include "scheduling/flow_shop.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace neurols::scheduling {

namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

int stages(const Instance& instance) { return instance.last_of_job(0) - instance.first_of_job(0) + 1; }

// The jobs scheduled so far, and where the next one fits best among them.
class Insertion {
public:
    explicit Insertion(const Instance& instance)
        : instance_(instance),
          stages_(at(stages(instance))),
          heads_((at(instance.jobs()) + 1) * stages_),
          tails_((at(instance.jobs()) + 1) * stages_) {
        sequence_.reserve(at(instance.jobs()));
    }

    void insert(std::int32_t job) {
        sequence_.insert(sequence_.begin() + static_cast<std::ptrdiff_t>(best_place(job)), job);
    }

    const std::vector<std::int32_t>& sequence() const { return sequence_; }

private:
    const Time* durations(std::int32_t job) const {
        return instance_.durations() + instance_.first_of_job(job);
    }

    std::size_t best_place(std::int32_t job) {
        compute_heads_and_tails();
        const Time* duration = durations(job);
        std::size_t best = 0;
        Time lowest = std::numeric_limits<Time>::max();
        for (std::size_t place = 0; place <= sequence_.size(); ++place) {
            const Time* before = heads_.data() + place * stages_;
            const Time* after = tails_.data() + place * stages_;
            Time end = 0, makespan = 0;
            for (std::size_t s = 0; s < stages_; ++s) {
                end = std::max(end, before[s]) + duration[s];
                makespan = std::max(makespan, end + after[s]);
            }
            if (makespan < lowest) {
                lowest = makespan;
                best = place;
            }
        }
        return best;
    }

    // heads_[k]: when each machine is done with the first k jobs; tails_[k]: how long it takes from the
    // start of job k on a machine to the end of all.
    void compute_heads_and_tails() {
        std::fill_n(heads_.begin(), stages_, 0);
        for (std::size_t k = 0; k < sequence_.size(); ++k) {
            const Time* duration = durations(sequence_[k]);
            const Time* before = heads_.data() + k * stages_;
            Time* after = heads_.data() + (k + 1) * stages_;
            Time end = 0;
            for (std::size_t s = 0; s < stages_; ++s) after[s] = end = std::max(end, before[s]) + duration[s];
        }
        std::fill_n(tails_.begin() + static_cast<std::ptrdiff_t>(sequence_.size() * stages_), stages_, 0);
        for (std::size_t k = sequence_.size(); k-- > 0;) {
            const Time* duration = durations(sequence_[k]);
            const Time* after = tails_.data() + (k + 1) * stages_;
            Time* before = tails_.data() + k * stages_;
            Time end = 0;
            for (std::size_t s = stages_; s-- > 0;) before[s] = end = std::max(end, after[s]) + duration[s];
        }
    }

    const Instance& instance_;
    std::size_t stages_;
    std::vector<std::int32_t> sequence_;
    std::vector<Time> heads_, tails_;  // one row of stages for every place in the sequence
};

std::vector<std::int32_t> jobs_by_falling_work(const Instance& instance) {
    std::vector<Time> work(at(instance.jobs()), 0);
    for (Op op = 0; op < instance.operations(); ++op) work[at(instance.job(op))] += instance.duration(op);
    std::vector<std::int32_t> jobs(work.size());
    std::iota(jobs.begin(), jobs.end(), 0);
    std::stable_sort(jobs.begin(), jobs.end(),
                     [&](std::int32_t a, std::int32_t b) { return work[at(a)] > work[at(b)]; });
    return jobs;
}

}  // namespace

bool is_flow_shop(const Instance& instance) {
    std::vector<bool> visited(at(instance.machines()), false);
    for (Op op = instance.first_of_job(0); op <= instance.last_of_job(0); ++op) {
        if (visited[at(instance.machine(op))]) return false;
        visited[at(instance.machine(op))] = true;
    }
    for (std::int32_t job = 1; job < instance.jobs(); ++job) {
        const Op first = instance.first_of_job(job);
        if (instance.last_of_job(job) - first + 1 != stages(instance)) return false;
        for (int s = 0; s < stages(instance); ++s) {
            if (instance.machine(first + s) != instance.machine(instance.first_of_job(0) + s)) return false;
        }
    }
    return true;
}

std::vector<Op> neh(const Instance& instance, int choices, Rng& rng) {
    std::vector<std::int32_t> waiting = jobs_by_falling_work(instance);
    Insertion insertion(instance);
    while (!waiting.empty()) {
        const auto among = std::min(waiting.size(), static_cast<std::size_t>(std::max(1, choices)));
        const auto next = waiting.begin() + (among == 1 ? 0 : rng.below(static_cast<std::uint32_t>(among)));
        insertion.insert(*next);
        waiting.erase(next);
    }
    std::vector<Op> order;
    order.reserve(at(instance.operations()));
    for (const std::int32_t job : insertion.sequence()) {
        for (Op op = instance.first_of_job(job); op <= instance.last_of_job(job); ++op) order.push_back(op);
    }
    return order;
}

}  // namespace neurols::scheduling
