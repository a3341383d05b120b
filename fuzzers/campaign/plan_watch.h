// PlanWatch: what a worker tells its parent of the sweep: the unit that it plans, so that one which it does not survive
// is left out from then on. Tested by plan_watch_test.cc.
#pragma once

#include "fuzzers/campaign/shared_case.h"
#include "generators/sweep/sweep.h"

namespace assay {

class PlanWatch final : public SweepWatch {
 public:
  // Who must make the same cases whatever others met leaves nothing out.
  PlanWatch(const SharedControl& control, SharedCase& shared, bool leaves_out)
      : control_(control), shared_(shared), leaves_out_(leaves_out) {}

  bool MayPlan(size_t unit) override {
    return !leaves_out_ || unit >= SharedControl::kMostUnits || !control_.unplannable[unit].load();
  }
  void Planning(std::optional<size_t> unit) override {
    shared_.planning.store(unit ? static_cast<uint32_t>(*unit + 1) : 0);
  }

 private:
  const SharedControl& control_;
  SharedCase& shared_;
  bool leaves_out_;
};

// After a crash: the unit that was being planned, which no worker plans again; nothing where none was.
inline std::optional<size_t> LeaveOutPlanned(SharedControl& control, SharedCase& shared) {
  const uint32_t planning = shared.planning.exchange(0);
  if (planning == 0) return std::nullopt;
  if (planning <= SharedControl::kMostUnits) control.unplannable[planning - 1].store(true);
  return planning - 1;
}

}  // namespace assay
