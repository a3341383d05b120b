// UpdateVDevice: one virtual device of the module becomes another, in the list and in every type that refers to it.
// Tested by testdata/update_vdevice.
#include "ir/equal.h"
#include "ir/ops/infer.h"
#include "ir/rewrite.h"
#include "ir/targets.h"
#include "passes/analysis/vdevices.h"
#include "passes/options.h"
#include "passes/pass_names.h"
#include "passes/rewrite/module_editor.h"

namespace assay {
namespace {

Diag BadDevice(std::string message) { return {DiagKind::kBadArgument, {}, std::move(message), "", {}}; }

// A vdevice node, or {"target": …, "vdevice_id": 0, "memory_scope": "global"}.
Result<const VDevice*> DeviceOption(Context& ctx, const PassOptions& options) {
  const Attr* value = FindOption(options, "new_vdevice");
  if (const auto* node = As<AttrNode>(value); node != nullptr && Is<VDevice>(node->node))
    return As<VDevice>(node->node);
  const auto* fields = As<AttrDict>(value);
  const Attr* target = fields == nullptr ? nullptr : fields->Find("target");
  if (target == nullptr) return InvalidOption(options, "new_vdevice", "a vdevice with a target");
  VDevice* device = ctx.arena.New<VDevice>();
  const auto* config = As<AttrDict>(target);
  device->target = config == nullptr ? target : CompleteTarget(ctx, config);
  const auto* id = As<AttrInt>(fields->Find("vdevice_id"));
  device->vdevice_id = id == nullptr ? 0 : id->value;
  std::string_view scope = StringAttr(fields, "memory_scope");
  device->memory_scope = ctx.Intern(scope.empty() ? "global" : scope);
  return device;
}

std::vector<GlobalInfoList> WithDevice(Context& ctx, const Module& module, int64_t index, const VDevice* device) {
  std::vector<GlobalInfoList> lists(module.global_infos.begin(), module.global_infos.end());
  for (GlobalInfoList& list : lists) {
    if (!(list.key == "vdevice")) continue;
    std::vector<const Node*> infos(list.infos.begin(), list.infos.end());
    infos[static_cast<size_t>(index)] = device;
    list.infos = ctx.Copy(infos);
  }
  return lists;
}

Result<Module> RunUpdateVDevice(PassContext& pass_ctx, const Module& module, const PassOptions& options) {
  Context& ctx = pass_ctx.ctx;
  ASSAY_TRY(int64_t index, IntOption(options, "index", 0));
  ASSAY_TRY(const VDevice* device, DeviceOption(ctx, options));
  const VDevice* old = VDeviceAt(module, index);
  if (old == nullptr) return BadDevice("the module has no vdevice " + std::to_string(index));
  // other kinds: what their type says of devices is replaced with the rest
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    // Branches whose devices differed may have one device now.
    const auto* choice = As<If>(rebuilt);
    if (choice != nullptr && rebuilt != original && choice->true_branch->type != nullptr) {
      If* joined = ctx.arena.New<If>(*choice);
      joined->type = JoinTypes(ctx, choice->true_branch->type, choice->false_branch->type);
      return joined;
    }
    return Is<VDevice>(original) && (original == old || Equal(original, old)) ? device : rebuilt;
  };
  ASSAY_TRY(Module result, MapRelaxFunctions(ctx, module, [&](const Function* func) -> Result<const Function*> {
              return static_cast<const Function*>(Rewrite(ctx, func, rule, Types::kInclude));
            }));
  result.global_infos = ctx.Copy(WithDevice(ctx, module, index, device));
  return result;
}

// One device of the module takes the place of another, or of itself.
bool SampleOptions(Context& ctx, const Module& module, ByteSource& bytes, PassOptions& options) {
  Nodes<Node> devices = module.VDevices();
  if (devices.empty()) return false;
  const auto* device = As<VDevice>(devices[bytes.Below(devices.size())]);
  if (device == nullptr) return false;
  options["new_vdevice"] = MakeSortedDict(ctx, {{"target", device->target},
                                                {"vdevice_id", MakeAttrInt(ctx, device->vdevice_id)},
                                                {"memory_scope", MakeAttrString(ctx, device->memory_scope.text())}});
  options["index"] = MakeAttrInt(ctx, static_cast<int64_t>(bytes.Below(devices.size())));
  return true;
}

constexpr std::string_view kOptions[] = {"new_vdevice", "index"};

}  // namespace

const PassSpec kUpdateVDevice = {
    .name = "UpdateVDevice",
    .doc = "replaces one virtual device of the module by another",
    .options = kOptions,
    .signatures = Signatures::kRefined,
    .changes =
        Alters({Facet::kGlobalInfos, Facet::kParameterDevices, Facet::kResultDevices, Facet::kDevices, Facet::kGraphs}),
    .run = RunUpdateVDevice,
    .sample_options = SampleOptions,
};

}  // namespace assay
