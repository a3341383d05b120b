// Glance: what shows at once of what a pass makes of a case's module. A case has room for a few passes of which every
// oracle is asked; all others are looked at like this, and join it where something is wrong, which the oracles then
// say. Tested by glance_test.cc.
#pragma once

#include <optional>

#include "oracles/core/oracle.h"

namespace assay {

// A valid module is called bad, or a promise is broken.
bool GivesUp(RefusalKind kind);

class Glance {
 public:
  // The subject is assay's own; the context must outlive it.
  explicit Glance(OracleContext& oc) : oc_(oc) {}

  // Whether the pass gives up on the module, or what it makes is ill-formed, breaks a promise that holds whatever the
  // pass is told (passes/marks.h), changes what its row does not say (frame_items.h), or does not give the same for the
  // case's first inputs by the reference (of one that may round: not nearly). False where the pass does not take the
  // module as it stands, or leaves it alone.
  bool LooksWrong(const PassCall& pass);

 private:
  // What the case's own module gives; null where that is no value.
  const Outcome* Wanted();
  bool GivesAnother(const PassCall& pass, const Module& output);

  OracleContext& oc_;
  std::optional<Outcome> wanted_;
};

}  // namespace assay
