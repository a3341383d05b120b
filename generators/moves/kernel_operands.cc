// Moves on what a kernel is handed: a call gets a kernel of its own whose parameters are others, or stand elsewhere, so
// that whoever takes one operand for another one, or counts those that are read, gives another result. Tested by
// moves_test.cc.
#include <algorithm>

#include "generators/moves/relax_places.h"
#include "ir/builder.h"
#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "passes/op_names.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

// A kernel and the call at a place, whose first parameters are the operands.
struct CalledKernel {
  Place place;
  const Call* call = nullptr;
  const PrimFunc* kernel = nullptr;
  std::vector<const Expr*> operands;
};

// Whether what is written down of the kernel names none of its parameters by number.
bool NamesNoPlaces(const PrimFunc& kernel) {
  return kernel.attrs == nullptr ||
         std::ranges::none_of(kernel.attrs->values, [](const Attr* value) { return Is<AttrList>(value); });
}

std::optional<CalledKernel> CalledAt(const Module& module, const Place& place) {
  const Expr* value = place.binding->value;
  if (!IsCallOf(value, "relax.call_tir")) return std::nullopt;
  const auto* call = static_cast<const Call*>(value);
  const auto* callee = As<GlobalVar>(call->args[0]);
  const auto* operands = As<Tuple>(call->args[1]);
  const auto* kernel = callee == nullptr ? nullptr : As<PrimFunc>(module.Find(callee->name.text()));
  bool fits = kernel != nullptr && operands != nullptr && operands->fields.size() < kernel->params.size() &&
              NamesNoPlaces(*kernel);
  for (size_t i = 0; fits && i < operands->fields.size(); ++i) fits = kernel->buffers[i] != nullptr;
  if (!fits) return std::nullopt;
  return CalledKernel{place, call, kernel, {operands->fields.begin(), operands->fields.end()}};
}

std::optional<CalledKernel> DrawCalled(MoveSite& site, size_t least) {
  auto place = DrawPlace(site, [&](const Place& p) {
    auto called = CalledAt(site.module, p);
    return called && called->operands.size() >= least;
  });
  return place ? CalledAt(site.module, *place) : std::nullopt;
}

// The call with a kernel of its own, which has these parameters.
std::optional<Module> WithOwnKernel(MoveSite& site, const CalledKernel& called, std::vector<const Var*> params,
                                    std::vector<const Buffer*> buffers, const std::vector<const Expr*>& operands) {
  PrimFunc* own = site.ctx.arena.New<PrimFunc>(*called.kernel);
  own->params = site.ctx.Copy(params);
  own->buffers = site.ctx.Copy(buffers);
  own->attrs = WithAttr(site.ctx, called.kernel->attrs, "global_symbol", nullptr);
  own->type = nullptr;
  own->type = SignatureOf(site.ctx, own);
  const PrimFunc* kernel = RenewDefs(site.ctx, own);
  const GlobalVar* var =
      FreshGlobal(site.ctx, site.module, As<GlobalVar>(called.call->args[0])->name.str() + "_own", kernel);
  Module with = WithFunction(site.ctx, site.module, var, kernel);
  return EditBindingOf(site, with, called.place, [&](BindingEditor& editor, const VarBinding&) -> const Expr* {
    Call* call = site.ctx.arena.New<Call>(*called.call);
    std::vector<const Expr*> args(call->args.begin(), call->args.end());
    args[0] = var;
    args[1] = MakeTuple(site.ctx, operands);
    call->args = site.ctx.Copy(args);
    return editor.Typed(call);
  });
}

// Half of the time of the type of an operand, so that it could be taken for that.
std::optional<Module> UnreadOperand(MoveSite& site) {
  std::optional<CalledKernel> called = DrawCalled(site, 1);
  if (!called) return std::nullopt;
  const Expr* like = site.bytes.Pick(called->operands);
  const Var* given = nullptr;
  if (site.bytes.Chance(1, 2)) given = DrawVisible(site, called->place, like->type, As<Var>(like));
  std::vector<const Var*> tensors = VisibleAt(called->place);
  std::erase_if(tensors, [](const Var* var) { return StaticTensor(var->type) == nullptr; });
  if (given == nullptr && !tensors.empty()) given = site.bytes.Pick(tensors);
  const TensorType* type = given == nullptr ? nullptr : StaticTensor(given->type);
  if (type == nullptr || type->dtype.IsVoid()) return std::nullopt;
  std::vector<const Expr*> shape = {As<ShapeExpr>(type->shape)->values.begin(),
                                    As<ShapeExpr>(type->shape)->values.end()};
  const Buffer* buffer = MakeBuffer(site.ctx, "unread", type->dtype, shape);
  std::vector<const Var*> params(called->kernel->params.begin(), called->kernel->params.end());
  std::vector<const Buffer*> buffers(called->kernel->buffers.begin(), called->kernel->buffers.end());
  auto at = static_cast<std::ptrdiff_t>(site.bytes.Below(called->operands.size() + 1));
  params.insert(params.begin() + at, MakeVar(site.ctx, "unread_handle", DType::Handle()));
  buffers.insert(buffers.begin() + at, buffer);
  std::vector<const Expr*> operands = called->operands;
  operands.insert(operands.begin() + at, given);
  return WithOwnKernel(site, *called, std::move(params), std::move(buffers), operands);
}

std::optional<Module> OtherOrder(MoveSite& site) {
  std::optional<CalledKernel> called = DrawCalled(site, 2);
  if (!called) return std::nullopt;
  size_t count = called->operands.size();
  size_t first = site.bytes.Below(count), second = (first + 1 + site.bytes.Below(count - 1)) % count;
  std::vector<const Var*> params(called->kernel->params.begin(), called->kernel->params.end());
  std::vector<const Buffer*> buffers(called->kernel->buffers.begin(), called->kernel->buffers.end());
  std::vector<const Expr*> operands = called->operands;
  std::swap(params[first], params[second]);
  std::swap(buffers[first], buffers[second]);
  std::swap(operands[first], operands[second]);
  return WithOwnKernel(site, *called, std::move(params), std::move(buffers), operands);
}

}  // namespace

const MoveSpec kUnreadOperand = {"unread_operand", MoveFamily::kMetamorphic,
                                 "a kernel that is called takes a tensor besides that it does not read", UnreadOperand};
const MoveSpec kOperandsInOtherOrder = {"operands_in_other_order", MoveFamily::kMetamorphic,
                                        "a kernel that is called takes its operands in another order", OtherOrder};

}  // namespace assay
