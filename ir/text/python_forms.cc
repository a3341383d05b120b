// As the signatures in tvm.relax.op, by the names of assay's rows.
#include "ir/text/python_forms.h"

#include <algorithm>
#include <unordered_map>

namespace assay {
namespace {

using enum LeftOut;

std::vector<PythonForm> Forms() {
  const std::vector<std::string_view> pool = {"data",      "pool_size",         "strides", "padding",   "dilation",
                                              "ceil_mode", "count_include_pad", "layout",  "out_layout"};
  std::vector<std::string_view> pool_backward = pool;
  pool_backward.insert(pool_backward.begin(), "output_grad");
  std::vector<PythonForm> forms = {
      {"arange", {}, {{"end", "stop"}}, {{"start", kZero}, {"step", kOne}}},
      {"eye", {}, {}, {{"m", kAsBefore, "n"}, {"k", kZero}}},
      {"eye_like", {}, {}, {{"k", kZero}}},
      {"tril", {}, {}, {{"k", kZero}}},
      {"triu", {}, {}, {{"k", kZero}}},
      {"unique",
       {},
       {},
       {{"sorted", kTrue}, {"return_index", kFalse}, {"return_inverse", kFalse}, {"return_counts", kFalse}}},
      {"memory.view",
       {},
       {{"data", "x"}},
       {{"shape", kNothing}, {"dtype", kNothing}, {"relative_byte_offset", kNothing}}},
      {"memory.ensure_zero_offset", {}, {{"data", "x"}}, {}},
      {"memory.alloc_storage", {}, {{"size", "total_space"}}, {}},
      {"memory.alloc_tensor", {}, {{"runtime_device_ind", "runtime_device_index"}}, {}},
      {"vm.alloc_storage", {}, {{"shape", "size"}}, {{"storage_scope", kGlobalScope}}},
      {"vm.alloc_tensor", {}, {{"runtime_device_ind", "runtime_device_index"}}, {}},
      {"builtin.alloc_tensor", {}, {}, {{"storage_scope", kGlobalScope}}},
      {"builtin.stop_lift_params", {}, {{"x", "data"}}, {}},
      {"slice_scatter", {}, {{"input_tensor", "input"}}, {}},
      {"sort", {}, {{"x", "data"}}, {}},
      {"median", {}, {{"x", "data"}}, {}},
      {"nn.selu", {}, {{"data", "x"}}, {}},
      {"size", {}, {{"expr", "input"}}, {}},
      {"shape_of", {}, {{"expr", "input"}}, {}},
      {"tensor_to_shape", {}, {{"expr", "input"}}, {}},
      {"shape_to_tensor", {}, {{"expr", "input"}}, {}},
      {"grad.no_grad", {}, {{"input", "x"}}, {}},
      {"grad.start_checkpoint", {}, {{"input", "x"}}, {}},
      {"grad.end_checkpoint", {}, {{"input", "x"}}, {}},
      {"nn.pad", {"data", "pad_width", "pad_mode", "pad_value"}, {}, {}},
      {"quantize", {"data", "scale", "zero_point", "axis", "out_dtype"}, {}, {}},
      {"dequantize", {"data", "scale", "zero_point", "axis", "out_dtype"}, {}, {}},
      {"nn.attention", {"query", "key", "value", "bias", "scale", "causal_mask", "window_size"}, {}, {}},
      {"nn.attention_var_len",
       {},
       {{"queries", "query"}, {"keys", "key"}, {"values", "value"}},
       {{"seqstart_k", kAsBefore, "seqstart_q"}, {"max_seqlen_k", kAsBefore, "max_seqlen_q"}}},
      {"grad.max_pool2d_backward", pool_backward, {}, {}},
      {"grad.avg_pool2d_backward", pool_backward, {}, {}},
  };
  for (std::string_view op :
       {"nn.max_pool1d", "nn.max_pool2d", "nn.max_pool3d", "nn.avg_pool1d", "nn.avg_pool2d", "nn.avg_pool3d"}) {
    forms.push_back({op, pool, {}, {}});
  }
  return forms;
}

}  // namespace

std::string_view PythonForm::RowName(std::string_view keyword) const {
  auto alias = std::ranges::find(aliases, keyword, &std::pair<std::string_view, std::string_view>::first);
  return alias == aliases.end() ? keyword : alias->second;
}

const PythonDefault* PythonForm::DefaultOf(std::string_view operand) const {
  auto found = std::ranges::find(defaults, operand, &PythonDefault::operand);
  return found == defaults.end() ? nullptr : &*found;
}

const PythonForm* FindPythonForm(std::string_view op) {
  static const auto* const kForms = [] {
    auto* forms = new std::unordered_map<std::string_view, PythonForm>;
    for (PythonForm& form : Forms()) forms->emplace(form.op, std::move(form));
    return forms;
  }();
  auto found = kForms->find(op);
  return found == kForms->end() ? nullptr : &found->second;
}

}  // namespace assay
