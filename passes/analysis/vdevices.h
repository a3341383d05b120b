// Look-ups of virtual devices in a module.
#pragma once

#include <string_view>

#include "ir/module.h"

namespace assay {

// Index of `vdevice` (by identity, else by content) among the module's; -1 when it is not there.
int64_t IndexOfVDevice(const Module& module, const VDevice* vdevice);
// The vdevice at that index; nullptr when the module has none there.
const VDevice* VDeviceAt(const Module& module, int64_t index);
// Index of the first vdevice with that memory scope, 0 when there is none (TVM's GetDeviceIndexByScope).
int64_t DeviceIndexByScope(const Module& module, std::string_view scope);
// DLPack's device type of the target; a kind that is not known counts as a CPU.
int64_t DeviceType(const VDevice& vdevice);
// Whether values of the type, or the first field of a tuple, lie on the host: on a CPU, or nowhere in particular.
bool LiesOnHost(const Type* type);

}  // namespace assay
