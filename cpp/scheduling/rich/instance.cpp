#include "scheduling/rich/instance.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace neurols::scheduling::rich {

namespace {

constexpr std::int64_t kLongest = Objective::kNever - 1;

[[noreturn]] void fail(const std::string& sentence) { throw std::invalid_argument(sentence); }

Time checked(std::int64_t value, const char* what) {
    if (value > kLongest || value < -kLongest)
        fail(std::string(what) + " of 2^29 or more; count in a coarser unit or from a later origin");
    return static_cast<Time>(value);
}

// Groups items by a key from 0 to `groups` - 1: where each group begins, and the items in that order.
template <class Item, class Key>
void group(const std::vector<Item>& items, std::int32_t groups, Key key, std::vector<std::int32_t>& first,
           std::vector<Link>& grouped) {
    first.assign(static_cast<std::size_t>(groups) + 1, 0);
    for (const Item& item : items) ++first[static_cast<std::size_t>(key(item).first) + 1];
    for (std::size_t g = 0; g < static_cast<std::size_t>(groups); ++g) first[g + 1] += first[g];
    grouped.resize(items.size());
    std::vector<std::int32_t> next(first.begin(), first.end() - 1);
    for (const Item& item : items) {
        const auto [owner, link] = key(item);
        grouped[static_cast<std::size_t>(next[static_cast<std::size_t>(owner)]++)] = link;
    }
}

}  // namespace

Instance::Instance(const InstanceData& data)
    : n_(static_cast<Op>(data.job.size())),
      jobs_(static_cast<std::int32_t>(data.due_date.size())),
      machines_(static_cast<std::int32_t>(data.available_from.size())),
      families_(data.families),
      permutation_(data.permutation) {
    if (n_ == 0) fail("an instance needs an operation");
    if (machines_ == 0) fail("an instance needs a machine");
    read_machines(data);
    read_operations(data);
    read_precedences(data);
    sort_topologically();
    compute_bounds();
}

void Instance::read_machines(const InstanceData& data) {
    const std::size_t width = at(families_) + 1;
    setup_during_breaks_ = data.setup_during_breaks;
    blocking_ = data.blocking;
    setup_table_.assign(at(machines_), nullptr);
    std::size_t tables = 0;
    for (const std::uint8_t has : data.has_setups) tables += has;
    if (data.setup_times.size() != tables * at(families_) * at(families_))
        fail("setup times of a machine do not have one row and column a family");
    setup_times_.assign(tables * (width + 1) * width, 0);
    std::size_t table = 0;
    for (std::int32_t m = 0; m < machines_; ++m) {
        available_.push_back(checked(data.available_from[at(m)], "a machine available from a time"));
        std::vector<Calendar::Break> breaks;
        for (std::int32_t b = data.break_first[at(m)]; b < data.break_first[at(m) + 1]; ++b)
            breaks.push_back({checked(data.break_start[at(b)], "a break that starts at a time"),
                              checked(data.break_end[at(b)], "a break that ends at a time")});
        calendars_.emplace_back(std::move(breaks));
        any_calendar_ = any_calendar_ || !calendars_.back().empty();
        any_blocking_ = any_blocking_ || blocks(m);
        if (!data.has_setups[at(m)]) continue;
        Time* own = setup_times_.data() + table * (width + 1) * width;
        const std::int64_t* given = data.setup_times.data() + table * at(families_) * at(families_);
        for (std::size_t a = 0; a < at(families_); ++a)
            for (std::size_t b = 0; b < at(families_); ++b) {
                own[a * width + b] = checked(given[a * at(families_) + b], "a setup time");
                setups_ = setups_ || own[a * width + b] != 0;
            }
        if (const std::int32_t initial = data.initial_family[at(m)]; initial >= 0)
            std::copy_n(own + at(initial) * width, width, own + width * width);
        setup_table_[at(m)] = own;
        ++table;
    }
}

void Instance::read_operations(const InstanceData& data) {
    job_ = data.job;
    job_name_ = data.job_name;
    may_pause_ = data.may_pause;
    mode_first_ = data.mode_first;
    double total = 0;
    for (Op op = 0; op < n_; ++op) {
        const std::int32_t family = data.family[at(op)];
        family_.push_back(family < 0 ? families_ : family);
        release_.push_back(checked(data.release[at(op)], "a release date"));
        if (mode_first_[at(op)] >= mode_first_[at(op) + 1])
            fail("operation " + std::to_string(op) + " has no mode");
        Time least = Objective::kNever;
        for (std::int32_t k = mode_first_[at(op)]; k < mode_first_[at(op) + 1]; ++k) {
            const std::int32_t machine = data.mode_machine[at(k)];
            if (machine < 0 || machine >= machines_) fail("a mode names a machine that there is not");
            const Time duration = checked(data.mode_duration[at(k)], "a duration");
            if (duration < 0) fail("a duration is negative");
            modes_.push_back({machine, duration});
            least = std::min(least, duration);
        }
        shortest_.push_back(least);
        total += least;
    }
    mean_duration_ = total > 0 ? total / n_ : 1;
}

void Instance::read_precedences(const InstanceData& data) {
    struct Precedence {
        Op before, after;
        Time lag;
    };
    std::vector<Precedence> all, within;
    for (std::size_t p = 0; p < data.before.size(); ++p) {
        const Op before = data.before[p], after = data.after[p];
        if (before < 0 || before >= n_ || after < 0 || after >= n_ || before == after)
            fail("a precedence names an operation that there is not, or one twice");
        all.push_back({before, after, checked(data.min_lag[p], "a minimum lag")});
        negative_lags_ = negative_lags_ || data.min_lag[p] < 0;
        if (job_[at(before)] == job_[at(after)]) within.push_back(all.back());
        // A maximum lag beyond the horizon is none.
        if (data.max_lag[p] < kLongest)
            max_lags_.push_back({before, after, checked(data.max_lag[p], "a maximum lag")});
    }
    const auto by_after = [](const Precedence& p) { return std::pair(p.after, Link{p.before, p.lag}); };
    const auto by_before = [](const Precedence& p) { return std::pair(p.before, Link{p.after, p.lag}); };
    group(all, n_, by_after, predecessor_first_, predecessors_);
    group(all, n_, by_before, successor_first_, successors_);
    group(within, n_, by_before, job_successor_first_, job_successors_);

    chain_predecessor_.assign(at(n_) + 1, {none(), 0});
    chain_successor_.assign(at(n_) + 1, {none(), 0});
    terminal_.assign(at(n_), 0);
    for (Op op = 0; op < n_; ++op) {
        if (predecessors(op).size() > 1 || successors(op).size() > 1) chains_ = false;
        if (!predecessors(op).empty()) chain_predecessor_[at(op)] = predecessors(op).front();
        if (!successors(op).empty()) chain_successor_[at(op)] = successors(op).front();
        if (job_successors(op).empty() || negative_lags_) {
            terminal_[at(op)] = 1;
            terminals_.push_back(op);
        }
    }
    std::stable_sort(terminals_.begin(), terminals_.end(), [&](Op a, Op b) { return job(a) < job(b); });
    terminal_first_.assign(at(jobs_) + 1, 0);
    for (const Op op : terminals_) ++terminal_first_[at(job(op)) + 1];
    for (std::size_t j = 0; j < at(jobs_); ++j) terminal_first_[j + 1] += terminal_first_[j];

    Objective::Dates dates;
    dates.weight = data.job_weight;
    for (std::int32_t j = 0; j < jobs_; ++j) {
        const auto date = [](std::int64_t value, const char* what) {
            return value == InstanceData::kNever ? Objective::kNever : checked(value, what);
        };
        dates.release.push_back(checked(data.job_release[at(j)], "a release date"));
        dates.due_date.push_back(date(data.due_date[at(j)], "a due date"));
        dates.deadline.push_back(date(data.deadline[at(j)], "a deadline"));
    }
    objective_ = Objective(data.objective, std::move(dates));
}

void Instance::sort_topologically() {
    std::vector<std::int32_t> waits(at(n_));
    for (Op op = 0; op < n_; ++op) {
        waits[at(op)] = static_cast<std::int32_t>(predecessors(op).size());
        if (waits[at(op)] == 0) topological_.push_back(op);
    }
    for (std::size_t next = 0; next < topological_.size(); ++next) {
        for (const Link& to : successors(topological_[next]))
            if (--waits[at(to.op)] == 0) topological_.push_back(to.op);
    }
    if (topological_.size() != at(n_)) fail("the precedences form a cycle");
}

std::string Instance::job_name(std::int32_t job) const {
    return at(job) < job_name_.size() ? job_name_[at(job)] : "job " + std::to_string(job);
}

Time Instance::duration_on(Op op, std::int32_t machine) const {
    for (const Mode& mode : modes(op))
        if (mode.machine == machine) return mode.duration;
    return -1;
}

void Instance::compute_bounds() {
    std::int64_t horizon = 0;
    Time longest_setup = 0;
    for (const Time setup : setup_times_) longest_setup = std::max(longest_setup, setup);
    for (std::int32_t m = 0; m < machines_; ++m)
        horizon = std::max<std::int64_t>({horizon, available_[at(m)], calendar(m).last_end()});
    for (Op op = 0; op < n_; ++op) horizon = std::max<std::int64_t>(horizon, release(op));
    for (Op op = 0; op < n_; ++op) {
        Time longest = 0, lag = 0;
        for (const Mode& mode : modes(op)) longest = std::max(longest, mode.duration);
        for (const Link& before : predecessors(op)) lag = std::max(lag, before.lag);
        horizon += longest + longest_setup + lag + 1;
    }
    if (horizon > kLongest)
        fail("durations, setups and dates add up to 2^29 or more; count in a coarser unit");
    horizon_ = static_cast<Time>(horizon);

    earliest_.assign(at(n_), 0);
    shortest_tail_.assign(at(n_), 0);
    std::vector<Time> ends(at(jobs_), 0);
    for (const Op op : topological_) {
        Time start = release(op);
        for (const Link& before : predecessors(op))
            start = std::max(start, earliest_[at(before.op)] + shortest(before.op) + before.lag);
        earliest_[at(op)] = start;
        Time& end = ends[at(job(op))];
        end = std::max(end, start + shortest(op));
    }
    for (auto op = topological_.rbegin(); op != topological_.rend(); ++op) {
        Time after = 0;
        for (const Link& next : successors(*op))
            after = std::max(after, shortest_tail_[at(next.op)] + next.lag);
        shortest_tail_[at(*op)] = after + shortest(*op);
    }
    Time makespan = *std::max_element(ends.begin(), ends.end());
    const Time by_jobs = makespan;
    std::vector<Time> load(at(machines_), 0), head(at(machines_), Objective::kNever),
        tail(at(machines_), Objective::kNever);
    std::int64_t work = 0;
    for (Op op = 0; op < n_; ++op) {
        work += shortest(op);
        if (is_flexible(op)) continue;
        const std::size_t m = at(modes(op).front().machine);
        load[m] += shortest(op);
        head[m] = std::min(head[m], std::max(earliest_start(op), available_[m]));
        tail[m] = std::min(tail[m], shortest_tail(op) - shortest(op));
    }
    for (std::size_t m = 0; m < at(machines_); ++m)
        if (load[m] > 0) makespan = std::max(makespan, head[m] + load[m] + std::max(tail[m], Time{0}));
    makespan = std::max(makespan, static_cast<Time>((work + machines_ - 1) / machines_));
    lower_bound_ =
        objective_.cost(ends) + objective_.maximum_term(makespan, 0) - objective_.maximum_term(by_jobs, 0);
}

}  // namespace neurols::scheduling::rich
