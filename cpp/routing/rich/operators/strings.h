// Moves of strings of clients: one string goes elsewhere, or two change places.
#pragma once

#include "routing/rich/operators/neighbourhood.h"

namespace neurols::routing::rich {

// One string of so many visits moves beside a neighbour, both ways round: relocate and or-opt.
class Transfer : public Neighbourhood {
public:
    Transfer(const char* name, int shortest, int longest)
        : name_(name), shortest_(shortest), longest_(longest) {}
    const char* name() const override { return name_; }
    void search(Evaluation& evaluation, Node u) override;

private:
    const char* name_;
    int shortest_, longest_;
};

// Two strings change places: swap and cross-exchange (Taillard et al., 1997).
class Exchange : public Neighbourhood {
public:
    Exchange(const char* name, int shortest, int longest)
        : name_(name), shortest_(shortest), longest_(longest) {}
    const char* name() const override { return name_; }
    void search(Evaluation& evaluation, Node u) override;

private:
    const char* name_;
    int shortest_, longest_;  // of the longer string
};

}  // namespace neurols::routing::rich
