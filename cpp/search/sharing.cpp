#include "search/sharing.h"

#include <algorithm>
#include <barrier>
#include <exception>
#include <mutex>
#include <numeric>

namespace neurols {

namespace {

bool is_timed(const SearchJob& job) {
    return job.stop.wall_seconds < kNoLimit || job.stop.cpu_seconds < kNoLimit;
}

enum class State : std::uint8_t { Waiting, Running, Ended, Skipped };

class Together {
public:
    Together(const std::vector<SearchJob>& jobs, int threads, int rounds, Progress& progress,
             const Between& between)
        : jobs_(jobs),
          threads_(static_cast<std::size_t>(std::clamp<int>(threads, 1, static_cast<int>(jobs.size())))),
          rounds_(std::max(1, rounds)),
          progress_(progress),
          between_(between),
          origin_(wall_clock()),
          states_(jobs.size(), State::Waiting) {
        searches_.reserve(jobs.size());
        for (const SearchJob& job : jobs) {
            searches_.emplace_back(*job.workspace, job.settings, Rng(job.seed, job.stream));
        }
    }

    std::vector<SearchResult> run() {
        std::vector<SearchResult> results(jobs_.size());
        const auto threads = static_cast<int>(threads_);
        std::barrier round_end(threads, [this]() noexcept { finish_round(); });
        // Every search stays with one thread, whose CPU clock it is measured by.
        parallel_for(threads, threads, [&](int thread) {
            const auto first = static_cast<std::size_t>(thread);
            while (!over_) {
                advance_all(first);
                round_end.arrive_and_wait();
            }
            for (std::size_t k = first; k < jobs_.size(); k += threads_) results[k] = result(k);
        });
        if (failure_) std::rethrow_exception(failure_);
        return results;
    }

private:
    void advance_all(std::size_t first) {
        try {
            for (std::size_t k = first; k < jobs_.size(); k += threads_) {
                if (states_[k] == State::Waiting) start(k);
                if (states_[k] == State::Running) advance(k);
            }
        } catch (...) {
            const std::lock_guard guard(failure_lock_);
            if (!failure_) failure_ = std::current_exception();
            progress_.finished.store(true);
        }
    }

    // Once another search has asked for the end, no search begins whose thread has a solution already;
    // once the user has, none but the first.
    void start(std::size_t k) {
        if ((k > 0 && progress_.cancel.load()) || (k >= threads_ && progress_.finished.load())) {
            states_[k] = State::Skipped;
            return;
        }
        searches_[k].start(jobs_[k].stop, origin_, &progress_);
        jobs_[k].controller->start(searches_[k].observation());
        states_[k] = State::Running;
    }

    void advance(std::size_t k) {
        Search& search = searches_[k];
        search.resume();
        const double share = round_ == rounds_ ? kNoLimit : static_cast<double>(round_) / rounds_;
        if (!search.advance(*jobs_[k].controller, share, &progress_)) states_[k] = State::Ended;
        if (has_finished(k) && is_timed(jobs_[k])) progress_.finished.store(true);
        // The thread's other searches have their turn, in their own time.
        if (states_[k] == State::Ended || jobs_.size() > threads_) search.pause();
    }

    SearchResult result(std::size_t k) const {
        if (states_[k] != State::Skipped) return searches_[k].result();
        SearchResult none;
        none.cost = none.initial_cost = kNoLimit;
        none.stopped_by = StopReason::Companion;
        return none;
    }

    bool has_finished(std::size_t k) const {
        const StopReason reason = searches_[k].stopped_by();
        return reason == StopReason::Optimal || reason == StopReason::Target;
    }

    void finish_round() noexcept {
        bool all_ended = true;
        bool any_finished = false;
        for (std::size_t k = 0; k < jobs_.size(); ++k) {
            all_ended = all_ended && states_[k] != State::Running;
            any_finished = any_finished || has_finished(k);
        }
        over_ = failure_ || any_finished || all_ended;
        ++round_;
        if (over_) return;
        try {
            if (jobs_.size() > 1) share();
            if (between_) between_(static_cast<int>(leader()), result(leader()));
        } catch (...) {  // of a workspace that is written in Python
            failure_ = std::current_exception();
            over_ = true;
        }
    }

    // Good solutions go to all. Searches that have no use for them, and lie behind, go on from the best.
    void share() {
        std::vector<std::size_t> ranking(jobs_.size());
        std::iota(ranking.begin(), ranking.end(), std::size_t{0});
        std::ranges::stable_sort(ranking, {}, [&](std::size_t k) { return best(k); });
        const std::size_t behind = (ranking.size() + 1) / 2;
        for (std::size_t place = 0; place < ranking.size(); ++place) {
            Search& search = searches_[ranking[place]];
            if (states_[ranking[place]] != State::Running) continue;
            bool learns = false;
            for (const std::size_t other : ranking) {
                if (other != ranking[place]) learns = search.learn(searches_[other]);
            }
            if (!learns && place >= behind && best(ranking[place]) > best(ranking[0])) {
                search.adopt(searches_[ranking[0]]);
            }
        }
    }

    std::size_t leader() const {
        std::size_t found = 0;
        for (std::size_t k = 1; k < jobs_.size(); ++k) {
            if (states_[k] != State::Waiting && best(k) < best(found)) found = k;
        }
        return found;
    }

    Cost best(std::size_t k) const { return searches_[k].observation().best; }

    const std::vector<SearchJob>& jobs_;
    std::size_t threads_;
    int rounds_;
    Progress& progress_;
    const Between& between_;
    double origin_;
    std::vector<Search> searches_;
    std::vector<State> states_;
    int round_ = 1;
    bool over_ = false;
    std::exception_ptr failure_;
    std::mutex failure_lock_;
};

}  // namespace

std::vector<SearchResult> run_together(const std::vector<SearchJob>& jobs, int threads, int rounds,
                                       Progress* progress, const Between& between) {
    if (jobs.empty()) return {};
    Progress unwatched;
    return Together(jobs, threads, rounds, progress ? *progress : unwatched, between).run();
}

}  // namespace neurols
