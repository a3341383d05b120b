// InferVDevices: on which virtual device each variable of a module's Relax functions lies, from annotated types, from
// hint_on_device and to_vdevice, and from the rule that operands and result of a call lie together.
#pragma once

#include <unordered_map>

#include "ir/module.h"
#include "ir/support/result.h"

namespace assay {

// The vdevice that relax.hint_on_device names by device type, index and memory scope. Diag when the module lacks it.
Result<const VDevice*> HintedDevice(const Module& module, const Call& hint);

using VDeviceMap = std::unordered_map<const Var*, const VDevice*>;
Result<VDeviceMap> InferVDevices(const Module& module);

}  // namespace assay
