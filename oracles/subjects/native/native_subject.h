// The native subject otherwise than users get it: to see which step of a build or a pass is to blame, and to run what
// another compiler made. Tested by native_subject_test.cc.
#pragma once

#include <memory>
#include <string_view>

#include "oracles/core/subject.h"

namespace assay {

struct NativeVariant {
  // Its build pipeline lacks this pass; empty: none.
  std::string_view without = {};
  // As PassContext has it.
  bool leaves_unused = false;
  // Its engines run what another compiler's passes made: that rounds otherwise, and promises nothing of programs
  // without a meaning.
  bool of_another = false;
};
std::unique_ptr<Subject> MakeNativeVariant(Context& ctx, const NativeVariant& variant);

}  // namespace assay
