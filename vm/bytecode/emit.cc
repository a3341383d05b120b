// Code generation: lowered Relax to instructions. Variables are registers; a binding to a variable or a match_cast
// names the same register again, as TVM's generator does.
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ir/support/line_cursor.h"
#include "passes/fuse/external_modules.h"
#include "vm/bytecode/image.h"

namespace assay {
namespace {

class Emitter {
 public:
  explicit Emitter(const Module& module) : module_(module) {}

  Result<VmImage> Run() {
    for (std::string_view text : ExternalModules(module_)) image_.external_modules.emplace_back(text);
    for (const ModuleEntry& entry : module_.entries) DeclareFunction(entry);
    for (const ModuleEntry& entry : module_.entries) {
      if (const auto* func = As<Function>(entry.func)) EmitFunction(entry, *func);
    }
    if (failed_) return *failed_;
    return std::move(image_);
  }

 private:
  void DeclareFunction(const ModuleEntry& entry) {
    VmFunction function;
    function.name = entry.var->name.str();
    // Callers know a kernel of a system library by its name without the library's prefix.
    std::string_view symbol = StringAttr(AttrsOf(entry.func), "global_symbol");
    std::string_view prefix = StringAttr(module_.attrs, "system_lib_prefix");
    if (Is<PrimFunc>(entry.func) && symbol.starts_with(prefix)) symbol.remove_prefix(prefix.size());
    function.symbol = std::string(symbol);
    function.kind = Is<Function>(entry.func)   ? VmFunctionKind::kBytecode
                    : Is<PrimFunc>(entry.func) ? VmFunctionKind::kKernel
                                               : VmFunctionKind::kPacked;
    if (const auto* external = As<ExternFunc>(entry.func)) function.name = external->global_symbol.str();
    functions_.emplace(entry.var->name.str(), static_cast<int32_t>(image_.functions.size()));
    image_.functions.push_back(std::move(function));
  }

  void EmitFunction(const ModuleEntry& entry, const Function& func) {
    registers_.clear();
    next_register_ = 0;
    for (const Var* param : func.params) {
      registers_[param] = NewRegister();
      if (Is<DTensorType>(param->type)) Fail(param->span, "a distributed tensor needs a mesh of devices");
    }
    auto first = static_cast<uint32_t>(image_.code.size());
    int32_t result = EmitSeq(*func.body);
    Emit({.op = VmOpcode::kRet, .dst = result, .span = func.body->body->span});
    VmFunction& function = image_.functions[static_cast<size_t>(functions_.at(entry.var->name.str()))];
    function.params = static_cast<int32_t>(func.params.size());
    function.registers = next_register_;
    function.first = first;
    function.end = static_cast<uint32_t>(image_.code.size());
  }

  // ---- small things

  int32_t NewRegister() { return next_register_++; }
  size_t Emit(VmInstruction instruction) {
    image_.code.push_back(instruction);
    return image_.code.size() - 1;
  }
  void Fail(SourceSpan span, std::string message) {
    if (!failed_) failed_ = Diag{DiagKind::kCannotLower, span, std::move(message), {}, {}};
  }
  int32_t PackedIndex(const std::string& name) {
    auto [at, fresh] = packed_.emplace(name, static_cast<int32_t>(image_.functions.size()));
    if (fresh) image_.functions.push_back({.kind = VmFunctionKind::kPacked, .name = name, .symbol = {}});
    return at->second;
  }
  VmArg ConstantArg(Value value) {
    image_.constants.push_back(std::move(value));
    return {ArgKind::kConstant, static_cast<int64_t>(image_.constants.size() - 1)};
  }
  void EmitCall(int32_t dst, int32_t func, const std::vector<VmArg>& args, SourceSpan span) {
    auto first = static_cast<uint32_t>(image_.args.size());
    image_.args.insert(image_.args.end(), args.begin(), args.end());
    Emit({.op = VmOpcode::kCall,
          .dst = dst,
          .func = func,
          .first_arg = first,
          .arg_count = static_cast<uint32_t>(args.size()),
          .span = span});
  }
  int32_t CallPacked(const std::string& name, const std::vector<VmArg>& args, SourceSpan span) {
    int32_t dst = NewRegister();
    EmitCall(dst, PackedIndex(name), args, span);
    return dst;
  }

  // Instructions of a binding bear its variable's name; those of bindings inside it have theirs. Calls that passes make
  // stand where the binding does.
  void NameFrom(size_t first, const Binding& binding) {
    std::string name = binding.var->name.str();
    auto [at, fresh] = names_.emplace(name, static_cast<uint32_t>(image_.names.size()));
    if (fresh) image_.names.push_back(name);
    for (size_t i = first; i < image_.code.size(); ++i) {
      if (image_.code[i].name != 0) continue;
      image_.code[i].name = at->second;
      if (image_.code[i].span.file == 0) image_.code[i].span = binding.span;
    }
  }

  // ---- expressions

  int32_t EmitSeq(const SeqExpr& seq) {
    for (const BindingBlock* block : seq.blocks) {
      for (const Binding* binding : block->bindings) {
        size_t first = image_.code.size();
        registers_[binding->var] = EmitToRegister(binding->value);
        if (IsNull(binding->value)) nulls_.insert(binding->var);
        NameFrom(first, *binding);
      }
    }
    return EmitToRegister(seq.body);
  }

  // The register that holds the value; constants are copied into one.
  int32_t EmitToRegister(const Expr* e) {
    VmArg arg = EmitArg(e);
    if (arg.kind == ArgKind::kRegister) return static_cast<int32_t>(arg.value);
    return CallPacked("vm.builtin.copy", {arg}, e->span);
  }

  // recursion: tuples nest as deep as the parser lets them
  VmArg EmitArg(const Expr* e) {
    switch (ExprKindOf(e)) {
      case ExprKind::kVar: {
        auto found = registers_.find(static_cast<const Var*>(e));
        if (found != registers_.end()) return {ArgKind::kRegister, found->second};
        Fail(e->span, fmt::format("variable {} has no register", static_cast<const Var*>(e)->name.text()));
        return {};
      }
      case ExprKind::kConstant:
        return ConstantArg(Value{TensorValue{Tensor::Copy(static_cast<const Constant*>(e)->value), -1}});
      case ExprKind::kIntImm:
      case ExprKind::kFloatImm: return ScalarArg(e);
      case ExprKind::kStringImm: return ConstantArg(Value{StringValue{static_cast<const StringImm*>(e)->value.str()}});
      case ExprKind::kDataTypeImm: return ConstantArg(Value{DTypeValue{static_cast<const DataTypeImm*>(e)->value}});
      case ExprKind::kShapeExpr: return ShapeArg(*static_cast<const ShapeExpr*>(e));
      case ExprKind::kGlobalVar: return {ArgKind::kFunction, FunctionIndex(*static_cast<const GlobalVar*>(e))};
      case ExprKind::kExternFunc:
        return {ArgKind::kFunction, PackedIndex(static_cast<const ExternFunc*>(e)->global_symbol.str())};
      case ExprKind::kTuple:
        return {ArgKind::kRegister,
                CallPacked("vm.builtin.make_tuple", EmitArgs(static_cast<const Tuple*>(e)->fields), e->span)};
      case ExprKind::kTupleGetItem: {
        const auto* item = static_cast<const TupleGetItem*>(e);
        VmArg index{ArgKind::kImmediate, item->index};
        return {ArgKind::kRegister, CallPacked("vm.builtin.tuple_getitem", {EmitArg(item->tuple), index}, e->span)};
      }
      case ExprKind::kIf: return {ArgKind::kRegister, EmitIf(*static_cast<const If*>(e))};
      case ExprKind::kCall: return {ArgKind::kRegister, EmitCallExpr(*static_cast<const Call*>(e))};
#define ASSAY_NODE(Name)
#define ASSAY_BINARY(Name) case ExprKind::k##Name:
#include "ir/node_kinds.def"
      case ExprKind::kCast:
      case ExprKind::kNot:
      case ExprKind::kSelect:
      case ExprKind::kLet:
      case ExprKind::kRamp:
      case ExprKind::kBroadcast:
      case ExprKind::kShuffle:
      case ExprKind::kBufferLoad:
      case ExprKind::kOp:
      case ExprKind::kPrimFunc:
      case ExprKind::kSeqExpr:
      case ExprKind::kFunction: break;
    }
    Fail(e->span, fmt::format("code generation cannot handle a {}", NodeKindName(e->kind)));
    return {};
  }
  std::vector<VmArg> EmitArgs(Nodes<Expr> exprs) {
    std::vector<VmArg> args;
    for (const Expr* e : exprs) args.push_back(EmitArg(e));
    return args;
  }

  VmArg ScalarArg(const Expr* e) {
    DType dtype = DTypeOf(e);
    if (const auto* imm = As<IntImm>(e)) {
      if (dtype == DType::Int(64)) return {ArgKind::kImmediate, imm->value};
      return ConstantArg(Value{PrimValue{Scalar::Int(dtype, imm->value)}});
    }
    return ConstantArg(Value{PrimValue{Scalar::Float(dtype, static_cast<const FloatImm*>(e)->value)}});
  }
  VmArg ShapeArg(const ShapeExpr& shape) {
    ShapeValue value;
    for (const Expr* dim : shape.values) {
      const auto* imm = As<IntImm>(dim);
      if (imm == nullptr) Fail(shape.span, "a symbolic shape reached code generation; run VMShapeLower first");
      value.dims.push_back(imm == nullptr ? 0 : imm->value);
    }
    return ConstantArg(Value{std::move(value)});
  }
  int32_t FunctionIndex(const GlobalVar& global) {
    auto found = functions_.find(global.name.str());
    if (found != functions_.end()) return found->second;
    Fail(global.span, fmt::format("the module has no function {}", global.name.text()));
    return 0;
  }

  int32_t EmitIf(const If& branch) {
    int32_t condition = EmitToRegister(branch.cond);
    int32_t result = NewRegister();
    size_t test = Emit({.op = VmOpcode::kIf, .dst = condition, .span = branch.span});
    int32_t copy = PackedIndex("vm.builtin.copy");
    EmitCall(result, copy, {{ArgKind::kRegister, EmitSeq(*branch.true_branch)}}, branch.span);
    size_t skip = Emit({.op = VmOpcode::kGoto, .span = branch.span});
    image_.code[test].offset = static_cast<int32_t>(image_.code.size() - test);
    EmitCall(result, copy, {{ArgKind::kRegister, EmitSeq(*branch.false_branch)}}, branch.span);
    image_.code[skip].offset = static_cast<int32_t>(image_.code.size() - skip);
    return result;
  }

  // ---- calls

  int32_t EmitCallExpr(const Call& call) {
    if (const auto* op = As<Op>(call.op)) return EmitOperator(call, op->name.text());
    std::vector<VmArg> args = EmitArgs(call.args);
    int32_t dst = NewRegister();
    if (const auto* global = As<GlobalVar>(call.op)) {
      EmitCall(dst, FunctionIndex(*global), args, call.span);
    } else if (const auto* external = As<ExternFunc>(call.op)) {
      EmitCall(dst, PackedIndex(external->global_symbol.str()), args, call.span);
    } else {
      args.insert(args.begin(), EmitArg(call.op));
      EmitCall(dst, PackedIndex("vm.builtin.invoke_closure"), args, call.span);
    }
    return dst;
  }

  int32_t EmitOperator(const Call& call, std::string_view name) {
    if (name == "relax.call_builtin_with_ctx") {
      const auto* callee = As<ExternFunc>(call.args[0]);
      const auto* tuple = As<Tuple>(call.args[1]);
      if (callee != nullptr && tuple != nullptr) {
        return CallPacked(callee->global_symbol.str(), EmitArgs(tuple->fields), call.span);
      }
    }
    if (name == "relax.vm.kill_object") return EmitKill(call);
    static constexpr std::pair<std::string_view, std::string_view> kBuiltins[] = {
        {"relax.vm.alloc_storage", "vm.builtin.alloc_storage"},
        {"relax.vm.alloc_tensor", "vm.builtin.alloc_tensor"},
        {"relax.null_value", "vm.builtin.null_value"},
        {"relax.print", "relax.run.print"},
        {"relax.assert_op", "relax.run.assert_op"},
    };
    for (auto [op, builtin] : kBuiltins) {
      if (op == name) return CallPacked(std::string(builtin), EmitArgs(call.args), call.span);
    }
    Fail(call.span, fmt::format("code generation cannot handle the operator {}", name));
    return 0;
  }

  static bool IsNull(const Expr* e) {
    const auto* call = As<Call>(e);
    const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
    return op != nullptr && op->name.text() == "relax.null_value";
  }
  // The register forgets its value; whoever reads it afterwards traps.
  int32_t EmitKill(const Call& call) {
    VmArg killed = EmitArg(call.args[0]);
    if (nulls_.contains(As<Var>(call.args[0]))) {
      CallPacked("vm.builtin.kill_null", {}, call.span);
    } else if (killed.kind == ArgKind::kRegister) {
      EmitCall(static_cast<int32_t>(killed.value), PackedIndex("vm.builtin.kill"), {}, call.span);
    }
    return CallPacked("vm.builtin.make_tuple", {}, call.span);
  }

  const Module& module_;
  VmImage image_;
  std::unordered_map<std::string, int32_t> functions_;
  std::unordered_map<std::string, int32_t> packed_;
  std::unordered_map<const Var*, int32_t> registers_;
  std::unordered_map<std::string, uint32_t> names_;
  // Variables that are bound to null values.
  std::unordered_set<const Var*> nulls_;
  int32_t next_register_ = 0;
  std::optional<Diag> failed_;
};

}  // namespace

Result<VmImage> EmitVm(Context& ctx, const Module& module) {
  ASSAY_TRY(VmImage image, Emitter(module).Run());
  // What is left of places when the text is gone.
  LineCursor cursor(ctx.sources);
  for (VmInstruction& instruction : image.code) {
    if (instruction.span.file == 0) continue;
    instruction.line = cursor.LineOf(instruction.span.file, instruction.span.begin);
  }
  return image;
}

}  // namespace assay
