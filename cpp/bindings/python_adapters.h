// Python objects as controllers and workspaces. Any object with the right methods will do; each
// call takes the interpreter's lock, so these are complete but slow.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "search/controller.h"
#include "search/workspace.h"

namespace neurols {

namespace nb = nanobind;

// Drops the reference under the lock: searches end on threads that do not hold it.
class PythonReference {
public:
    explicit PythonReference(nb::object object) : object_(std::move(object)) {}
    ~PythonReference() {
        const nb::gil_scoped_acquire lock;
        object_.reset();
    }
    PythonReference(const PythonReference&) = delete;
    PythonReference& operator=(const PythonReference&) = delete;
    const nb::object& get() const { return object_; }

private:
    nb::object object_;
};

// What a method of a user's object returned, as a C++ value, or a sentence about what it returned instead.
template <class T>
T returned(const nb::object& value, const char* method, const char* expected) {
    T found{};
    if (nb::try_cast<T>(value, found)) return found;
    const std::string type = nb::cast<std::string>(nb::handle(value.type()).attr("__name__"));
    throw nb::type_error((std::string(method) + " must return " + expected + ", not " + type).c_str());
}

class PythonController : public Controller {
public:
    explicit PythonController(nb::object object)
        : has_start_(nb::hasattr(object, "start")), object_(std::move(object)) {}

    void start(const Observation& seen) override {
        if (!has_start_) return;
        const nb::gil_scoped_acquire lock;
        object_.get().attr("start")(nb::cast(seen, nb::rv_policy::copy));
    }

    Decision decide(const Observation& seen, Rng&) override {
        const nb::gil_scoped_acquire lock;
        const nb::object said = object_.get().attr("decide")(nb::cast(seen, nb::rv_policy::copy));
        return returned<Decision>(said, "decide", "a neurols.Decision");
    }

private:
    bool has_start_;
    PythonReference object_;
};

// What a learned controller sees of a workspace without a graph: the scalars of the search alone.
class ScalarsOnly : public Features {
public:
    FeatureShape shape() const override { return {}; }
    void write_static(float*, std::int32_t*, float*) const override {}
    void write_dynamic(float*, std::int32_t*, float*, std::int32_t*) override {}
    void write_estimates(std::span<double> changes, Rng&) override {
        std::fill(changes.begin(), changes.end(), std::numeric_limits<double>::quiet_NaN());
    }
    double recency() const override { return 0; }
};

class PythonWorkspace : public Workspace {
public:
    explicit PythonWorkspace(nb::object object)
        : operators_(names(object, "operators")),
          perturbations_(names(object, "perturbations")),
          has_feasible_(nb::hasattr(object, "feasible")),
          has_fingerprint_(nb::hasattr(object, "fingerprint")),
          has_lower_bound_(nb::hasattr(object, "lower_bound")),
          object_(std::move(object)) {}

    // The user's own object.
    nb::object object() const { return object_.get(); }

    const std::vector<std::string>& operators() const override { return operators_; }
    const std::vector<std::string>& perturbations() const override { return perturbations_; }

    void construct(Rng& rng) override {
        const nb::gil_scoped_acquire lock;
        object_.get().attr("construct")(nb::cast(&rng, nb::rv_policy::reference));
    }
    Cost cost() const override {
        const nb::gil_scoped_acquire lock;
        const Cost found = returned<Cost>(nb::object(object_.get().attr("cost")()), "cost", "a number");
        if (std::isnan(found)) throw nb::value_error("cost must return a number, not nan");
        return found;
    }
    bool propose(int op, Rng& rng) override {
        const nb::gil_scoped_acquire lock;
        const nb::object said = object_.get().attr("propose")(op, nb::cast(&rng, nb::rv_policy::reference));
        return returned<bool>(said, "propose", "True or False");
    }
    void perturb(int perturbation, int strength, Rng& rng) override {
        const nb::gil_scoped_acquire lock;
        object_.get().attr("perturb")(perturbation, strength, nb::cast(&rng, nb::rv_policy::reference));
    }
    bool feasible() const override {
        if (!has_feasible_) return true;
        const nb::gil_scoped_acquire lock;
        return returned<bool>(nb::object(object_.get().attr("feasible")()), "feasible", "True or False");
    }
    std::uint64_t fingerprint() const override {
        if (!has_fingerprint_) return 0;
        const nb::gil_scoped_acquire lock;
        const nb::object said = object_.get().attr("fingerprint")();
        const char* expected = "a whole number";
        return returned<std::uint64_t>(nb::object(said.attr("__and__")(~std::uint64_t{0})), "fingerprint",
                                       expected);
    }
    Cost lower_bound() const override {
        if (!has_lower_bound_) return -std::numeric_limits<Cost>::infinity();
        const nb::gil_scoped_acquire lock;
        return returned<Cost>(nb::object(object_.get().attr("lower_bound")()), "lower_bound", "a number");
    }
    std::unique_ptr<Features> features() override { return std::make_unique<ScalarsOnly>(); }

    void accept() override { call("accept"); }
    void reject() override { call("reject"); }
    void keep_best() override { call("keep_best"); }

private:
    static std::vector<std::string> names(const nb::object& object, const char* attribute) {
        return returned<std::vector<std::string>>(nb::object(object.attr(attribute)), attribute,
                                                  "a sequence of names");
    }
    void call(const char* method) {
        const nb::gil_scoped_acquire lock;
        object_.get().attr(method)();
    }

    std::vector<std::string> operators_;
    std::vector<std::string> perturbations_;
    bool has_feasible_, has_fingerprint_, has_lower_bound_;  // methods that an object may do without
    PythonReference object_;
};

}  // namespace neurols
