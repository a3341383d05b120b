// A module from its first device to its last attribute (module_gen.h), and Generate() itself.
#include "generators/modules/module_gen.h"

#include <algorithm>

#include "generators/modules/bait_text.h"
#include "generators/modules/dims.h"
#include "generators/modules/function_gen.h"
#include "generators/modules/launch_gen.h"
#include "generators/modules/notes.h"
#include "generators/modules/tir_gen.h"
#include "generators/modules/values.h"
#include "generators/modules/vm_calls.h"
#include "ir/support/hash.h"
#include "ir/text/parse.h"

namespace assay {
namespace {

constexpr size_t kMaxShared = 16;
// Of the functions beside main.
constexpr uint32_t kOneInGroups = 8, kOneInTransforms = 6;

// Targets are written out as TVM completes them, so that its text form keeps them as they are.
AttrItems TargetOf(Context& ctx, size_t kind) {
  auto text = [&](std::string_view value) { return MakeAttrString(ctx, value); };
  auto number = [&](int64_t value) { return MakeAttrInt(ctx, value); };
  auto keys = [&](std::string_view own, std::string_view group) { return MakeAttrList(ctx, {text(own), text(group)}); };
  if (kind == 0) {
    return {{"keys", MakeAttrList(ctx, {text("cpu")})},
            {"kind", text("llvm")},
            {"mtriple", text("x86_64-pc-linux-gnu")},
            {"tag", text("")}};
  }
  if (kind == 1) {
    return {{"arch", text("sm_50")}, {"keys", keys("cuda", "gpu")},
            {"kind", text("cuda")},  {"max_num_threads", number(1024)},
            {"tag", text("")},       {"thread_warp_size", number(32)}};
  }
  return {{"keys", keys("metal", "gpu")},
          {"kind", text("metal")},
          {"max_function_args", number(31)},
          {"max_num_threads", number(256)},
          {"max_shared_memory_per_block", number(32768)},
          {"max_threads_per_block", number(256)},
          {"tag", text("")},
          {"thread_warp_size", number(16)}};
}

const VDevice* MakeVDevice(Context& ctx, AttrItems target, std::string_view scope) {
  VDevice* device = ctx.arena.New<VDevice>();
  device->target = MakeSortedDict(ctx, std::move(target));
  device->memory_scope = ctx.Intern(scope);
  return device;
}

}  // namespace

ModuleGen::ModuleGen(Context& context, ByteSource& source, const GenOptions& options, GenStats& statistics)
    : ctx(context), bytes(source), stats(statistics), plan(MakePlan(source, options)) {
  entries_.reserve(16);
  names_.reserve(16);
}

Module ModuleGen::View() const {
  Module module;
  module.entries = entries_;
  return module;
}

std::string ModuleGen::FreshName(std::string_view hint) {
  std::string name(hint);
  for (int i = 1; std::find(names_.begin(), names_.end(), name) != names_.end(); ++i) {
    name = std::string(hint) + "_" + std::to_string(i);
  }
  names_.push_back(name);
  return name;
}

void ModuleGen::BackTo(const Mark& mark) {
  entries_.resize(mark.entries);
  names_.resize(mark.names);
  functions.resize(mark.functions);
  kernels.resize(mark.kernels);
}

const GlobalVar* ModuleGen::Add(std::string_view name, const Expr* func) {
  GlobalVar* var = ctx.arena.New<GlobalVar>();
  var->name = ctx.Intern(name);
  var->type = func->type;
  entries_.push_back({var, func});
  return var;
}

const TensorType* ModuleGen::StaticTensorType(const std::vector<const Expr*>& dims, DType dtype,
                                              const VDevice* vdevice) {
  bool shareable = Has(Feature::kSharedNodes) && std::all_of(dims.begin(), dims.end(), IsConstantDim);
  for (size_t i = 0; shareable && i < shared_types_.size(); ++i) {
    const TensorType* type = shared_types_[i];
    if (type->dtype == dtype && type->vdevice == vdevice && SameDims(ShapeListOf(type)->values, dims)) return type;
  }
  const TensorType* type = MakeTensorType(ctx, dims, dtype, vdevice);
  if (shareable && shared_types_.size() < kMaxShared) shared_types_.push_back(type);
  return type;
}

const ShapeExpr* ModuleGen::StaticShape(const ShapeExpr* shape) {
  if (!Has(Feature::kSharedNodes) || !std::all_of(shape->values.begin(), shape->values.end(), IsConstantDim))
    return shape;
  for (const ShapeExpr* shared : shared_shapes_) {
    if (SameDims(shared->values, shape->values)) return shared;
  }
  if (shared_shapes_.size() < kMaxShared) shared_shapes_.push_back(shape);
  return shape;
}

const Constant* ModuleGen::TensorConstant(DType dtype, std::span<const int64_t> shape) {
  bool share = Has(Feature::kSharedNodes) && bytes.Chance(1, 2);
  for (size_t i = 0; share && i < shared_constants_.size(); ++i) {
    const TensorView& value = shared_constants_[i]->value;
    if (value.dtype == dtype && std::ranges::equal(value.shape, shape)) return shared_constants_[i];
  }
  const Constant* constant = MakeConstant(ctx, RandomTensor(bytes, dtype, shape, PickStyle(bytes)));
  if (shared_constants_.size() < kMaxShared) shared_constants_.push_back(constant);
  return constant;
}

std::string_view ModuleGen::MemoryScope() {
  static constexpr std::string_view kOthers[] = {"global.texture", "global.vtcm"};
  if (!Has(Feature::kScopes) || bytes.Chance(1, 2)) return "global";
  return kOthers[bytes.Below(std::size(kOthers))];
}

void ModuleGen::MakeDevices() {
  if (!Has(Feature::kDevices)) return;
  // Every engine runs on the host; the devices are labels that passes must carry along.
  size_t count = 1 + bytes.Below(3);
  for (size_t i = 0; i < count; ++i) {
    AttrItems target = TargetOf(ctx, i);
    AddNote(*this, target);
    devices.push_back(MakeVDevice(ctx, std::move(target), MemoryScope()));
  }
}

void ModuleGen::MakeRelaxFunctions() {
  using Role = FunctionScope::Role;
  if (!plan.options->neighbourhoods.empty()) {
    FunctionScope main(*this, Role::kMain, plan.budget);
    FunctionGen(main).RunNeighbourhoods(FreshName("main"));
    return;
  }
  int extra = Has(Feature::kManyFunctions) ? static_cast<int>(bytes.Below(4)) : 0;
  for (int i = 0; i < extra && plan.budget > 1; ++i) {
    int share = plan.options->exact ? plan.budget / (extra + 1 - i) : 1 + static_cast<int>(bytes.Below(4));
    share = std::min(share, plan.budget - 1);
    plan.budget -= share;
    if (Has(Feature::kKernels) && bytes.Chance(1, kOneInGroups)) {
      FunctionScope group(*this, Role::kPrivate, share);
      FunctionGen(group).RunGroup(FreshName("group"));
      groups.push_back(functions.back());
      continue;
    }
    Role role = bytes.Chance(1, 3) ? Role::kPublic : Role::kPrivate;
    std::string name = FreshName(role == Role::kPublic ? "entry" : "helper");
    // By its name such a function makes the weights of another one.
    if (bytes.Chance(1, kOneInTransforms)) name = FreshName(name + "_transform_params");
    FunctionScope scope(*this, role, share);
    FunctionGen(scope).Run(name);
  }
  if (MakeBaitText()) return;
  FunctionScope main(*this, Role::kMain, plan.budget);
  FunctionGen(main).Run(FreshName("main"));
}

bool ModuleGen::MakeBaitText() {
  std::string_view pass = plan.options->bait_text_for;
  bool possible = HasBaitText(pass) && plan.options->profile == Profile::kMixed;
  if (!possible || !bytes.Chance(1, 2)) return false;
  Result<Module> bait = ParseModule(ctx, "bait", BaitModule(pass, bytes));
  ASSAY_CHECK(bait.ok(), bait.error().message);
  for (const ModuleEntry& entry : bait->entries) {
    names_.push_back(entry.var->name.str());
    entries_.push_back(entry);
  }
  return true;
}

void ModuleGen::MakePrimFuncs() {
  size_t count = 1 + (Has(Feature::kManyFunctions) ? bytes.Below(3) : 0);
  for (size_t i = 0; i < count; ++i) {
    std::string name = FreshName("kernel");
    bool launches = plan.options->profile == Profile::kGpu;
    // What a schedule leaves for passes to make launches of.
    bool scheduled = launches && bytes.Chance(1, 4);
    GenKernel kernel = scheduled  ? TirGen(*this).ScheduledKernel(name)
                       : launches ? LaunchGen(*this).PublicKernel(name)
                                  : TirGen(*this).PublicKernel(name);
    kernel.var = Add(name, kernel.func);
    kernels.push_back(std::move(kernel));
  }
  FunctionScope main(*this, FunctionScope::Role::kMain, 0);
  FunctionGen(main).RunKernelCalls(FreshName("main"));
}

const AttrDict* ModuleGen::ModuleAttrs() {
  if (!Has(Feature::kAttributes) || !bytes.Chance(1, 4)) return nullptr;
  return MakeSortedDict(ctx, {{"system_lib_prefix", MakeAttrString(ctx, "assay_")}});
}

void ModuleGen::MakeEngineForms() {
  Result<Module> forms = ParseModule(ctx, "vm_calls", EngineFormsText(*this));
  ASSAY_CHECK(forms.ok(), forms.error().message);
  entries_.insert(entries_.end(), forms->entries.begin(), forms->entries.end());
  infos_.insert(infos_.end(), forms->global_infos.begin(), forms->global_infos.end());
}

Module ModuleGen::Run() {
  MakeDevices();
  if (!HasOperators(plan.options->profile)) {
    MakePrimFuncs();
  } else {
    MakeRelaxFunctions();
  }
  if (Has(Feature::kVmCalls)) MakeEngineForms();
  Module module;
  module.entries = ctx.Copy(entries_);
  module.attrs = ModuleAttrs();
  if (!devices.empty()) {
    std::vector<const Node*> infos(devices.begin(), devices.end());
    infos_.push_back({ctx.Intern("vdevice"), ctx.Copy(infos)});
  }
  module.global_infos = ctx.Copy(infos_);
  ++stats.modules;
  return module;
}

bool ParseProfile(std::string_view name, Profile* profile) {
  const auto* found = std::ranges::find(kProfileNames, name);
  if (found == kProfileNames.end()) return false;
  *profile = static_cast<Profile>(found - kProfileNames.begin());
  return true;
}

// The seed is spread first: combined as they are, close seeds would share most of their modules.
uint64_t CaseSeed(uint64_t seed, uint64_t number) { return HashCombine(HashCombine(0, seed), number); }

Module Generate(Context& ctx, ByteSource& bytes, const GenOptions& options, GenStats* stats) {
  GenStats own;
  return ModuleGen(ctx, bytes, options, stats == nullptr ? own : *stats).Run();
}

}  // namespace assay
