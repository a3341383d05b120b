// Results in another order of dimensions than the data, as out_layout says: kernels and evaluations work in the order
// of the data, and lay the result out in the end (TVM's kernels refuse that). Tested by out_order_test.cc.
#pragma once

#include "ir/ops/kernel.h"
#include "ir/ops/spatial.h"

namespace assay {

class OutOrder {
 public:
  // By the layouts in the attributes `data` and out_layout. Nothing where they do not only differ in order.
  static std::optional<OutOrder> Of(const Call& call, std::string_view data, size_t spatial) {
    std::string_view from = TextAttr(call, data), to = OutLayoutName(call, data);
    std::optional<Layout> own = Layout::Parse(from, DataLetters(spatial));
    std::optional<Layout> out = Layout::Parse(to, DataLetters(spatial));
    OutOrder order;
    if (!own || !out) return std::nullopt;
    for (size_t i = 0; from == to && i < static_cast<size_t>(own->rank()); ++i) order.places_.push_back(i);
    if (from == to) return order;
    if (!own->IsPermutation() || !out->IsPermutation()) return std::nullopt;
    for (char letter : from) order.places_.push_back(out->PlaceOf(letter));
    order.same_ = false;
    return order;
  }

  bool same() const { return same_; }
  // What there is for each dimension, in the order of the data, from that of the result, and back.
  template <class T>
  std::vector<T> InData(const std::vector<T>& of_result) const {
    std::vector<T> own;
    for (size_t place : places_) own.push_back(of_result[place]);
    return own;
  }
  template <class T>
  std::vector<T> InResult(const std::vector<T>& of_data) const {
    std::vector<T> laid = of_data;
    for (size_t i = 0; i < places_.size(); ++i) laid[places_[i]] = of_data[i];
    return laid;
  }

  // The last stage of a kernel whose result stands in the order of the data.
  KernelBuffer Laid(KernelBuilder& k, const KernelBuffer& result) const {
    if (same_) return result;
    return k.Compute("T_layout_trans", Axes("ax", InResult(result.dims())),
                     [&](const Terms& at) { return result(InData(at)); });
  }
  // The first stage of a kernel that takes something in the order of results.
  KernelBuffer Taken(KernelBuilder& k, const KernelBuffer& given) const {
    if (same_) return given;
    return k.Compute("T_layout_trans", Axes("ax", InData(given.dims())),
                     [&](const Terms& at) { return given(InResult(at)); });
  }

 private:
  std::vector<size_t> places_;
  bool same_ = true;
};

}  // namespace assay
