#include "passes/analysis/vdevices.h"

#include "ir/equal.h"
#include "ir/targets.h"

namespace assay {

int64_t IndexOfVDevice(const Module& module, const VDevice* vdevice) {
  Nodes<Node> vdevices = module.VDevices();
  for (size_t i = 0; i < vdevices.size(); ++i) {
    if (vdevices[i] == vdevice) return static_cast<int64_t>(i);
  }
  for (size_t i = 0; i < vdevices.size(); ++i) {
    if (Equal(vdevices[i], vdevice)) return static_cast<int64_t>(i);
  }
  return -1;
}

const VDevice* VDeviceAt(const Module& module, int64_t index) {
  Nodes<Node> vdevices = module.VDevices();
  if (index < 0 || index >= static_cast<int64_t>(vdevices.size())) return nullptr;
  return As<VDevice>(vdevices[index]);
}

int64_t DeviceIndexByScope(const Module& module, std::string_view scope) {
  Nodes<Node> vdevices = module.VDevices();
  for (size_t i = 0; i < vdevices.size(); ++i) {
    const auto* vdevice = As<VDevice>(vdevices[i]);
    if (vdevice != nullptr && vdevice->memory_scope == scope) return static_cast<int64_t>(i);
  }
  return 0;
}

int64_t DeviceType(const VDevice& vdevice) { return DeviceTypeOf(vdevice).value_or(1); }

bool LiesOnHost(const Type* type) {
  while (const auto* tuple = As<TupleType>(type)) type = tuple->fields.empty() ? nullptr : tuple->fields[0];
  const auto* tensor = As<TensorType>(type);
  return tensor == nullptr || tensor->vdevice == nullptr || DeviceType(*tensor->vdevice) == 1;
}

}  // namespace assay
