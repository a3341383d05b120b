// Kernels with free statements are well-formed, and each kind of statement, scope and affine form comes up in them.
#include "generators/modules/tir_free.h"

#include <gtest/gtest.h>

#include <map>

#include "generators/modules/generate.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/mentions.h"
#include "ir/prim/binary_function.h"
#include "ir/prim/intrinsics.h"
#include "ir/tir/accesses.h"
#include "ir/walk.h"

namespace assay {
namespace {

// What stands in the indices of stores, and in bounds of loops.
void CountScalars(const Expr* root, const std::string& place, std::map<std::string, int>& seen) {
  WalkOnce(root, [&](const Node* node) { ++seen[place + " " + std::string(NodeKindName(node->kind))]; });
}

// What a branch asks again of what is known there, and of memory that it writes.
void CountConditions(const IfThenElse& choice, std::map<std::string, int>& seen) {
  bool again = false, written = false;
  WalkBeforeChildren(choice.then_case, [&](const Node* node) {
    const auto* inner = As<IfThenElse>(node);
    again |= inner != nullptr && Equal(inner->condition, choice.condition);
    const auto* store = As<BufferStore>(node);
    written |= store != nullptr && AnyAccess(choice.condition, [&](const ElementAccess& access) {
                 return access.buffer->data == store->buffer->data;
               });
    return true;
  });
  seen["condition asked again"] += again ? 1 : 0;
  seen["condition about what is written"] += written ? 1 : 0;
  seen["condition asked again of what is written"] += again && written ? 1 : 0;
}

bool Writes(const Stmt* stmt, const Buffer* buffer) {
  bool found = false;
  WalkOnce(stmt, [&](const Node* node) {
    const auto* store = As<BufferStore>(node);
    found |= store != nullptr && store->buffer->data == buffer->data;
  });
  return found;
}

// Names of elements that the next statement writes, and loops whose iterations write what a condition of theirs is
// about.
void CountMeanwhile(const SeqStmt& seq, std::map<std::string, int>& seen) {
  for (size_t i = 0; i + 1 < seq.seq.size(); ++i) {
    const auto* bind = As<Bind>(seq.seq[i]);
    const auto* load = bind == nullptr ? nullptr : As<BufferLoad>(bind->value);
    seen["element named before it is written"] += load != nullptr && Writes(seq.seq[i + 1], load->buffer) ? 1 : 0;
  }
}
void CountIterations(const For& loop, std::map<std::string, int>& seen) {
  const auto* only = As<IfThenElse>(loop.body);
  seen["loop over a branch that writes what it asks"] +=
      only != nullptr && !Mentions(only->condition, loop.loop_var) &&
              AnyAccess(only->condition,
                        [&](const ElementAccess& access) { return Writes(only->then_case, access.buffer); })
          ? 1
          : 0;
  const auto* body = As<SeqStmt>(loop.body);
  if (body == nullptr || body->seq.size() != 2) return;
  for (const Stmt* s : body->seq) {
    const auto* choice = As<IfThenElse>(s);
    if (choice == nullptr || Mentions(choice->condition, loop.loop_var)) continue;
    bool written =
        AnyAccess(choice->condition, [&](const ElementAccess& access) { return Writes(loop.body, access.buffer); });
    seen["loop that writes what its condition is about"] += written ? 1 : 0;
  }
}

// Where a buffer of two alike is read, other than to show what it holds.
void CountLooks(const Node* node, std::map<std::string, int>& seen) {
  auto look = [&](const Expr* e, const char* place) {
    bool looks = e != nullptr && AnyAccess(e, [](const ElementAccess& access) {
                   return access.buffer->name.text().starts_with("held");
                 });
    seen[std::string("look in ") + place] += looks ? 1 : 0;
  };
  if (const auto* choice = As<IfThenElse>(node)) look(choice->condition, "a branch");
  if (const auto* loop = As<While>(node)) look(loop->condition, "a while");
  if (const auto* bind = As<Bind>(node)) look(bind->value, "a name");
  if (const auto* realize = As<SBlockRealize>(node)) {
    look(realize->predicate, "a predicate");
    for (const Expr* value : realize->iter_values) look(value, "an axis");
  }
  if (const auto* loop = As<For>(node)) {
    look(loop->min, "a start");
    look(loop->extent, "an extent");
    look(loop->step, "a step");
  }
  const auto* store = As<BufferStore>(node);
  if (store == nullptr || store->buffer->name.text().starts_with("held")) return;
  for (const Expr* index : store->indices) look(index, "an index");
  const Call* choice = As<Call>(store->value);
  if (Is<Select>(store->value)) look(As<Select>(store->value)->condition, "a select");
  if (IsCallOf(choice, IntrinsicId::if_then_else)) look(choice->args[0], "a choice");
}

void CountBlock(const SBlock& block, std::map<std::string, int>& seen) {
  if (!block.name_hint.text().starts_with("free")) return;
  seen["memory of a block"] += block.alloc_buffers.empty() ? 0 : 1;
  for (const MatchBufferRegion* match : block.match_buffers) {
    const Buffer& source = *match->source->buffer;
    ++seen["view of a block"];
    seen["view of a view"] += source.name.text().starts_with("part") ? 1 : 0;
    seen["view of a block's memory"] += source.name.text().starts_with("own") ? 1 : 0;
    seen["view of fewer dimensions"] += match->buffer->shape.size() < source.shape.size() ? 1 : 0;
  }
}

// What stands behind a guard: quotients by elements, elements beside an axis.
void CountGuards(const Node* node, std::map<std::string, int>& seen) {
  auto partial = [&](const Expr* e, const std::string& guard) {
    WalkOnce(e, [&](const Node* part) {
      const BinaryExpr* binary = AsBinary(part);
      bool divides = binary != nullptr && IsDivision(binary->kind) && Is<BufferLoad>(binary->b);
      seen["quotient behind " + guard] += divides ? 1 : 0;
    });
  };
  if (const auto* both = As<And>(node)) partial(both->b, "and");
  if (const auto* either = As<Or>(node)) partial(either->b, "or");
  const auto* choice = As<Call>(node);
  if (IsCallOf(choice, IntrinsicId::if_then_else)) partial(choice->args[1], "a choice");
}

// How memory of its own lies, and what of it is used.
void CountMemory(const Buffer& buffer, std::map<std::string, int>& seen) {
  seen["vectors in memory"] += buffer.dtype.lanes > 1 ? 1 : 0;
  if (!buffer.name.text().starts_with("part")) return;
  seen["strides of memory"] += buffer.strides.empty() ? 0 : 1;
  seen["memory behind its start"] += buffer.elem_offset == nullptr ? 0 : 1;
  seen["alignment of memory"] += buffer.data_alignment == 64 ? 0 : 1;
  seen["axes that belong together"] += buffer.axis_separators.empty() ? 0 : 1;
}
// Two divisions by one number, which is below 0 or not.
void CountDivisions(const Node* node, std::map<std::string, int>& seen) {
  const BinaryExpr* joined = AsBinary(node);
  const BinaryExpr *a = joined == nullptr ? nullptr : AsBinary(joined->a),
                   *b = joined == nullptr ? nullptr : AsBinary(joined->b);
  if (a == nullptr || b == nullptr || a->kind != b->kind || !IsDivision(a->kind)) return;
  const auto *x = As<IntImm>(a->b), *y = As<IntImm>(b->b);
  if (x == nullptr || y == nullptr || x->value != y->value) return;
  ++seen[x->value < 0 ? "two divisions by one negative number" : "two divisions by one number"];
}
void CountIterationsWithoutOrder(const For& loop, std::map<std::string, int>& seen) {
  bool lanes = loop.for_kind == ForKind::kVectorized;
  if (!lanes && loop.for_kind != ForKind::kParallel) return;
  const std::string kind = lanes ? "lanes" : "parallel iterations";
  const auto* start = As<IntImm>(loop.min);
  seen[kind + " from elsewhere"] += start != nullptr && start->value != 0 ? 1 : 0;
  WalkOnce(loop.body, [&](const Node* node) {
    seen[kind + " with a name"] += Is<Bind>(node) ? 1 : 0;
    seen[kind + " with a branch"] += Is<IfThenElse>(node) ? 1 : 0;
    seen[kind + " with a loop"] += Is<For>(node) ? 1 : 0;
    const auto* store = As<BufferStore>(node);
    seen[kind + " backwards"] += store != nullptr && Is<Sub>(store->indices.back()) ? 1 : 0;
  });
}

void CountNode(const Node* node, std::map<std::string, int>& seen) {
  ++seen[std::string(NodeKindName(node->kind))];
  CountLooks(node, seen);
  CountGuards(node, seen);
  CountDivisions(node, seen);
  if (const auto* block = As<SBlock>(node)) {
    CountBlock(*block, seen);
    for (const Buffer* buffer : block->alloc_buffers) CountMemory(*buffer, seen);
  }
  if (const auto* alloc = As<AllocBuffer>(node)) CountMemory(*alloc->buffer, seen);
  if (const auto* ramp = As<Ramp>(node)) {
    const auto* step = As<IntImm>(ramp->stride);
    seen["ramp that goes down"] += step != nullptr && step->value < 0 ? 1 : 0;
  }
  if (const auto* alloc = As<AllocBuffer>(node)) ++seen["scope " + alloc->buffer->scope.str()];
  if (const auto* view = As<DeclBuffer>(node)) {
    seen["strided view"] += view->buffer->strides.empty() ? 0 : 1;
    seen["view behind the start"] += view->buffer->elem_offset == nullptr ? 0 : 1;
    seen["view that moves"] += view->buffer->elem_offset == nullptr || Is<IntImm>(view->buffer->elem_offset) ? 0 : 1;
  }
  if (const auto* choice = As<IfThenElse>(node)) {
    CountConditions(*choice, seen);
    seen["loop that is left in the middle"] += Is<Break>(choice->then_case) || Is<Continue>(choice->then_case) ? 1 : 0;
    seen["branch that does nothing"] += Is<Evaluate>(choice->then_case) ? 1 : 0;
    seen["likely condition"] += IsCallOf(choice->condition, IntrinsicId::likely) ? 1 : 0;
  }
  if (const auto* seq = As<SeqStmt>(node)) {
    CountMeanwhile(*seq, seen);
    int names = 0;
    for (const Stmt* s : seq->seq) {
      names = Is<Bind>(s) ? names + 1 : 0;
      seen["chain of names"] += names == 12 ? 1 : 0;
    }
  }
  if (const auto* store = As<BufferStore>(node)) {
    for (const Expr* index : store->indices) CountScalars(index, "index", seen);
    const auto* cast = As<Cast>(store->value);
    if (cast != nullptr) CountScalars(cast->value, "value", seen);
    const auto* sum = As<Add>(store->value);
    const auto* own = sum == nullptr ? nullptr : As<BufferLoad>(sum->a);
    seen["store of more than there is"] += own != nullptr && own->buffer == store->buffer ? 1 : 0;
  }
  const auto* loop = As<For>(node);
  if (loop == nullptr) return;
  if (const auto* store = As<BufferStore>(loop->body);
      store != nullptr && store->buffer->name.text().starts_with("stage")) {
    const auto* load = As<BufferLoad>(store->value);
    bool alone = load != nullptr && load->buffer != store->buffer && load->buffer->dtype == store->buffer->dtype;
    seen["stage that reads the one before alone"] += alone ? 1 : 0;
  }
  CountIterations(*loop, seen);
  CountIterationsWithoutOrder(*loop, seen);
  const auto* start = As<IntImm>(loop->min);
  bool later = start != nullptr && start->value != 0;
  seen["unrolled loop from elsewhere"] += later && loop->for_kind == ForKind::kUnrolled ? 1 : 0;
  seen["annotated loop in steps"] += loop->step != nullptr && loop->annotations != nullptr ? 1 : 0;
  CountScalars(loop->min, "bound", seen);
  CountScalars(loop->extent, "bound", seen);
  seen["loop in steps"] += loop->step == nullptr ? 0 : 1;
  seen["empty loop"] += Is<IntImm>(loop->extent) && As<IntImm>(loop->extent)->value == 0 ? 1 : 0;
}

constexpr const char* kForms[] = {"While",
                                  "IfThenElse",
                                  "Bind",
                                  "AssertStmt",
                                  "Evaluate",
                                  "AttrStmt",
                                  "DeclBuffer",
                                  "AllocBuffer",
                                  "Break",
                                  "Continue",
                                  "SBlock",
                                  "strided view",
                                  "view behind the start",
                                  "view that moves",
                                  "condition asked again",
                                  "condition about what is written",
                                  "condition asked again of what is written",
                                  "element named before it is written",
                                  "loop that writes what its condition is about",
                                  "loop over a branch that writes what it asks",
                                  "store of more than there is",
                                  "value FloorDiv",
                                  "value FloorMod",
                                  "value Mod",
                                  "value Min",
                                  "loop that is left in the middle",
                                  "chain of names",
                                  "branch that does nothing",
                                  "likely condition",
                                  "unrolled loop from elsewhere",
                                  "annotated loop in steps",
                                  "stage that reads the one before alone",
                                  "look in a branch",
                                  "look in a while",
                                  "look in a name",
                                  "look in a predicate",
                                  "look in an axis",
                                  "look in a start",
                                  "look in an extent",
                                  "look in a step",
                                  "look in an index",
                                  "look in a select",
                                  "look in a choice",
                                  "memory of a block",
                                  "view of a block",
                                  "view of a view",
                                  "view of a block's memory",
                                  "view of fewer dimensions",
                                  "vectors in memory",
                                  "strides of memory",
                                  "memory behind its start",
                                  "alignment of memory",
                                  "axes that belong together",
                                  "ramp that goes down",
                                  "two divisions by one number",
                                  "two divisions by one negative number",
                                  "lanes from elsewhere",
                                  "lanes with a name",
                                  "lanes with a branch",
                                  "lanes with a loop",
                                  "lanes backwards",
                                  "parallel iterations with a name",
                                  "parallel iterations with a branch",
                                  "parallel iterations with a loop",
                                  "quotient behind and",
                                  "quotient behind or",
                                  "quotient behind a choice",
                                  "loop in steps",
                                  "empty loop",
                                  "index Mul",
                                  "index FloorDiv",
                                  "index FloorMod",
                                  "index Div",
                                  "index Mod",
                                  "index Min",
                                  "index Max",
                                  "index Cast",
                                  "index Select",
                                  "index Let",
                                  "index BufferLoad",
                                  "bound Add",
                                  "bound Mul",
                                  "bound FloorMod",
                                  "bound Cast",
                                  "scope global",
                                  "scope shared",
                                  "scope shared.dyn",
                                  "scope local",
                                  "scope warp",
                                  "scope wmma.accumulator"};

TEST(FreeStmtsTest, EachFormComesUpAndAllIsWellFormed) {
  std::map<std::string, int> seen;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options;
    options.profile = Profile::kTir;
    options.wanted = BitOf(Feature::kFreeStmts) | BitOf(Feature::kPlainLoops);
    Module module = Generate(ctx, bytes, options);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    ASSERT_TRUE(sink.ok()) << "seed " << seed << ": " << sink.diags()[0].message << " [" << sink.diags()[0].rule << "]";
    for (const ModuleEntry& entry : module.entries) {
      if (Is<PrimFunc>(entry.func)) WalkOnce(entry.func, [&](const Node* node) { CountNode(node, seen); });
    }
  }
  for (const char* form : kForms) {
    EXPECT_GT(seen[form], 10) << form;
  }
}

// What tells that a kernel has a topic.
bool Shows(Topic topic, const Node* node) {
  const auto* loop = As<For>(node);
  const auto* alloc = As<AllocBuffer>(node);
  const auto* block = As<SBlock>(node);
  switch (topic) {
    case Topic::kSplit: return IsCallOf(As<Call>(node), IntrinsicId::likely);
    case Topic::kPipeline:
      return (loop != nullptr && loop->annotations != nullptr &&
              loop->annotations->Find("software_pipeline_stage") != nullptr) ||
             (Is<AttrStmt>(node) && As<AttrStmt>(node)->attr_key == "double_buffer_scope");
    case Topic::kLanes: return loop != nullptr && loop->for_kind == ForKind::kVectorized;
    case Topic::kVectors: return alloc != nullptr && !alloc->buffer->dtype.IsScalar();
    case Topic::kPart:
    case Topic::kWindows:
    case Topic::kLoopCarried:
    case Topic::kHeld: return alloc != nullptr || (block != nullptr && !block->alloc_buffers.empty());
    case Topic::kBlocks: return block != nullptr && !block->iter_vars.empty();
    case Topic::kMeanwhile:
    case Topic::kNest:
    case Topic::kCount: return Is<BufferStore>(node);
  }
  return false;
}

TEST(FreeStmtsTest, KernelsAreAboutTheirTopic) {
  for (int i = 0; i < static_cast<int>(Topic::kCount); ++i) {
    auto topic = static_cast<Topic>(i);
    int shown = 0;
    for (uint64_t seed = 0; seed < 80; ++seed) {
      Context ctx;
      ByteSource bytes = ByteSource::FromSeed(seed);
      GenOptions options;
      options.profile = Profile::kTir;
      options.wanted = BitOf(Feature::kFreeStmts) | BitOf(Feature::kPlainLoops);
      options.topics = BitOf(topic);
      Module module = Generate(ctx, bytes, options);
      DiagSink sink;
      CheckWellFormed(ctx, module, sink);
      ASSERT_TRUE(sink.ok()) << "topic " << i << ", seed " << seed << ": " << sink.diags()[0].message;
      bool shows = false;
      for (const ModuleEntry& entry : module.entries) {
        if (Is<PrimFunc>(entry.func)) WalkOnce(entry.func, [&](const Node* node) { shows |= Shows(topic, node); });
      }
      shown += shows ? 1 : 0;
    }
    EXPECT_GE(shown, 10) << "topic " << i;
  }
}

}  // namespace
}  // namespace assay
