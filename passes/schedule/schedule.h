// Schedules: primitives that change how a kernel computes and not what, each a row with preconditions that are refused
// by label ("schedule.split.r2"), and traces of them as text. Results are kept bit for bit, so that a primitive which
// would change the order of a floating sum is refused, too. Tested by schedule_test.cc, testdata/schedule and `assay
// bench contracts --pass ApplySchedule`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/builder.h"
#include "ir/support/byte_source.h"
#include "ir/support/result.h"

namespace assay {

// An argument of a primitive, as it is written: block, 3, [4, None], "shared".
struct PrimitiveArg {
  enum class Kind : uint8_t { kBlock, kInt, kInts, kText } kind = Kind::kInt;
  // kBlock, kText.
  std::string text;
  int64_t number = 0;
  // Nothing for None.
  std::vector<std::optional<int64_t>> numbers;
};

// Where a block stands.
struct BlockSite {
  const SBlockRealize* realize = nullptr;
  // From the outermost one inside of the next block around it.
  std::vector<const For*> loops;
  // The block around it; null when there is none.
  const SBlock* scope = nullptr;
  // The statement of the scope's body in which it stands.
  const Stmt* top = nullptr;

  const SBlock& block() const { return *realize->block; }
};

// A kernel that primitives work on, one after the other.
class KernelSchedule {
 public:
  KernelSchedule(Context& context, const PrimFunc* kernel) : ctx(context), func(kernel) {}

  // Diag kCannotLower when no block, or more than one, has the name.
  Result<BlockSite> Site(std::string_view block) const;
  // Names of all blocks but the root, in order; a name that several have is there several times.
  std::vector<std::string> Blocks() const;
  void Replace(const Stmt* old, const Stmt* fresh);
  // A name that no block has: "name", "name_1", …
  std::string FreshBlockName(std::string_view hint) const;

  Context& ctx;
  const PrimFunc* func;
  // Sums of floats may round in another way: rules that schedule for threads do that, and traces do not.
  bool adds_in_any_order = false;
  // Partial results to which no iteration comes need no start yet: a later primitive of the rule writes it.
  bool begins_later = false;
};

struct PrimitiveSpec;
// "schedule.split.r2" of "split.r2": operators have labels of the same kind, and some of them the same names.
std::string SchedulePrimitiveLabel(std::string_view label);
// "schedule.split.r2", its number counted from 0.
std::string SchedulePreconditionLabel(const PrimitiveSpec& primitive, size_t number);
// What any primitive asks for: "schedule.kernel", that its instruction says of which kernel it is, …
struct SchedulePrecondition {
  std::string_view label, text;
};
std::span<const SchedulePrecondition> GeneralSchedulePreconditions();
// A refusal: the label of the precondition without the prefix, and what is there instead: "split expects that the loop
// starts at 0, but loop i does not start at 0".
Diag RefusedPrimitive(std::string_view label, std::string_view why);

struct PrimitiveSpec {
  std::string_view name;
  std::string_view doc;
  // One letter for each argument: b a block, i a number, n a list of numbers, t a text.
  std::string_view args;
  // What must hold, in the order of their labels: schedule.name.r1, schedule.name.r2, …
  std::span<const std::string_view> preconditions;
  // Arguments are of the right kinds.
  Status (*apply)(KernelSchedule&, std::span<const PrimitiveArg>) = nullptr;
  // Makes drawn arguments fit the block that was drawn, where hardly any would; may be null.
  void (*draw)(const KernelSchedule&, ByteSource&, std::vector<PrimitiveArg>&) = nullptr;
};

std::span<const PrimitiveSpec* const> AllPrimitives();
const PrimitiveSpec* FindPrimitive(std::string_view name);

struct TraceInstruction {
  // The kernel; empty for the only one.
  std::string function;
  const PrimitiveSpec* primitive = nullptr;
  std::vector<PrimitiveArg> args;
  // Of the text that it was read from, from 1.
  int line = 0;
};

// A line each: `split(C, 0, [4, None])`; `@name` says which kernel the instructions after it are about; # begins a
// comment. Diag kSyntax with the line.
Result<std::vector<TraceInstruction>> ParseTrace(std::string_view text);
std::string TraceText(std::span<const TraceInstruction> instructions);
// Refuses at the first instruction that is refused, with its line and label.
Result<Module> ApplyTrace(Context& ctx, const Module& module, std::span<const TraceInstruction> instructions);
// Up to `count` instructions that the module's kernels allow, and no more than so many tries; with `only`, primitives
// of these names.
std::vector<TraceInstruction> DrawTrace(Context& ctx, const Module& module, ByteSource& bytes, int count,
                                        std::span<const std::string> only);

}  // namespace assay
