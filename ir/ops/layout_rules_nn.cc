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

// What is wanted for data, weight and result (data's where it is not said), or as the arguments lie.
LaidOut LayoutOfConv(const LayoutIn& in) {
  std::string data = NameOf(in.call, "data_layout", "data_layout");
  std::string kernel = NameOf(in.call, "kernel_layout", "kernel_layout");
  std::string out = NameOf(in.call, "out_layout", "data_layout");
  std::string letters[] = {in.args[0].letters, in.args[1].letters, in.args[0].letters};
  if (in.desired.size() >= 2) {
    std::string_view wanted[] = {in.desired[0], in.desired[1], in.desired[in.desired.size() >= 3 ? 2 : 0]};
    if (!IsOrderOf(wanted[0], data) || !IsOrderOf(wanted[1], kernel) || !IsOrderOf(wanted[2], out)) {
      return Refused{"a desired layout that is no order of the dimensions"};
    }
    letters[0] = Towards(data, wanted[0]);
    letters[1] = Towards(kernel, wanted[1]);
    letters[2] = Towards(out, wanted[2]);
  }
  const AttrDict* attrs = WithAttr(in.ctx, in.call.attrs, "data_layout", Text(in, Along(data, letters[0])));
  attrs = WithAttr(in.ctx, attrs, "kernel_layout", Text(in, Along(kernel, letters[1])));
  attrs = WithAttr(in.ctx, attrs, "out_layout", Text(in, Along(out, letters[2])));
  return LayoutOut{{{letters[0], {}}, {letters[1], {}}}, {letters[2], {}}, attrs, {}};
}
LaidOut LayoutOfPool(const LayoutIn& in) {
  const NestedLayout& layout = in.args[0];
  std::string name = NameOf(in.call, "layout", "layout"), out = NameOf(in.call, "out_layout", "layout");
  const AttrDict* attrs = WithAttr(in.ctx, in.call.attrs, "layout", Text(in, Along(name, layout.letters)));
  attrs = WithAttr(in.ctx, attrs, "out_layout", Text(in, Along(out, layout.letters)));
  return LayoutOut{{layout}, layout, attrs, {}};
}
LaidOut LayoutOfResize(const LayoutIn& in) {
  std::string name = NameOf(in.call, "layout", "layout");
  NestedLayout layout = in.args[0];
  if (!in.desired.empty()) {
    if (!IsOrderOf(in.desired[0], name)) return Refused{"a desired layout that is no order of the dimensions"};
    layout = {Towards(name, in.desired[0]), {}};
  }
  const AttrDict* attrs = WithAttr(in.ctx, in.call.attrs, "layout", Text(in, Along(name, layout.letters)));
  return LayoutOut{{layout}, layout, attrs, {}};
}
// Scales keep their original layout; axes follow the data.
LaidOut LayoutOfNorm(const LayoutIn& in) {
  LayoutOut out{{in.args[0]}, in.args[0], in.call.attrs, {}};
  for (size_t i = 1; i < in.call.args.size(); ++i) out.inputs.push_back(OriginalLayout(in.call.args[i]->type));
  std::vector<int64_t> axes = IntsAttr(in.call, "axes");
  for (int64_t& axis : axes) axis = AxisIn(in.args[0].letters, axis);
  out.attrs = WithAttr(in.ctx, out.attrs, "axes", MakeAttrInts(in.ctx, axes));
  if (in.call.attrs->Find("channel_axis") != nullptr) {
    int64_t channel = AxisIn(in.args[0].letters, IntAttr(in.call, "channel_axis"));
    out.attrs = WithAttr(in.ctx, out.attrs, "channel_axis", MakeAttrInt(in.ctx, channel));
  }
  return out;
}
LaidOut LayoutOfBatchNorm(const LayoutIn& in) {
  LayoutOut out{{in.args[0]}, {}, nullptr, {}};
  for (size_t i = 1; i < in.call.args.size(); ++i) out.inputs.push_back(OriginalLayout(in.call.args[i]->type));
  out.output.fields = {in.args[0], out.inputs[3], out.inputs[4]};
  int64_t axis = AxisIn(in.args[0].letters, IntAttr(in.call, "axis"));
  out.attrs = WithAttr(in.ctx, in.call.attrs, "axis", MakeAttrInt(in.ctx, axis));
  return out;
}

}  // namespace assay
