// Simulated annealing (Kirkpatrick et al., 1983): accept a worsening d with probability exp(-d / T).
#pragma once

#include <algorithm>
#include <cmath>

#include "search/cycles.h"
#include "search/rules.h"

namespace neurols {

enum class TemperatureScale : std::uint8_t {
    MeanWorsening,  // calibrated: T is in units of the mean worsening seen, the same on every instance
    InitialCost,    // T is in units of the initial cost
    Unit,           // T is in units of a small change: the mean arc or the mean duration
    Absolute,       // T is in units of the cost itself
};

enum class CoolingSchedule : std::uint8_t { Geometric, Linear, Logistic };

// Reheating: every cycle of the budget cools to the end temperature, the initial runs from the start and the
// others from where the reheating goes. PerturbEachCycle is its companion.
struct Reheating {
    Cycles cycles;
    double to = 0;
};

class AcceptByAnnealing : public AcceptanceRule {
public:
    AcceptByAnnealing(double start, double end, TemperatureScale scale, CoolingSchedule schedule,
                      const Reheating& reheating = Reheating{Cycles(), 0})
        : start_(start), end_(end), scale_(scale), schedule_(schedule), reheating_(reheating) {}

    void start(const Observation& seen) override {
        worsening_sum_ = 0;
        worsening_count_ = 0;
        ceiling_ = seen.initial;
        cooled_at_ = -1;
    }

    bool accept(const Observation& seen, Rng& rng) override {
        const Cost worsening = seen.candidate - seen.current;
        if (worsening <= 0) return true;
        if (scale_ != TemperatureScale::MeanWorsening) return seen.candidate <= ceiling_;
        worsening_sum_ += worsening;
        worsening_count_ += 1;
        const double temperature = level(seen.progress) * worsening_sum_ / worsening_count_;
        return rng.uniform() < std::exp(-worsening / temperature);
    }

    // Asking whether u < exp(-d / T) is asking whether d < -T ln(u), and u may be drawn beforehand:
    // then a candidate need not be finished once it costs too much. The mean worsening, though, is
    // only known of candidates that are.
    Cost ceiling(const Observation& seen, Cost current, Rng& rng) override {
        if (scale_ == TemperatureScale::MeanWorsening) return std::numeric_limits<Cost>::infinity();
        if (seen.progress != cooled_at_) {  // progress under a time limit stands still between two polls
            cooled_at_ = seen.progress;
            temperature_ = level(seen.progress) * unit(seen);
        }
        return ceiling_ = current - temperature_ * std::log(1.0 - rng.uniform());
    }

    // Temperature in the units of the scale.
    double level(double progress) const {
        const auto [cycle, share] = reheating_.cycles.at(progress);
        return cooled(reheating_.cycles.is_initial(cycle) ? start_ : reheating_.to, share);
    }

private:
    double cooled(double from, double share) const {
        switch (schedule_) {
            case CoolingSchedule::Geometric:
                return from * std::pow(end_ / from, share);
            case CoolingSchedule::Linear:
                return from + (end_ - from) * share;
            case CoolingSchedule::Logistic:
                // From start to end along a sigmoid with its steepest fall in the middle.
                return end_ + (from - end_) / (1.0 + std::exp(12.0 * (share - 0.5)));
        }
        return end_;
    }

    double unit(const Observation& seen) const {
        switch (scale_) {
            case TemperatureScale::InitialCost:
                return seen.initial;
            case TemperatureScale::Unit:
                return seen.unit;
            case TemperatureScale::MeanWorsening:
            case TemperatureScale::Absolute:
                break;
        }
        return 1.0;
    }

    double start_;
    double end_;
    TemperatureScale scale_;
    CoolingSchedule schedule_;
    Reheating reheating_;
    double worsening_sum_ = 0;
    double worsening_count_ = 0;
    double temperature_ = 0;
    double cooled_at_ = -1;  // progress for which `temperature_` holds
    Cost ceiling_ = 0;       // of the next candidate
};

}  // namespace neurols
