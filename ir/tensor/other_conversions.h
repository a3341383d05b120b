// Conversions that C and LLVM leave undefined: of a float that the integer's dtype cannot hold, and of NaN. assay's
// engines saturate, NaN gives 0 (docs/semantics.md); another implementation may give anything. Tested by
// scalar_test.cc.
#pragma once

namespace assay {

// While one lives, these conversions give another number on this thread: a result that changes hangs on one of them,
// and says nothing about another implementation.
class OtherConversions {
 public:
  OtherConversions();
  ~OtherConversions();
  OtherConversions(const OtherConversions&) = delete;
  OtherConversions& operator=(const OtherConversions&) = delete;
};

}  // namespace assay
