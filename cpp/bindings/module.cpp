// The extension module neurols._core: one binding file per folder of the core.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_search(nb::module_& m);
void bind_rules(nb::module_& m);
void bind_jobshop(nb::module_& m);
void bind_routing(nb::module_& m);
void bind_rich_routing(nb::module_& m);
void bind_environment(nb::module_& m);
void bind_scheduling_rich(nb::module_& m);

NB_MODULE(_core, m) {
    m.doc() = "Native core of neurols: the search and the problems it knows.";
    bind_search(m);
    bind_rules(m);
    bind_jobshop(m);
    bind_environment(m);
    bind_routing(m);
    bind_scheduling_rich(m);
    bind_rich_routing(m);
}
