// What rows share whose meaning is control of the engine: calls of functions, memory, closures. They have types and
// purity; engines interpret them themselves. Tested by ops_table_test.cc.
#pragma once

#include "ir/ops/families.h"
#include "ir/ops/infer.h"
#include "ir/ops/row_types.h"

namespace assay {

inline EvalResult DoneByEngine(const EvalIn&) { return Refused{"done by the engine"}; }
// What several workers or a mesh of devices would do: every engine here is one process on one device.
inline EvalResult NeedsWorkers(const EvalIn&) { return Refused{"it needs several workers or a mesh of devices"}; }
// Whether engines carry the row's calls out; else they are inferred and maybe lowered alone.
inline bool IsCarriedOut(const OpSpec& row) { return row.eval != NeedsWorkers; }
// Never generated on its own: passes make such calls.
inline const Call* NeverSampled(SampleSite&, const OpSpec&) { return nullptr; }

inline Result<const Type*> InferAnything(const InferIn& in) { return in.ctx.Object(); }
inline Result<const Type*> InferNothing(const InferIn& in) { return MakeTupleType(in.ctx, {}); }
// No ty_args: any value; one: that; several: a tuple of them.
Result<const Type*> InferByTypeArguments(const InferIn& in);

// A row of the kind above.
struct EngineRow {
  std::string_view name;
  std::string_view doc;
  std::span<const Operand> operands;
  InferFn infer = InferAnything;
  std::string_view lowered_by;
  Purity purity = Purity::kPure;
  std::span<const AttrSpec> attrs = {};
  std::span<const Precondition> preconditions = {};
  EvalFn eval = DoneByEngine;
  SampleFn sample = NeverSampled;
};
constexpr OpSpec Row(const EngineRow& row) {
  return {.name = row.name,
          .doc = row.doc,
          .operands = row.operands,
          .attrs = row.attrs,
          .preconditions = row.preconditions,
          .infer = row.infer,
          .eval = row.eval,
          .lower = NoLowering(row.lowered_by),
          .sample = row.sample,
          .tolerance = Exact(),
          .purity = row.purity};
}

}  // namespace assay
