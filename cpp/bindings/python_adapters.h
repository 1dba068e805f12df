// Python objects as controllers and workspaces. Any object with the right methods will do; each
// call takes the interpreter's lock, so these are complete but slow.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

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
        return nb::cast<Decision>(object_.get().attr("decide")(nb::cast(seen, nb::rv_policy::copy)));
    }

private:
    bool has_start_;
    PythonReference object_;
};

class PythonWorkspace : public Workspace {
public:
    explicit PythonWorkspace(nb::object object)
        : operators_(nb::cast<std::vector<std::string>>(object.attr("operators"))),
          perturbations_(nb::cast<std::vector<std::string>>(object.attr("perturbations"))),
          object_(std::move(object)) {}

    const std::vector<std::string>& operators() const override { return operators_; }
    const std::vector<std::string>& perturbations() const override { return perturbations_; }

    void construct(Rng& rng) override {
        const nb::gil_scoped_acquire lock;
        object_.get().attr("construct")(nb::cast(&rng, nb::rv_policy::reference));
    }
    Cost cost() const override {
        const nb::gil_scoped_acquire lock;
        return nb::cast<Cost>(object_.get().attr("cost")());
    }
    bool propose(int op, Rng& rng) override {
        const nb::gil_scoped_acquire lock;
        return nb::cast<bool>(object_.get().attr("propose")(op, nb::cast(&rng, nb::rv_policy::reference)));
    }
    void perturb(int perturbation, int strength, Rng& rng) override {
        const nb::gil_scoped_acquire lock;
        object_.get().attr("perturb")(perturbation, strength, nb::cast(&rng, nb::rv_policy::reference));
    }
    void accept() override { call("accept"); }
    void reject() override { call("reject"); }
    void keep_best() override { call("keep_best"); }

private:
    void call(const char* method) {
        const nb::gil_scoped_acquire lock;
        object_.get().attr(method)();
    }

    std::vector<std::string> operators_;
    std::vector<std::string> perturbations_;
    PythonReference object_;
};

}  // namespace neurols
