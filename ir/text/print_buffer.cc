// Buffers: declarations, uses, indices and regions.
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/prim/literals.h"
#include "ir/tensor/int_range.h"
#include "ir/text/as_read.h"
#include "ir/text/buffer_printer.h"
#include "ir/text/expr_printer.h"
#include "ir/text/print_literal.h"
#include "ir/text/type_printer.h"
#include "ir/walk.h"

namespace assay {
namespace {

// How far the slice reaches that a ramp is written as. Nothing where no slice says it: readers take positive steps
// alone, and the end must be a number of the index's dtype. TVM writes a slice always, and reads another ramp.
std::optional<int64_t> WidthOfSlice(const Ramp& ramp) {
  const auto *base = As<IntImm>(ramp.base), *stride = As<IntImm>(ramp.stride), *lanes = As<IntImm>(ramp.lanes);
  if (stride == nullptr || lanes == nullptr || stride->value <= 0) return std::nullopt;
  const int64_t greatest = GreatestInt(DTypeOf(stride));
  int64_t width = 0, end = 0;
  bool fits = !__builtin_mul_overflow(lanes->value, stride->value, &width) &&
              !__builtin_add_overflow(base == nullptr ? 0 : base->value, width, &end) && end <= greatest;
  return fits ? std::optional(width) : std::nullopt;
}

bool HasSymbolicShape(const Buffer& buffer) {
  return !std::ranges::all_of(buffer.shape, [](const Expr* dim) { return Is<IntImm>(dim); });
}

}  // namespace

bool BufferPrinter::UsesMatched(const Buffer& buffer) const {
  return !matched_.empty() && MentionsAny(&buffer, [&](const Var* var) { return matched_.contains(var); });
}

void BufferPrinter::NameScalars(const PrimFunc& func) {
  for (size_t i = 0; i < func.params.size(); ++i) {
    if (!func.buffers.empty() && func.buffers[i] != nullptr) continue;
    scope_.Define(func.params[i], PrintScope::Hint(func.params[i]->name, "v"), scope_.Top());
    unbound_.insert(func.params[i]);
  }
}

void BufferPrinter::PrimParam(std::string& line, const PrimFunc& func, size_t i) {
  const Var* param = func.params[i];
  const Buffer* buffer = func.buffers.empty() ? nullptr : func.buffers[i];
  if (buffer == nullptr) {
    std::string type;
    unbound_.erase(param);
    types_.Type(type, param->type);
    if (form_.SaysSize(*param)) type += "(is_size_var=True)";
    line += Param(scope_.NameOf(param), type);
    return;
  }
  std::string name = scope_.Define(buffer, PrintScope::Hint(buffer->name, "buffer"), scope_.Top());
  if ((form_.options.matched_buffers && HasSymbolicShape(*buffer)) || HasWideStride(*buffer) || UsesMatched(*buffer)) {
    for (const Var* var : VarsIn(buffer)) {
      if (!scope_.IsDefined(var)) matched_.insert(var);
    }
    std::string handle = scope_.Define(param, name + "_handle", scope_.Top());
    std::string type;
    head_.TirName(type, "handle");
    line += Param(handle, type);
    std::string declaration =
        BufferDeclaration(*buffer, "match_buffer", scope_.Top(), false, false, nullptr, HasWideStride(*buffer));
    declaration.insert(declaration.find('(') + 1, handle + ", ");
    return scope_.Line(form_.Named(name, declaration));
  }
  scope_.DefineAs(param, name, scope_.Top());
  line += Param(name, BufferDeclaration(*buffer, "Buffer", scope_.Top(), false, true));
}

std::string BufferPrinter::Param(const std::string& name, const std::string& type) const {
  return form_.program ? name + " = param(\"" + name + "\", " + type + ")\n" : name + ": " + type;
}

void BufferPrinter::BufferUse(Out out, const Buffer* buffer) {
  const std::string* used = scope_.FindName(buffer);
  if (used == nullptr) {
    // Never declared: TVM declares it where all its uses are.
    PrintFrame& frame = scope_.FrameOfAllUses(buffer);
    std::string name = scope_.Define(buffer, PrintScope::Hint(buffer->name, "buffer"), frame);
    scope_.LineIn(frame, form_.Named(name, BufferDeclaration(*buffer, "Buffer", frame, true, false)));
    used = scope_.FindName(buffer);
  }
  out += *used;
}

namespace {

// The elements of `to` that `count` elements of `from` are; 0 when they are no whole number of them.
int64_t Lanes(int64_t count, const Buffer& from, const Buffer& to) {
  int64_t width = int64_t{to.dtype.bits} * to.dtype.lanes, bits = 0;
  bool whole = width > 0 && !__builtin_mul_overflow(count, int64_t{from.dtype.bits} * from.dtype.lanes, &bits);
  return whole && bits % width == 0 ? bits / width : 0;
}

}  // namespace

// The buffer whose address `data` is, when that is how it is written.
const Buffer* BufferPrinter::BufferBehind(const assay::Expr* data) const {
  const std::string* text = scope_.FindName(data);
  if (text == nullptr || !text->ends_with(".data")) return nullptr;
  return scope_.BufferNamed(std::string_view(text->data(), text->size() - 5));
}

std::string BufferPrinter::ViewOf(const DeclBuffer& declare) {
  const Buffer& child = *declare.buffer;
  const Buffer* parent = form_.Old() || declare.data == nullptr ? nullptr : BufferBehind(declare.data);
  if (parent == nullptr || parent == &child) return {};
  // TVM's reader takes no view of what has no dimensions.
  if (form_.options.matched_buffers && parent->shape.empty()) return {};
  auto same = [](Nodes<assay::Expr> a, Nodes<assay::Expr> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto* x, const auto* y) { return Equal(x, y); });
  };
  bool alike =
      child.scope == parent->scope && child.data_alignment == parent->data_alignment &&
      child.offset_factor == parent->offset_factor && child.axis_separators.empty() &&
      same(child.strides, parent->strides) &&
      (child.elem_offset == parent->elem_offset || (child.elem_offset != nullptr && parent->elem_offset != nullptr &&
                                                    Equal(child.elem_offset, parent->elem_offset)));
  if (!alike) return {};
  std::string text = scope_.NameOf(parent) + ".view(";
  if (child.dtype == parent->dtype) {
    if (same(child.shape, parent->shape)) return {};
    exprs_.CommaList(text, child.shape);
    return text + ")";
  }
  // Another dtype: the last dimension makes up for its width.
  size_t rank = child.shape.size();
  if (rank == 0 || rank != parent->shape.size() || !same(child.shape.first(rank - 1), parent->shape.first(rank - 1)))
    return {};
  const auto *last = As<IntImm>(child.shape.back()), *before = As<IntImm>(parent->shape.back());
  bool fits = last != nullptr && before != nullptr && child.strides.empty() &&
              last->value == Lanes(before->value, *parent, child) && last->value > 0;
  if (!fits) return {};
  literal::Quoted(text, DTypeName(child.dtype));
  return text + ")";
}

void BufferPrinter::Indices(Out out, Nodes<assay::Expr> indices) {
  if (indices.empty()) {
    out += "[()]";
    return;
  }
  out += '[';
  for (size_t i = 0; i < indices.size(); ++i) {
    if (i != 0) out += ", ";
    const auto* ramp = As<Ramp>(indices[i]);
    std::optional<int64_t> width = ramp == nullptr ? std::nullopt : WidthOfSlice(*ramp);
    if (!width) {
      exprs_.Expr(out, indices[i]);
      continue;
    }
    exprs_.Expr(out, ramp->base);
    out += ':';
    IntImm distance = *As<IntImm>(ramp->stride);
    distance.value = *width;
    exprs_.SumOf(out, ramp->base, &distance);
    if (!IsLiteralInt(ramp->stride, 1)) {
      out += ':';
      exprs_.Expr(out, ramp->stride);
    }
  }
  out += ']';
}

void BufferPrinter::RegionCall(Out out, const BufferRegion& region) {
  out += scalars_.contains(region.buffer) ? "region(buffer_of(" : "region(";
  BufferUse(out, region.buffer);
  out += scalars_.contains(region.buffer) ? "), [" : ", [";
  for (size_t i = 0; i < region.region.size(); ++i) {
    if (i != 0) out += ", ";
    out += '(';
    exprs_.Expr(out, region.region[i]->min);
    out += ", ";
    exprs_.Expr(out, region.region[i]->extent);
    out += ')';
  }
  out += "])";
}

void BufferPrinter::Region(Out out, const BufferRegion& region) {
  if (form_.program) return RegionCall(out, region);
  BufferUse(out, region.buffer);
  if (scalars_.contains(region.buffer)) out += ".buffer";
  if (region.region.empty()) {
    out += "[()]";
    return;
  }
  out += '[';
  for (size_t i = 0; i < region.region.size(); ++i) {
    if (i != 0) out += ", ";
    const Range& range = *region.region[i];
    exprs_.Expr(out, range.min);
    if (IsLiteralInt(range.extent, 1)) continue;
    out += ':';
    exprs_.SumOf(out, range.min, range.extent);
  }
  out += ']';
}

// The shape as a tuple. Bare undefined variables are declared (collected in `fresh`); in a parameter, dimensions with
// variables seen for the first time are quoted.
std::string BufferPrinter::BufferShape(const Buffer& buffer, bool parameter, std::vector<const Var*>& fresh) {
  std::string text = "(";
  for (size_t i = 0; i < buffer.shape.size(); ++i) {
    if (i != 0) text += ", ";
    const assay::Expr* dim = buffer.shape[i];
    bool has_new = false;
    if (!Is<IntImm>(dim)) {
      WalkOnce(dim, [&](const Node* node) {
        if (!Is<Var>(node)) return;
        // Once quoted, a parameter counts as introduced.
        has_new |= !scope_.IsDefined(node) || (parameter && unbound_.erase(static_cast<const Var*>(node)) != 0);
      });
    }
    const auto* var = As<Var>(dim);
    if (var != nullptr && !scope_.IsDefined(var)) {
      std::string name = scope_.Define(var, PrintScope::Hint(var->name, "v"), scope_.Top());
      bool wide = DTypeOf(var) == DType::Int(64) && !form_.SaysSize(*var);
      if (parameter && form_.New() && wide) {
        head_.NoteTypeVar(var, name);
      } else {
        fresh.push_back(var);
      }
    }
    std::string one;
    exprs_.Expr(one, dim);
    bool declared = var != nullptr && head_.IsTypeVar(var);
    // An expression of declared variables is no Python of its own.
    if (!Is<IntImm>(dim) && var == nullptr && parameter) {
      WalkOnce(dim,
               [&](const Node* node) { has_new |= Is<Var>(node) && head_.IsTypeVar(static_cast<const Var*>(node)); });
    }
    if (has_new && parameter && !declared && !form_.program) {
      literal::Quoted(text, one);
    } else {
      text += one;
    }
  }
  return text + (buffer.shape.size() == 1 ? ",)" : ")");
}

bool BufferPrinter::HasWideStride(const Buffer& buffer) const {
  auto in_shape = [&](const assay::Expr* stride) {
    return std::ranges::any_of(buffer.shape,
                               [&](const assay::Expr* dim) { return Mentions(dim, stride, Types::kSkip); });
  };
  return std::ranges::any_of(buffer.strides, [&](const assay::Expr* stride) {
    return Is<Var>(stride) && !scope_.IsDefined(stride) && DTypeOf(stride) != DType::Int(32) && !in_shape(stride);
  });
}

void BufferPrinter::BufferExtras(Out out, const Buffer& buffer, PrintFrame& frame, bool own_data,
                                 const assay::Expr* data, std::vector<const Var*>* fresh) {
  const std::string& name = scope_.NameOf(&buffer);
  if (data != nullptr) {
    out += ", data=";
    exprs_.Expr(out, data);
    if (!scope_.IsDefined(buffer.data)) scope_.DefineAs(buffer.data, name + ".data", frame);
  } else if (!scope_.IsDefined(buffer.data)) {
    scope_.DefineAs(buffer.data, name + ".data", frame);
  } else if (own_data) {
    out += ", data=" + scope_.NameOf(buffer.data);
  }
  if (!buffer.strides.empty()) {
    out += ", strides=(";
    for (size_t i = 0; i < buffer.strides.size(); ++i) {
      if (i != 0) out += ", ";
      const auto* var = As<Var>(buffer.strides[i]);
      if (var != nullptr && !scope_.IsDefined(var) && fresh != nullptr) {
        out += scope_.Define(var, PrintScope::Hint(var->name, "v"), scope_.Top());
        fresh->push_back(var);
      } else if (var != nullptr && !scope_.IsDefined(var)) {
        scope_.DefineAs(var, fmt::format("{}.strides[{}]", name, i), frame);
        literal::Quoted(out, var->name.text());
      } else {
        exprs_.Expr(out, buffer.strides[i]);
      }
    }
    out += buffer.strides.size() == 1 ? ",)" : ")";
  }
  bool needs_factor = false;
  if (const auto* offset = As<Var>(buffer.elem_offset); offset != nullptr && !scope_.IsDefined(offset)) {
    scope_.DefineAs(offset, name + ".elem_offset", frame);
    needs_factor = true;
  } else if (buffer.elem_offset != nullptr && !IsDefaultOffset(buffer)) {
    out += ", elem_offset=";
    exprs_.Expr(out, buffer.elem_offset);
  }
  if (!(buffer.scope == "global") && !buffer.scope.empty()) {
    out += ", scope=";
    literal::Quoted(out, buffer.scope.text());
  }
  if (buffer.data_alignment != 64) out += fmt::format(", align={}", buffer.data_alignment);
  if (needs_factor || buffer.offset_factor != 1) out += fmt::format(", offset_factor={}", buffer.offset_factor);
  if (!buffer.axis_separators.empty())
    out += fmt::format(", axis_separators=[{}]", fmt::join(buffer.axis_separators, ", "));
}

std::string BufferPrinter::BufferDeclaration(const Buffer& buffer, std::string_view method, PrintFrame& frame,
                                             bool own_data, bool parameter, const assay::Expr* data,
                                             bool declares_strides) {
  std::string text;
  head_.TirName(text, method);
  text += '(';
  std::vector<const Var*> fresh;
  text += BufferShape(buffer, parameter, fresh);
  if (parameter || !(buffer.dtype == DType::Float(32))) {
    text += ", ";
    literal::Quoted(text, DTypeName(buffer.dtype));
  }
  BufferExtras(text, buffer, frame, own_data, data, declares_strides ? &fresh : nullptr);
  if (!fresh.empty()) {
    std::string names, makers;
    for (const Var* var : fresh) {
      if (form_.program) {
        std::string value;
        exprs_.VariableCreation(value, *var);
        scope_.LineIn(frame, form_.Named(scope_.NameOf(var), value));
        continue;
      }
      if (!names.empty()) {
        names += ", ";
        makers += ", ";
      }
      names += scope_.NameOf(var);
      exprs_.VariableCreation(makers, *var);
    }
    if (!form_.program) scope_.LineIn(frame, names + " = " + makers);
  }
  return text + ")";
}

}  // namespace assay
