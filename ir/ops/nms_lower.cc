// Kernels of non-maximum suppression: stages that rank boxes by score, and one block of statements that looks back at
// what was kept, as TVM's kernels do. Tested by nms_test.cc.
#include "ir/ops/kernel.h"
#include "ir/ops/nms.h"
#include "ir/tensor/tensor.h"

namespace assay {
namespace {

// For each place along the last of `dims` the number of the element that comes there in descending order (NaN first,
// equal ones by their numbers); only elements before `limit(row)` count, and -1 stands behind them.
KernelBuffer Ranked(KernelBuilder& k, const Terms& dims, const std::function<Term(const Terms&)>& key,
                    const std::function<Term(const Terms&)>& limit) {
  auto on_line = [](Terms place, const Term& last) {
    place.back() = last;
    return place;
  };
  auto above = [](const Term& a, const Term& b) {
    auto nan = [](const Term& x) { return Intrinsic("isnan", {x}, DType::Bool()); };
    return a > b || (nan(a) && !nan(b));
  };
  KernelAxes along{{"k", dims.back()}};
  KernelBuffer rank =
      k.Reduce("rank", Axes("ax", dims), along, k.Int(0), [&](Term sum, const Terms& i, const Terms& r) {
        Term own = key(i), other = key(on_line(i, r[0]));
        Term before = above(other, own) || (!above(own, other) && r[0] < i.back());
        return sum + CastTo(DType::Int(64), r[0] < limit(i) && before);
      });
  return k.Reduce("order", Axes("ax", dims), along, k.Int(-1), [&](Term found, const Terms& i, const Terms& r) {
    return SelectOf(r[0] < limit(i) && rank(on_line(i, r[0])) == i.back(), r[0], found);
  });
}

// What two boxes share of what both cover; at(d) are their four coordinates.
Term Shared(const std::function<Term(int)>& a, const std::function<Term(int)>& b) {
  Term left_a = MinOf(a(0), a(2)), top_a = MinOf(a(1), a(3)), right_a = MaxOf(a(0), a(2)), bottom_a = MaxOf(a(1), a(3));
  Term left_b = MinOf(b(0), b(2)), top_b = MinOf(b(1), b(3)), right_b = MaxOf(b(0), b(2)), bottom_b = MaxOf(b(1), b(3));
  Term zero = Like(left_a, 0.0);
  Term width = MaxOf(zero, MinOf(right_a, right_b) - MaxOf(left_a, left_b));
  Term height = MaxOf(zero, MinOf(bottom_a, bottom_b) - MaxOf(top_a, top_b));
  Term common = height * width;
  Term both = (right_a - left_a) * (bottom_a - top_a) + (right_b - left_b) * (bottom_b - top_b) - common;
  return SelectOf(both <= 0.0, zero, common / both);
}

struct NmsKernel {
  KernelBuilder& k;
  const Call& call;
  // Operands, the boxes in order (data's shape) and where each comes from.
  const KernelBuffer &data, &counts, &indices;
  // Results of the block: boxes, the place of each in data or -1, how many are kept, and two single places to work
  // with.
  KernelBuffer out, from, kept, best, held;
  NmsNumbers limits = NmsNumbers::Of(call);

  Context& ctx() const { return k.ctx(); }
  Term Anchors() const { return data.dim(1); }
  Term Threshold() const { return Literal(ctx(), data.dtype(), limits.score); }
  Term ScoreOf(const Term& b, const Term& j) const { return out(b, j, k.Int(IntAttr(call, "score_index"))); }
  const Stmt* SetScore(const Term& b, const Term& j, const Term& value) const {
    return Write(out, {b, j, k.Int(IntAttr(call, "score_index"))}, value);
  }
  const Stmt* Drop(const Term& b, const Term& j) const { return Write(from, {b, j}, k.Int(-1)); }
  const Stmt* Clear(const Term& b, const Term& j) const {
    const Stmt* numbers = LoopOf(
        "e", data.dim(2), [&](const Term& e) { return Write(out, {b, j, e}, Literal(ctx(), data.dtype(), -1)); });
    return MakeSeqStmt(ctx(), {numbers, Drop(b, j)});
  }
  Term Rivals(const Term& b, const Term& i, const Term& j) const {
    int64_t id = IntAttr(call, "id_index");
    if (BoolAttr(call, "force_suppress") || id < 0) return {ctx(), MakeBool(ctx(), true)};
    return out(b, i, k.Int(id)) == out(b, j, k.Int(id));
  }
  Term Overlap(const Term& b, const Term& i, const Term& j) const {
    int64_t start = IntAttr(call, "coord_start");
    return Shared([&](int d) { return out(b, i, k.Int(start + d)); },
                  [&](int d) { return out(b, j, k.Int(start + d)); });
  }
  Term Limit() const { return Literal(ctx(), data.dtype(), FloatAttr(call, "iou_threshold")); }
  Term Room(const Term& b) const {
    int64_t most = IntAttr(call, "max_output_size");
    return most > 0 ? kept(b) < k.Int(most) : Term(ctx(), MakeBool(ctx(), true));
  }
  const Stmt* More(const Term& b) const { return Write(kept, {b}, kept(b) + 1); }

  const Stmt* Suppress(const Term& b) const {
    return LoopOf("i", Anchors(), [&](const Term& i) {
      const Stmt* rivals = LoopOf("j", Anchors(), [&](const Term& j) {
        Term stands = i < j && from(b, j) >= 0 && ScoreOf(b, j) > Threshold() && Rivals(b, i, j);
        const Stmt* drop = MakeSeqStmt(ctx(), {SetScore(b, j, Literal(ctx(), data.dtype(), -1)), Drop(b, j)});
        return When(stands, When(Overlap(b, i, j) >= Limit(), drop));
      });
      Term counts = from(b, i) >= 0 && ScoreOf(b, i) > Threshold() && Room(b);
      return When(counts, MakeSeqStmt(ctx(), {More(b), rivals}), Clear(b, i));
    });
  }
  // Writes the best box that is left, from place kept(b) on, into best(b): -1 where there is none.
  const Stmt* FindBest(const Term& b) const {
    const Stmt* look = LoopOf("j", Anchors(), [&](const Term& j) {
      Term least = IfThenElseOf(best(b) >= 0, ScoreOf(b, MaxOf(best(b), k.Int(0))), Threshold());
      return When(kept(b) <= j && from(b, j) >= 0 && ScoreOf(b, j) > least, Write(best, {b}, j));
    });
    return MakeSeqStmt(ctx(), {Write(best, {b}, k.Int(-1)), look});
  }
  const Stmt* SwapBest(const Term& b) const {
    const Stmt* numbers = LoopOf("e", data.dim(2), [&](const Term& e) {
      return MakeSeqStmt(ctx(), {Write(held, {b}, out(b, kept(b), e)), Write(out, {b, kept(b), e}, out(b, best(b), e)),
                                 Write(out, {b, best(b), e}, held(b))});
    });
    const Var* place = MakeVar(ctx(), "place", DType::Int(64));
    auto* bind = ctx().arena.New<Bind>();
    bind->var = place;
    bind->value = from(b, kept(b)).expr();
    return MakeSeqStmt(
        ctx(), {numbers, bind, Write(from, {b, kept(b)}, from(b, best(b))), Write(from, {b, best(b)}, {ctx(), place})});
  }
  const Stmt* DecayRivals(const Term& b) const {
    return LoopOf("j", Anchors(), [&](const Term& j) {
      Term shared = Overlap(b, kept(b), j), factor = Exp(limits.decay * shared * shared);
      const Stmt* decay =
          MakeSeqStmt(ctx(), {SetScore(b, j, ScoreOf(b, j) * factor), When(ScoreOf(b, j) <= Threshold(), Drop(b, j))});
      const Stmt* rival = MakeSeqStmt(ctx(), {When(shared >= Limit(), Drop(b, j)), When(shared < Limit(), decay)});
      return When(kept(b) < j && from(b, j) >= 0 && ScoreOf(b, j) > Threshold(), When(Rivals(b, kept(b), j), rival));
    });
  }
  const Stmt* Decay(const Term& b) const {
    const Stmt* next = When(best(b) >= 0, MakeSeqStmt(ctx(), {SwapBest(b), DecayRivals(b), More(b)}));
    const Stmt* loop = LoopOf("i", Anchors(), [&](const Term&) {
      return When(kept(b) < Anchors() && Room(b), MakeSeqStmt(ctx(), {FindBest(b), next}));
    });
    const Stmt* rest = LoopOf("j", Anchors(), [&](const Term& j) { return When(kept(b) <= j, Clear(b, j)); });
    return MakeSeqStmt(ctx(), {loop, rest});
  }
};
const Stmt* NmsStatements(const NmsKernel& kernel, const KernelBuffer& order, const std::function<Term(Term)>& keep) {
  Context& ctx = kernel.ctx();
  KernelBuilder& k = kernel.k;
  return LoopOf("b", kernel.data.dim(0), [&](const Term& b) {
    const Stmt* start = LoopOf("j", kernel.Anchors(), [&](const Term& j) {
      Term there = j < keep(b), place = SelectOf(there, order(b, j), k.Int(-1));
      const Stmt* numbers = LoopOf("e", kernel.data.dim(2), [&](const Term& e) {
        Term number =
            IfThenElseOf(there, kernel.data(b, MaxOf(order(b, j), k.Int(0)), e), Literal(ctx, kernel.data.dtype(), -1));
        return Write(kernel.out, {b, j, e}, number);
      });
      return MakeSeqStmt(ctx, {numbers, Write(kernel.from, {b, j}, place)});
    });
    bool soft = FloatAttr(kernel.call, "soft_nms_sigma") > 0;
    return MakeSeqStmt(ctx, {start, Write(kernel.kept, {b}, k.Int(0)), soft ? kernel.Decay(b) : kernel.Suppress(b)});
  });
}
// Places of the boxes that are kept, at the front, and their number.
std::vector<KernelBuffer> Places(const NmsKernel& kernel) {
  KernelBuilder& k = kernel.k;
  DType ints = DType::Int(32);
  Terms images{kernel.data.dim(0), k.Int(1)};
  return k.Extern(
      "box_indices", {{"out_box_indices", kernel.indices.dims(), ints}, {"out_valid_box_count", images, ints}},
      [&](const std::vector<KernelBuffer>& made) {
        return LoopOf("b", kernel.data.dim(0), [&](const Term& b) {
          Term zero = k.Int(0), found = CastTo(DType::Int(64), made[1](b, zero));
          const Stmt* fill = LoopOf("j", kernel.Anchors(),
                                    [&](const Term& j) { return Write(made[0], {b, j}, Literal(k.ctx(), ints, -1)); });
          const Stmt* pick = LoopOf("j", kernel.Anchors(), [&](const Term& j) {
            const Stmt* place = Write(made[0], {b, found}, kernel.indices(b, kernel.from(b, j)));
            const Stmt* more = Write(made[1], {b, zero}, made[1](b, zero) + 1);
            return When(kernel.from(b, j) >= 0, MakeSeqStmt(k.ctx(), {place, more}));
          });
          return MakeSeqStmt(k.ctx(), {fill, Write(made[1], {b, zero}, Literal(k.ctx(), ints, 0)), pick});
        });
      });
}
// Boxes whose score is not negative at the front.
KernelBuffer Rearranged(const NmsKernel& kernel) {
  KernelBuilder& k = kernel.k;
  std::vector<KernelBuilder::Made> made{{"rearranged", kernel.data.dims(), kernel.data.dtype()},
                                        {"found", {kernel.data.dim(0)}, DType::Int(64)}};
  return k.Extern("rearrange_out", made, [&](const std::vector<KernelBuffer>& results) {
    const KernelBuffer &moved = results[0], &found = results[1];
    auto numbers = [&](const std::function<const Stmt*(Term)>& body) { return LoopOf("e", kernel.data.dim(2), body); };
    return LoopOf("b", kernel.data.dim(0), [&](const Term& b) {
      const Stmt* fill = LoopOf("j", kernel.Anchors(), [&](const Term& j) {
        return numbers([&](const Term& e) { return Write(moved, {b, j, e}, Literal(k.ctx(), moved.dtype(), -1)); });
      });
      const Stmt* move = LoopOf("j", kernel.Anchors(), [&](const Term& j) {
        const Stmt* row = numbers([&](const Term& e) { return Write(moved, {b, found(b), e}, kernel.out(b, j, e)); });
        const Stmt* more = Write(found, {b}, found(b) + 1);
        return When(kernel.ScoreOf(b, j) >= 0.0, MakeSeqStmt(k.ctx(), {row, more}));
      });
      return MakeSeqStmt(k.ctx(), {fill, Write(found, {b}, k.Int(0)), move});
    });
  })[0];
}

}  // namespace

Lowered LowerNms(LowerSite& site, const Call& call) {
  if (!As<TensorType>(call.args[0]->type)->dtype.IsFloating()) return Refused{"scores of integers"};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  return LowerToCallTIR(site, call, "non_max_suppression", args, [&](KernelBuilder& k, const auto& in) {
    const KernelBuffer &data = in[0], &counts = in[1];
    int64_t top = IntAttr(call, "top_k");
    DType longs = DType::Int(64);
    auto valid = [&](const Term& b) { return MinOf(MaxOf(CastTo(longs, counts(b)), k.Int(0)), data.dim(1)); };
    auto keep = [&](const Term& b) { return top > 0 ? MinOf(valid(b), k.Int(top)) : valid(b); };
    KernelBuffer order = Ranked(
        k, {data.dim(0), data.dim(1)},
        [&](const Terms& i) { return data(i[0], i[1], k.Int(IntAttr(call, "score_index"))); },
        [&](const Terms& i) { return valid(i[0]); });
    Terms images{data.dim(0)};
    std::vector<KernelBuilder::Made> made{{"out_data", data.dims(), data.dtype()},
                                          {"source", {data.dim(0), data.dim(1)}, longs},
                                          {"kept", images, longs},
                                          {"best", images, longs},
                                          {"held", images, data.dtype()}};
    auto kernel_of = [&](const std::vector<KernelBuffer>& r) {
      return NmsKernel{k, call, data, counts, in[2], r[0], r[1], r[2], r[3], r[4]};
    };
    NmsKernel kernel = kernel_of(k.Extern("non_max_suppression", made, [&](const std::vector<KernelBuffer>& results) {
      return NmsStatements(kernel_of(results), order, keep);
    }));
    if (BoolAttr(call, "return_indices")) {
      std::vector<KernelBuffer> outputs = Places(kernel);
      if (FloatAttr(call, "soft_nms_sigma") > 0) outputs.insert(outputs.begin(), kernel.out);
      return outputs;
    }
    return std::vector{BoolAttr(call, "invalid_to_bottom") ? Rearranged(kernel) : kernel.out};
  });
}

// ---- for each class

namespace {

struct ClassesKernel {
  KernelBuilder& k;
  const KernelBuffer &boxes, &scores, &limit, &threshold, &order;
  // How many boxes a class keeps.
  Term most;
  bool onnx;
  // Results: rows, scores (tensorflow alone), numbers of rows; whether a box still stands, and how many a class has
  // kept.
  KernelBuffer rows, best, totals, stands, kept;

  // The row that is written next, in the list of image b.
  const Stmt* Append(const Term& b, const Term& c, const Term& box) const {
    Term list = onnx ? k.Int(0) : b, place = totals(list);
    std::vector<const Stmt*> steps;
    Terms numbers = onnx ? Terms{b, c, box} : Terms{c, box};
    for (size_t i = 0; i < numbers.size(); ++i) {
      Term column = k.Int(static_cast<int64_t>(i));
      steps.push_back(Write(rows, onnx ? Terms{place, column} : Terms{list, place, column}, numbers[i]));
    }
    if (!onnx) steps.push_back(Write(best, {list, place}, scores(b, c, box)));
    steps.push_back(Write(totals, {list}, place + 1));
    steps.push_back(Write(kept, {b, c}, kept(b, c) + 1));
    return MakeSeqStmt(k.ctx(), steps);
  }
  const Stmt* Class(const Term& b, const Term& c) const {
    Term count = boxes.dim(1);
    auto corners = [&](const Term& box) { return [&, box](int d) { return boxes(b, box, k.Int(d)); }; };
    const Stmt* start = LoopOf("i", count, [&](const Term& i) { return Write(stands, {i}, k.Int(1)); });
    const Stmt* look = LoopOf("i", count, [&](const Term& i) {
      Term box = order(b, c, i), score = scores(b, c, box);
      const Stmt* drop = LoopOf("j", count, [&](const Term& j) {
        Term other = order(b, c, j);
        Term overlaps = Shared(corners(box), corners(other)) >= limit(Terms{});
        return When(i < j && scores(b, c, other) > 0.0, When(overlaps, Write(stands, {j}, k.Int(0))));
      });
      Term room = kept(b, c) < most;
      Term chosen = limit(Terms{}) > 0.0 && stands(i) == 1 && score > threshold(Terms{}) && score > -1.0 && room;
      return When(chosen, MakeSeqStmt(k.ctx(), {Append(b, c, box), drop}));
    });
    return MakeSeqStmt(k.ctx(), {start, Write(kept, {b, c}, k.Int(0)), look});
  }
  // Zeros everywhere.
  const Stmt* Cleared(const KernelBuffer& buffer) const {
    Terms place;
    std::function<const Stmt*(int)> nest = [&](int axis) -> const Stmt* {
      if (axis == buffer.rank()) return Write(buffer, place, Literal(k.ctx(), buffer.dtype(), 0));
      return LoopOf("a" + std::to_string(axis), buffer.dim(axis), [&](const Term& at) {
        place.push_back(at);
        return nest(axis + 1);
      });
    };
    return nest(0);
  }
  const Stmt* Statements() const {
    std::vector<const Stmt*> steps{Cleared(rows), Cleared(totals)};
    if (!onnx) steps.push_back(Cleared(best));
    steps.push_back(LoopOf("b", scores.dim(0), [&](const Term& b) {
      return LoopOf("c", scores.dim(1), [&](const Term& c) { return Class(b, c); });
    }));
    return MakeSeqStmt(k.ctx(), steps);
  }
};

}  // namespace

Lowered LowerAllClassNms(LowerSite& site, const Call& call) {
  if (std::string why = WhyNotAllClassNms(call); !why.empty()) return Refused{why};
  std::vector<const Expr*> args(call.args.begin(), call.args.end());
  // A number that is written in the call is one of the kernel, as in TVM.
  const auto* number = As<Constant>(args[2]);
  if (number != nullptr) args.erase(args.begin() + 2);
  std::string_view hint = "all_class_non_max_suppression";
  return LowerToCallTIR(site, call, hint, args, [&](KernelBuilder& k, const auto& in) {
    bool onnx = TextAttr(call, "output_format") == "onnx";
    const auto* results = As<TupleType>(call.type);
    auto dims = [&](size_t i) { return k.ImportDims(KnownShape(results->fields[i])->values); };
    const KernelBuffer& scores = in[1];
    Term most = number != nullptr ? k.Int(ElementAt(number->value, 0).i) : CastTo(DType::Int(64), in[2](Terms{}));
    KernelBuffer order = Ranked(
        k, scores.dims(), [&](const Terms& i) { return scores(i); }, [&](const Terms&) { return scores.dim(2); });
    DType longs = DType::Int(64);
    std::vector<KernelBuilder::Made> made{{"rows", dims(0), longs},
                                          {"best", onnx ? Terms{k.Int(1)} : dims(1), scores.dtype()},
                                          {"totals", dims(onnx ? 1 : 2), longs},
                                          {"stands", {scores.dim(2)}, longs},
                                          {"kept", {scores.dim(0), scores.dim(1)}, longs}};
    std::vector<KernelBuffer> written = k.Extern("all_class_nms", made, [&](const std::vector<KernelBuffer>& r) {
      const KernelBuffer &limit = in[in.size() - 2], &threshold = in[in.size() - 1];
      return ClassesKernel{k, in[0], scores, limit, threshold, order, most, onnx, r[0], r[1], r[2], r[3], r[4]}
          .Statements();
    });
    if (onnx) return std::vector{written[0], written[2]};
    return std::vector{written[0], written[1], written[2]};
  });
}

}  // namespace assay
