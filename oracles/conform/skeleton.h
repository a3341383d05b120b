// Skeleton: what of a module must be the same when only the bodies of kernels may differ. Relax functions are compared
// structurally, PrimFuncs by name, parameter shapes and dtypes. Tested by skeleton_test.cc.
#pragma once

#include <optional>
#include <string>

#include "ir/module.h"

namespace assay {

// Where the skeletons of two modules first differ, or nothing.
std::optional<std::string> SkeletonDifference(const Module& a, const Module& b);

}  // namespace assay
