// Layout rules of elementwise operators, sums, and operators that rearrange. Tested by layout_rules_test.cc.
#include "ir/ops/layout_rules.h"

#include <algorithm>
#include <cctype>

#include "ir/ops/infer_rules.h"
#include "ir/ops/kernel.h"

namespace assay {

std::string OriginalLetters(int rank) {
  std::string letters;
  for (int i = 0; i < rank; ++i) letters.push_back(static_cast<char>('A' + i));
  return letters;
}
// recursion: types nest no deeper than the reader lets them
NestedLayout OriginalLayout(const Type* type) {
  if (const auto* tensor = As<TensorType>(type)) return {OriginalLetters(std::max(tensor->rank, 0)), {}};
  NestedLayout layout;
  if (const auto* tuple = As<TupleType>(type)) {
    // Types nest no deeper than the parser allows.
    for (const Type* field : tuple->fields) layout.fields.push_back(OriginalLayout(field));
  }
  return layout;
}
std::string ReorderedLike(std::string_view ref, std::string_view from, std::string_view to) {
  std::string letters;
  for (char letter : to) {
    size_t place = from.find(letter);
    ASSAY_CHECK(place < ref.size());
    letters.push_back(ref[place]);
  }
  return letters;
}
int64_t AxisIn(std::string_view letters, int64_t axis) {
  std::string parts;
  int64_t rank = 0;
  for (char c : letters) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) parts.push_back(c);
    rank += std::isupper(static_cast<unsigned char>(c)) != 0 ? 1 : 0;
  }
  return static_cast<int64_t>(parts.find(static_cast<char>('A' + (axis + rank) % rank)));
}
bool IsPacked(std::string_view letters) {
  return std::any_of(letters.begin(), letters.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}
bool Packs(const Type* type, std::string_view letters) {
  const ShapeExpr* shape = KnownShape(type);
  int64_t factor = 0;
  for (char c : letters) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) factor = 10 * factor + (c - '0');
    if (std::islower(static_cast<unsigned char>(c)) == 0) continue;
    size_t dimension = static_cast<size_t>(c - 'a');
    const IntImm* extent =
        shape == nullptr || dimension >= shape->values.size() ? nullptr : AsInt(shape->values[dimension]);
    if (extent == nullptr || factor == 0 || extent->value % factor != 0) return false;
    factor = 0;
  }
  return shape != nullptr;
}
std::optional<std::string> PackedLike(std::string_view ref, std::string_view from, std::string_view to) {
  std::string letters;
  for (char c : to) {
    auto letter = static_cast<unsigned char>(c);
    size_t place = from.find(static_cast<char>(std::toupper(letter)));
    if (std::isdigit(letter) == 0 && place >= ref.size()) return std::nullopt;
    if (std::isdigit(letter) != 0) letters.push_back(c);
    if (std::isupper(letter) != 0) letters.push_back(ref[place]);
    if (std::islower(letter) != 0)
      letters.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(ref[place]))));
  }
  return letters;
}

namespace {

// A scalar is of rank 0 (TVM's rules crash on it).
int RankOf(const Expr* e) {
  const auto* tensor = As<TensorType>(e->type);
  return tensor == nullptr ? 0 : tensor->rank;
}
// The layout of an argument, or its original one where a packed layout does not go through.
std::string OrderOf(const LayoutIn& in, size_t i) {
  return IsPacked(in.args[i].letters) ? OriginalLetters(RankOf(in.call.args[i])) : in.args[i].letters;
}
std::string First(const LayoutIn& in) { return OrderOf(in, 0); }
const AttrDict* WithAttrOf(const LayoutIn& in, std::string_view name, const Attr* value) {
  return WithAttr(in.ctx, in.call.attrs, name, value);
}
const AttrDict* WithAxis(const LayoutIn& in, int64_t axis) { return WithAttrOf(in, "axis", MakeAttrInt(in.ctx, axis)); }
LayoutOut Same(const LayoutIn& in, const std::string& letters, size_t inputs) {
  LayoutOut out{std::vector<NestedLayout>(inputs, NestedLayout{letters, {}}), {letters, {}}, in.call.attrs, {}};
  return out;
}
// Dimensions that only the larger operand has stand in front.
std::string Widened(const std::string& letters, int rank) {
  int more = rank - static_cast<int>(letters.size());
  std::string wide = OriginalLetters(more);
  for (char letter : letters) wide.push_back(static_cast<char>(letter + more));
  return wide;
}
std::vector<bool> Marked(const std::vector<int64_t>& axes, int rank) {
  std::vector<bool> marked(static_cast<size_t>(rank), false);
  for (int64_t axis : axes) marked[static_cast<size_t>((axis + rank) % rank)] = true;
  return marked;
}
size_t DimensionOf(char letter) { return static_cast<size_t>(std::toupper(static_cast<unsigned char>(letter)) - 'A'); }
// The parts of dimensions that are not marked, named by their places among those.
std::string LettersLeft(const std::string& letters, const std::vector<bool>& marked) {
  std::string left, factor;
  for (char letter : letters) {
    if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      factor.push_back(letter);
      continue;
    }
    size_t dimension = DimensionOf(letter);
    auto before = std::count(marked.begin(), marked.begin() + static_cast<ptrdiff_t>(dimension), false);
    char first = std::isupper(static_cast<unsigned char>(letter)) != 0 ? 'A' : 'a';
    if (!marked[dimension]) left += factor + static_cast<char>(first + before);
    factor.clear();
  }
  return left;
}
// Places of the parts of marked dimensions, ascending.
std::vector<int64_t> PlacesOf(const std::string& letters, const std::vector<bool>& marked) {
  std::vector<int64_t> places;
  int64_t place = 0;
  for (char letter : letters) {
    if (std::isdigit(static_cast<unsigned char>(letter)) != 0) continue;
    if (marked[DimensionOf(letter)]) places.push_back(place);
    ++place;
  }
  return places;
}
std::vector<int64_t> AxesOrAll(const Call& call, int rank) {
  if (!IsNullAttr(call, "axis")) return IntsAttr(call, "axis");
  std::vector<int64_t> all;
  for (int i = 0; i < rank; ++i) all.push_back(i);
  return all;
}

}  // namespace

LaidOut LayoutLikeFirst(const LayoutIn& in) { return Same(in, in.args[0].letters, 1); }

// The operand of less rank keeps its layout; the other follows.
LaidOut LayoutOfBinary(const LayoutIn& in) {
  int ranks[] = {RankOf(in.call.args[0]), RankOf(in.call.args[1])};
  size_t small = ranks[0] <= ranks[1] ? 0 : 1, large = 1 - small;
  if (ranks[0] == ranks[1]) {
    // A packed layout of either is that of both, where the other can be packed so.
    size_t packed = in.args[0].letters.size() >= in.args[1].letters.size() ? 0 : 1;
    const std::string& letters = in.args[packed].letters;
    if (IsPacked(letters) && Packs(in.call.args[1 - packed]->type, letters)) return Same(in, letters, 2);
  }
  std::string letters = ranks[small] == 0 ? in.args[large].letters : Widened(OrderOf(in, small), ranks[large]);
  LayoutOut out = Same(in, letters, 2);
  out.inputs[small] = {ranks[small] == 0 ? std::string() : OrderOf(in, small), {}};
  return out;
}
LaidOut LayoutOfFma(const LayoutIn& in) {
  return Same(in, OrderOf(in, 1) == OrderOf(in, 2) ? OrderOf(in, 1) : First(in), 3);
}
LaidOut LayoutOfReduction(const LayoutIn& in) {
  int rank = RankOf(in.call.args[0]);
  std::vector<bool> reduced = Marked(AxesOrAll(in.call, rank), rank);
  const std::string& letters = in.args[0].letters;
  LayoutOut out = Same(in, letters, 1);
  if (!BoolAttr(in.call, "keepdims")) out.output.letters = LettersLeft(letters, reduced);
  out.attrs = WithAttrOf(in, "axis", MakeAttrInts(in.ctx, PlacesOf(letters, reduced)));
  return out;
}
// The first packed layout where every tensor can be packed so, else the first that is none.
LaidOut LayoutOfConcat(const LayoutIn& in) {
  const std::vector<NestedLayout>& fields = in.args[0].fields;
  const auto* tuple = As<TupleType>(in.call.args[0]->type);
  if (fields.empty() || tuple == nullptr) return Refused{"concat of no tensors"};
  NestedLayout chosen = fields[0], joined;
  auto packed = std::find_if(fields.begin(), fields.end(), [](const NestedLayout& f) { return IsPacked(f.letters); });
  if (packed != fields.end()) {
    bool all = std::all_of(tuple->fields.begin(), tuple->fields.end(),
                           [&](const Type* field) { return Packs(field, packed->letters); });
    auto plain = std::find_if(fields.begin(), fields.end(), [](const NestedLayout& f) { return !IsPacked(f.letters); });
    chosen = all ? *packed : plain != fields.end() ? *plain : OriginalLayout(tuple->fields[0]);
  }
  joined.fields.assign(fields.size(), chosen);
  int64_t axis = IsNullAttr(in.call, "axis") ? 0 : IntAttr(in.call, "axis");
  return LayoutOut{{joined}, chosen, WithAxis(in, AxisIn(chosen.letters, axis)), {}};
}
LaidOut LayoutOfSplit(const LayoutIn& in) {
  std::string letters = in.args[0].letters;
  const auto* tuple = As<TupleType>(in.call.type);
  bool whole = tuple == nullptr ? Packs(in.call.type, letters)
                                : std::all_of(tuple->fields.begin(), tuple->fields.end(),
                                              [&](const Type* field) { return Packs(field, letters); });
  if (IsPacked(letters) && !whole) letters = First(in);
  LayoutOut out = Same(in, letters, 1);
  out.attrs = WithAxis(in, AxisIn(letters, IntAttr(in.call, "axis")));
  if (tuple != nullptr) out.output = {{}, std::vector<NestedLayout>(tuple->fields.size(), NestedLayout{letters, {}})};
  return out;
}
LaidOut LayoutOfExpandDims(const LayoutIn& in) {
  std::vector<int64_t> axes = IntsAttr(in.call, "axis");
  int rank = static_cast<int>(First(in).size() + axes.size());
  std::vector<bool> fresh = Marked(axes, rank);
  // Old dimensions by their letters in the result.
  std::string old;
  for (int i = 0; i < rank; ++i) {
    if (!fresh[static_cast<size_t>(i)]) old.push_back(static_cast<char>('A' + i));
  }
  LayoutOut out = Same(in, First(in), 1);
  out.output.letters.clear();
  size_t next = 0;
  for (int i = 0; i < rank; ++i) {
    bool is_new = fresh[static_cast<size_t>(i)];
    out.output.letters.push_back(is_new ? static_cast<char>('A' + i)
                                        : old[static_cast<size_t>(First(in)[next++] - 'A')]);
  }
  return out;
}
LaidOut LayoutOfSqueeze(const LayoutIn& in) {
  const ShapeExpr* shape = KnownShape(in.call.args[0]->type);
  if (shape == nullptr) return Refused{"squeeze of a tensor whose shape is not known"};
  std::vector<int64_t> axes;
  for (size_t i = 0; i < shape->values.size(); ++i) {
    const IntImm* extent = AsInt(shape->values[i]);
    if (extent != nullptr && extent->value == 1) axes.push_back(static_cast<int64_t>(i));
  }
  if (!IsNullAttr(in.call, "axis")) axes = IntsAttr(in.call, "axis");
  std::vector<bool> gone = Marked(axes, static_cast<int>(shape->values.size()));
  LayoutOut out = Same(in, First(in), 1);
  out.output.letters = LettersLeft(First(in), gone);
  out.attrs = WithAttrOf(in, "axis", MakeAttrInts(in.ctx, PlacesOf(First(in), gone)));
  return out;
}
// The result has its original layout: the order takes up the difference.
LaidOut LayoutOfPermuteDims(const LayoutIn& in) {
  int rank = RankOf(in.call.args[0]);
  std::vector<int64_t> order;
  for (int i = 0; i < rank; ++i) order.push_back(rank - 1 - i);
  if (!IsNullAttr(in.call, "axes")) order = IntsAttr(in.call, "axes");
  for (int64_t& axis : order) axis = AxisIn(First(in), axis);
  LayoutOut out = Same(in, First(in), 1);
  out.output.letters = OriginalLetters(rank);
  out.attrs = WithAttrOf(in, "axes", MakeAttrInts(in.ctx, order));
  return out;
}
// Without an axis elements are taken in row-major order of the original layout.
LaidOut LayoutOfRepeat(const LayoutIn& in) {
  if (!IsNullAttr(in.call, "axis")) return LayoutWithAxis(in);
  LayoutOut out = Same(in, OriginalLetters(RankOf(in.call.args[0])), 1);
  out.output.letters = OriginalLetters(1);
  return out;
}
LaidOut LayoutOfTile(const LayoutIn& in) {
  std::vector<int64_t> repeats = IntsAttr(in.call, "repeats"), moved;
  int rank = RankOf(in.call.args[0]), wide = std::max(rank, static_cast<int>(repeats.size()));
  repeats.insert(repeats.begin(), static_cast<size_t>(wide) - repeats.size(), 1);
  LayoutOut out = Same(in, First(in), 1);
  out.output.letters = Widened(First(in), wide);
  for (char letter : out.output.letters) moved.push_back(repeats[static_cast<size_t>(letter - 'A')]);
  out.attrs = WithAttrOf(in, "repeats", MakeAttrInts(in.ctx, moved));
  return out;
}
LaidOut LayoutWithAxis(const LayoutIn& in) {
  LayoutOut out = Same(in, First(in), 1);
  out.attrs = WithAxis(in, AxisIn(First(in), IntAttr(in.call, "axis")));
  return out;
}
LaidOut LayoutOfGather(const LayoutIn& in) {
  bool original = First(in) == OriginalLetters(static_cast<int>(First(in).size()));
  LayoutOut out = Same(in, original ? OrderOf(in, 1) : First(in), 2);
  out.attrs = WithAxis(in, AxisIn(out.output.letters, IntAttr(in.call, "axis")));
  return out;
}
LaidOut LayoutOfScatter(const LayoutIn& in) {
  LayoutOut out = Same(in, OrderOf(in, 1) == OrderOf(in, 2) ? OrderOf(in, 1) : First(in), 3);
  out.attrs = WithAxis(in, AxisIn(out.output.letters, IntAttr(in.call, "axis")));
  return out;
}
LaidOut LayoutOfStridedSlice(const LayoutIn& in) {
  const auto* axes = As<Tuple>(in.call.args[1]);
  if (axes == nullptr) return Refused{"strided_slice along axes that are not written out"};
  std::vector<const Expr*> moved;
  for (const Expr* axis : axes->fields) {
    const IntImm* number = AsInt(axis);
    if (number == nullptr) return Refused{"strided_slice along axes that are no constants"};
    moved.push_back(MakeInt(in.ctx, AxisIn(First(in), number->value)));
  }
  LayoutOut out = Same(in, First(in), 1);
  out.args.emplace_back(1, MakeTuple(in.ctx, moved));
  return out;
}

}  // namespace assay
