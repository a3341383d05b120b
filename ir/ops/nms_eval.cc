// Reference evaluation of non-maximum suppression, as its rows in nms.cc say. Tested by nms_test.cc.
#include <algorithm>
#include <numeric>

#include "ir/ops/common_rows.h"
#include "ir/ops/eval_index.h"
#include "ir/ops/nms.h"

namespace assay {
namespace {

using eval::Index;

// A box with all its numbers, and where it stands in the operand; -1 once it is dropped.
struct Box {
  std::vector<Scalar> numbers;
  int64_t from = -1;
};
// The area that two boxes share, of what both cover; their corners come from place `start` on, in any order.
Scalar Overlap(const Box& a, const Box& b, size_t start) {
  Scalar zero = Scalar::Zero(a.numbers[start].dtype);
  auto low = [&](const Box& box, size_t d) { return scalar::Min(box.numbers[start + d], box.numbers[start + 2 + d]); };
  auto high = [&](const Box& box, size_t d) { return scalar::Max(box.numbers[start + d], box.numbers[start + 2 + d]); };
  auto side = [&](const Box& box, size_t d) { return scalar::Sub(high(box, d), low(box, d)); };
  auto shared = [&](size_t d) {
    Scalar from = scalar::Max(low(a, d), low(b, d)), to = scalar::Min(high(a, d), high(b, d));
    return scalar::Max(zero, scalar::Sub(to, from));
  };
  Scalar common = scalar::Mul(shared(1), shared(0));
  Scalar areas = scalar::Add(scalar::Mul(side(a, 0), side(a, 1)), scalar::Mul(side(b, 0), side(b, 1)));
  Scalar covered = scalar::Sub(areas, common);
  return scalar::Le(covered, zero).IsTrue() ? zero : scalar::Div(common, covered);
}
bool IsNaN(Scalar x) { return scalar::Ne(x, x).IsTrue(); }
// Indices of scores from the greatest down, NaN first; equal ones in their own order.
Index Descending(const std::vector<Scalar>& scores) {
  Index order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  auto above = [](Scalar a, Scalar b) { return scalar::Gt(a, b).IsTrue() || (IsNaN(a) && !IsNaN(b)); };
  std::sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
    Scalar a = scores[static_cast<size_t>(i)], b = scores[static_cast<size_t>(j)];
    return above(a, b) || (!above(b, a) && i < j);
  });
  return order;
}

// The boxes of one image.
struct Image {
  const Call& call;
  DType dtype;
  std::vector<Box> boxes;

  size_t score = static_cast<size_t>(IntAttr(call, "score_index"));
  int64_t id = IntAttr(call, "id_index"), most = IntAttr(call, "max_output_size");
  NmsNumbers limits = NmsNumbers::Of(call);
  Scalar threshold = Scalar::Float(dtype, limits.score),
         overlap = Scalar::Float(dtype, FloatAttr(call, "iou_threshold"));

  bool Counts(const Box& box) const { return scalar::Gt(box.numbers[score], threshold).IsTrue(); }
  bool Rivals(const Box& a, const Box& b) const {
    if (BoolAttr(call, "force_suppress") || id < 0) return true;
    return scalar::Eq(a.numbers[static_cast<size_t>(id)], b.numbers[static_cast<size_t>(id)]).IsTrue();
  }
  Scalar OverlapOf(const Box& a, const Box& b) const {
    return Overlap(a, b, static_cast<size_t>(IntAttr(call, "coord_start")));
  }
  void Clear(Box& box) const { box = {std::vector<Scalar>(box.numbers.size(), Scalar::Int(dtype, -1)), -1}; }
  // Boxes in the order of their scores: each that is still there drops its rivals behind it.
  void Suppress() {
    int64_t kept = 0;
    for (size_t i = 0; i < boxes.size(); ++i) {
      if (!Counts(boxes[i]) || (most > 0 && kept >= most)) {
        Clear(boxes[i]);
        continue;
      }
      ++kept;
      for (size_t j = i + 1; j < boxes.size(); ++j) {
        if (!Counts(boxes[j]) || !Rivals(boxes[i], boxes[j])) continue;
        if (!scalar::Ge(OverlapOf(boxes[i], boxes[j]), overlap).IsTrue()) continue;
        boxes[j].numbers[score] = Scalar::Int(dtype, -1);
        boxes[j].from = -1;
      }
    }
  }
  // The best box that is left comes next; scores of its rivals decay. Returns how many are kept: those at the front.
  int64_t Decay() {
    size_t kept = 0;
    while (kept < boxes.size() && (most <= 0 || static_cast<int64_t>(kept) < most)) {
      size_t best = boxes.size();
      for (size_t j = kept; j < boxes.size(); ++j) {
        bool better = best == boxes.size() || scalar::Gt(boxes[j].numbers[score], boxes[best].numbers[score]).IsTrue();
        if (boxes[j].from >= 0 && Counts(boxes[j]) && better) best = j;
      }
      if (best == boxes.size()) break;
      std::swap(boxes[kept], boxes[best]);
      for (size_t j = kept + 1; j < boxes.size(); ++j) {
        if (boxes[j].from < 0 || !Counts(boxes[j]) || !Rivals(boxes[kept], boxes[j])) continue;
        Scalar shared = OverlapOf(boxes[kept], boxes[j]);
        if (scalar::Ge(shared, overlap).IsTrue()) boxes[j].from = -1;
        if (!scalar::Lt(shared, overlap).IsTrue()) continue;
        Scalar exponent = scalar::Mul(scalar::Mul(Scalar::Float(dtype, limits.decay), shared), shared);
        boxes[j].numbers[score] = scalar::Mul(boxes[j].numbers[score], eval::Math("exp", exponent));
        if (scalar::Le(boxes[j].numbers[score], threshold).IsTrue()) boxes[j].from = -1;
      }
      ++kept;
    }
    for (size_t j = kept; j < boxes.size(); ++j) Clear(boxes[j]);
    return static_cast<int64_t>(kept);
  }
};
// The first valid_count boxes of image b (no more than there are) by descending score, top_k of them; cleared ones
// behind.
Image ImageOf(const EvalIn& in, int64_t b) {
  const Tensor& data = eval::TensorOf(in, 0);
  int64_t anchors = data.shape()[1], length = data.shape()[2], top = IntAttr(in.call, "top_k");
  int64_t valid = std::clamp<int64_t>(eval::At(eval::TensorOf(in, 1), {b}).AsInt(), 0, anchors);
  Image image{.call = in.call, .dtype = data.dtype(), .boxes = {}};
  std::vector<Scalar> scores;
  for (int64_t j = 0; j < valid; ++j) scores.push_back(eval::At(data, {b, j, IntAttr(in.call, "score_index")}));
  Index order = Descending(scores);
  if (top > 0 && top < valid) order.resize(static_cast<size_t>(top));
  for (int64_t from : order) {
    Box box{{}, from};
    for (int64_t e = 0; e < length; ++e) box.numbers.push_back(eval::At(data, {b, from, e}));
    image.boxes.push_back(std::move(box));
  }
  return image;
}
// Boxes whose score is not negative come first, the others are cleared.
void ToTheFront(Image* image) {
  std::vector<Box> moved;
  for (const Box& box : image->boxes) {
    if (scalar::Ge(box.numbers[image->score], Scalar::Zero(image->dtype)).IsTrue()) moved.push_back(box);
  }
  for (size_t i = 0; i < image->boxes.size(); ++i) {
    if (i < moved.size()) {
      image->boxes[i] = moved[i];
    } else {
      image->Clear(image->boxes[i]);
    }
  }
}

}  // namespace

EvalResult EvalNms(const EvalIn& in) {
  const Tensor &data = eval::TensorOf(in, 0), &indices = eval::TensorOf(in, 2);
  if (!data.dtype().IsFloating()) return Refused{"scores of integers"};
  bool fits = data.rank() == 3 && eval::TensorOf(in, 1).shape() == Index{data.shape()[0]} &&
              indices.shape() == Index{data.shape()[0], data.shape()[1]};
  if (!fits) return eval::ShapeMismatch(in, "valid_count or indices do not fit data");
  int64_t length = data.shape()[2], score = IntAttr(in.call, "score_index"), start = IntAttr(in.call, "coord_start");
  bool inside =
      score >= 0 && score < length && start >= 0 && start + 3 < length && IntAttr(in.call, "id_index") < length;
  if (!inside) return eval::OutOfBounds(in, "an index is outside an element");
  bool soft = FloatAttr(in.call, "soft_nms_sigma") > 0, as_indices = BoolAttr(in.call, "return_indices");
  std::vector<Image> images;
  // For each image the places of boxes that are kept.
  std::vector<Index> kept;
  for (int64_t b = 0; b < data.shape()[0]; ++b) {
    images.push_back(ImageOf(in, b));
    if (soft) {
      images.back().Decay();
    } else {
      images.back().Suppress();
    }
    if (!as_indices && BoolAttr(in.call, "invalid_to_bottom")) ToTheFront(&images.back());
    kept.emplace_back();
    for (const Box& box : images.back().boxes) {
      if (box.from >= 0) kept.back().push_back(box.from);
    }
  }
  EvalResult boxes = eval::Fill(data.dtype(), data.shape(), [&](const Index& i) {
    const std::vector<Box>& own = images[static_cast<size_t>(i[0])].boxes;
    bool there = i[1] < static_cast<int64_t>(own.size());
    return there ? own[static_cast<size_t>(i[1])].numbers[static_cast<size_t>(i[2])] : Scalar::Int(data.dtype(), -1);
  });
  if (!as_indices) return boxes;
  DType ints = DType::Int(32);
  EvalResult places = eval::Fill(ints, indices.shape(), [&](const Index& i) {
    const Index& own = kept[static_cast<size_t>(i[0])];
    if (i[1] >= static_cast<int64_t>(own.size())) return Scalar::Int(ints, -1);
    return eval::At(indices, {i[0], own[static_cast<size_t>(i[1])]});
  });
  EvalResult counts = eval::Fill(ints, {data.shape()[0], 1}, [&](const Index& i) {
    return Scalar::Int(ints, static_cast<int64_t>(kept[static_cast<size_t>(i[0])].size()));
  });
  std::vector<Value> fields{std::get<Value>(places), std::get<Value>(counts)};
  if (soft) fields.insert(fields.begin(), std::get<Value>(boxes));
  return TupleOf(fields);
}

namespace {

// A box that one class of one image keeps.
struct Chosen {
  int64_t image, group, box;
  Scalar score;
};
std::vector<Chosen> ChosenOf(const EvalIn& in, int64_t b, int64_t c) {
  const Tensor &corners = eval::TensorOf(in, 0), &scores = eval::TensorOf(in, 1);
  Scalar shared = eval::TensorOf(in, 3).At(0), threshold = eval::TensorOf(in, 4).At(0),
         zero = Scalar::Zero(shared.dtype);
  int64_t most = eval::TensorOf(in, 2).At(0).AsInt();
  std::vector<Box> boxes;
  std::vector<Scalar> own;
  for (int64_t n = 0; n < corners.shape()[1]; ++n) {
    boxes.push_back({{}, n});
    for (int64_t e = 0; e < 4; ++e) boxes.back().numbers.push_back(eval::At(corners, {b, n, e}));
    own.push_back(eval::At(scores, {b, c, n}));
  }
  std::vector<Chosen> chosen;
  if (!scalar::Gt(shared, zero).IsTrue()) return chosen;
  Index order = Descending(own);
  for (size_t i = 0; i < order.size(); ++i) {
    Box& box = boxes[static_cast<size_t>(order[i])];
    Scalar score = own[static_cast<size_t>(order[i])];
    bool counts = scalar::Gt(score, threshold).IsTrue() && scalar::Gt(score, Scalar::Int(score.dtype, -1)).IsTrue();
    if (box.from < 0 || !counts || static_cast<int64_t>(chosen.size()) >= most) continue;
    chosen.push_back({b, c, order[i], score});
    for (size_t j = i + 1; j < order.size(); ++j) {
      Box& other = boxes[static_cast<size_t>(order[j])];
      bool positive = scalar::Gt(own[static_cast<size_t>(order[j])], zero).IsTrue();
      if (positive && scalar::Ge(Overlap(box, other, 0), shared).IsTrue()) other.from = -1;
    }
  }
  return chosen;
}

}  // namespace

EvalResult EvalAllClassNms(const EvalIn& in) {
  if (std::string why = WhyNotAllClassNms(in.call); !why.empty()) return Refused{why};
  const Tensor &corners = eval::TensorOf(in, 0), &scores = eval::TensorOf(in, 1);
  bool given = corners.rank() == 3 && scores.rank() == 3;
  for (size_t i = 2; i < 5; ++i) given = given && eval::TensorOf(in, i).size() > 0;
  if (!given) return eval::ShapeMismatch(in, "boxes and scores have three dimensions, limits one element");
  int64_t batch = corners.shape()[0], each = scores.shape()[1] * corners.shape()[1];
  bool fits = scores.shape()[0] == batch && scores.shape()[2] == corners.shape()[1] && corners.shape()[2] == 4;
  if (!fits) return eval::ShapeMismatch(in, "scores do not fit boxes");
  bool onnx = TextAttr(in.call, "output_format") == "onnx";
  // Of all images together, or of each.
  std::vector<std::vector<Chosen>> lists(onnx ? 1 : static_cast<size_t>(batch));
  for (int64_t b = 0; b < batch; ++b) {
    std::vector<Chosen>& list = lists[onnx ? 0 : static_cast<size_t>(b)];
    for (int64_t c = 0; c < scores.shape()[1]; ++c) {
      for (const Chosen& chosen : ChosenOf(in, b, c)) list.push_back(chosen);
    }
  }
  DType longs = DType::Int(64);
  auto at = [&](int64_t list, int64_t place) -> const Chosen* {
    const std::vector<Chosen>& own = lists[static_cast<size_t>(list)];
    return place < static_cast<int64_t>(own.size()) ? &own[static_cast<size_t>(place)] : nullptr;
  };
  auto number = [&](const Chosen* chosen, int64_t which) {
    int64_t numbers[] = {chosen == nullptr ? 0 : chosen->image, chosen == nullptr ? 0 : chosen->group,
                         chosen == nullptr ? 0 : chosen->box};
    return Scalar::Int(longs, numbers[which]);
  };
  EvalResult totals = eval::Fill(longs, {static_cast<int64_t>(lists.size())}, [&](const Index& i) {
    return Scalar::Int(longs, static_cast<int64_t>(lists[static_cast<size_t>(i[0])].size()));
  });
  if (onnx) {
    EvalResult rows = eval::Fill(longs, {batch * each, 3}, [&](const Index& i) { return number(at(0, i[0]), i[1]); });
    return TupleOf({std::get<Value>(rows), std::get<Value>(totals)});
  }
  EvalResult rows =
      eval::Fill(longs, {batch, each, 2}, [&](const Index& i) { return number(at(i[0], i[1]), 1 + i[2]); });
  EvalResult best = eval::Fill(scores.dtype(), {batch, each}, [&](const Index& i) {
    const Chosen* chosen = at(i[0], i[1]);
    return chosen == nullptr ? Scalar::Zero(scores.dtype()) : chosen->score;
  });
  return TupleOf({std::get<Value>(rows), std::get<Value>(best), std::get<Value>(totals)});
}

}  // namespace assay
