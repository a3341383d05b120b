// Layout rules of operators whose attributes name layouts, and of norms. Tested by layout_rules_test.cc.
#include <algorithm>
#include <cctype>

#include "ir/ops/layout_rules.h"

namespace assay {
namespace {

const Attr* Text(const LayoutIn& in, std::string_view text) { return MakeAttrString(in.ctx, text); }
// A layout by name, or that of data where the attribute is left open.
std::string NameOf(const Call& call, std::string_view attr, std::string_view data_attr) {
  bool open = IsNullAttr(call, attr) || TextAttr(call, attr).empty();
  return std::string(TextAttr(call, open ? data_attr : attr));
}
// An order of the same capital letters: nothing split, nothing new.
bool IsOrderOf(std::string_view wanted, std::string_view name) {
  std::string a(wanted), b(name);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b && std::all_of(a.begin(), a.end(), [](unsigned char c) { return std::isupper(c) != 0; });
}
// The name of a layout that goes along with the letters of the value.
std::string Along(std::string_view name, std::string_view letters) {
  return ReorderedLike(name, OriginalLetters(static_cast<int>(name.size())), letters);
}
// The letters that lead from a layout to the wanted one.
std::string Towards(std::string_view name, std::string_view wanted) {
  return ReorderedLike(OriginalLetters(static_cast<int>(name.size())), name, wanted);
}

}  // namespace

namespace {

std::string OrderOf(const LayoutIn& in, size_t i) {
  return IsPacked(in.args[i].letters) ? OriginalLayout(in.call.args[i]->type).letters : in.args[i].letters;
}

// Layouts of data, weight and result of a convolution: their names, and their letters.
struct ConvPlan {
  std::string names[3];
  std::string letters[3];
  const AttrDict* Attrs(const LayoutIn& in, const std::string (&named)[3]) const {
    const AttrDict* attrs = WithAttr(in.ctx, in.call.attrs, "data_layout", Text(in, named[0]));
    attrs = WithAttr(in.ctx, attrs, "kernel_layout", Text(in, named[1]));
    return WithAttr(in.ctx, attrs, "out_layout", Text(in, named[2]));
  }
  LayoutOut Out(const LayoutIn& in, const std::string (&named)[3]) const {
    return {{{letters[0], {}}, {letters[1], {}}}, {letters[2], {}}, Attrs(in, named), {}};
  }
};

// The wanted layouts, orders or packed; Refused when they have other letters.
LaidOut WantedConv(const LayoutIn& in, ConvPlan plan) {
  std::string wanted[3] = {in.desired[0], in.desired[1], in.desired[in.desired.size() >= 3 ? 2 : 0]};
  bool packed = false;
  for (size_t i = 0; i < 3; ++i) {
    std::string original = OriginalLetters(static_cast<int>(plan.names[i].size()));
    std::optional<std::string> letters = PackedLike(original, plan.names[i], wanted[i]);
    if (!letters) return Refused{"a desired layout with other dimensions"};
    plan.letters[i] = *letters;
    packed = packed || IsPacked(*letters);
    if (!IsPacked(*letters) && !IsOrderOf(wanted[i], plan.names[i]))
      return Refused{"a desired layout that lacks dimensions"};
  }
  if (!packed) return plan.Out(in, wanted);
  bool fits = plan.names[0].size() == 4;
  for (size_t i = 0; i < 2; ++i)
    fits = fits && (!IsPacked(plan.letters[i]) || Packs(in.call.args[i]->type, plan.letters[i]));
  if (fits) return plan.Out(in, wanted);
  for (size_t i = 0; i < 3; ++i) plan.letters[i] = OriginalLetters(static_cast<int>(plan.names[i].size()));
  return plan.Out(in, plan.names);
}

}  // namespace

// What is wanted for data, weight and result (data's where it is not said), or as the arguments lie.
LaidOut LayoutOfConv(const LayoutIn& in) {
  ConvPlan plan{{NameOf(in.call, "data_layout", "data_layout"), NameOf(in.call, "kernel_layout", "kernel_layout"),
                 NameOf(in.call, "out_layout", "data_layout")},
                {OrderOf(in, 0), OrderOf(in, 1), OrderOf(in, 0)}};
  if (IsPacked(plan.names[0]) || IsPacked(plan.names[1])) return Refused{"a convolution that is packed already"};
  if (in.desired.size() >= 2) return WantedConv(in, plan);
  std::string named[3];
  for (size_t i = 0; i < 3; ++i) named[i] = Along(plan.names[i], plan.letters[i]);
  return plan.Out(in, named);
}
LaidOut LayoutOfPool(const LayoutIn& in) {
  NestedLayout layout = in.args[0];
  std::string name = NameOf(in.call, "layout", "layout"), out = NameOf(in.call, "out_layout", "layout");
  if (IsPacked(name)) return Refused{"a pool that is packed already"};
  bool fits = name.size() == 4 && Packs(in.call.args[0]->type, layout.letters);
  if (IsPacked(layout.letters) && !fits) layout = {OrderOf(in, 0), {}};
  auto along = [&](const std::string& of) {
    return PackedLike(of, OriginalLetters(static_cast<int>(of.size())), layout.letters);
  };
  std::optional<std::string> data = along(name), result = along(out);
  if (!data || !result) return Refused{"a layout with other dimensions"};
  const AttrDict* attrs = WithAttr(in.ctx, in.call.attrs, "layout", Text(in, *data));
  attrs = WithAttr(in.ctx, attrs, "out_layout", Text(in, *result));
  return LayoutOut{{layout}, layout, attrs, {}};
}
LaidOut LayoutOfResize(const LayoutIn& in) {
  std::string name = NameOf(in.call, "layout", "layout");
  NestedLayout layout{OrderOf(in, 0), {}};
  if (!in.desired.empty()) {
    if (!IsOrderOf(in.desired[0], name)) return Refused{"a desired layout that is no order of the dimensions"};
    layout = {Towards(name, in.desired[0]), {}};
  }
  const AttrDict* attrs = WithAttr(in.ctx, in.call.attrs, "layout", Text(in, Along(name, layout.letters)));
  return LayoutOut{{layout}, layout, attrs, {}};
}
// Scales keep their original layout; axes follow the data.
LaidOut LayoutOfNorm(const LayoutIn& in) {
  NestedLayout layout{OrderOf(in, 0), {}};
  LayoutOut out{{layout}, layout, in.call.attrs, {}};
  for (size_t i = 1; i < in.call.args.size(); ++i) out.inputs.push_back(OriginalLayout(in.call.args[i]->type));
  std::vector<int64_t> axes = IntsAttr(in.call, "axes");
  for (int64_t& axis : axes) axis = AxisIn(layout.letters, axis);
  out.attrs = WithAttr(in.ctx, out.attrs, "axes", MakeAttrInts(in.ctx, axes));
  if (in.call.attrs->Find("channel_axis") != nullptr) {
    int64_t channel = AxisIn(layout.letters, IntAttr(in.call, "channel_axis"));
    out.attrs = WithAttr(in.ctx, out.attrs, "channel_axis", MakeAttrInt(in.ctx, channel));
  }
  return out;
}
LaidOut LayoutOfBatchNorm(const LayoutIn& in) {
  NestedLayout layout{OrderOf(in, 0), {}};
  LayoutOut out{{layout}, {}, nullptr, {}};
  for (size_t i = 1; i < in.call.args.size(); ++i) out.inputs.push_back(OriginalLayout(in.call.args[i]->type));
  out.output.fields = {layout, out.inputs[3], out.inputs[4]};
  int64_t axis = AxisIn(layout.letters, IntAttr(in.call, "axis"));
  out.attrs = WithAttr(in.ctx, in.call.attrs, "axis", MakeAttrInt(in.ctx, axis));
  return out;
}

}  // namespace assay
