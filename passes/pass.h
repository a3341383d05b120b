// Passes: one file each, one line in passes.def, one row that states the contract. The manager checks needs and gives,
// and well-formedness after every pass; oracles read the contract. Tested by manager_test.cc and pass_table_test.cc.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/builder.h"
#include "ir/support/budget.h"
#include "ir/support/byte_source.h"
#include "ir/support/result.h"
#include "passes/frame.h"

namespace assay {

// Dialect properties: predicates on the module, not on its history (any pass can be tried on any module).
enum Prop : uint32_t {
  kNoProps = 0,
  // A-normal form, every expression typed.
  kNormal = 1 << 0,
  // No Relax operator is left that needs a kernel: all compute is in call_tir and packed calls.
  kLegalized = 1 << 1,
  // No dataflow blocks.
  kDataflowFree = 1 << 2,
  // Destination-passing calls are explicit: no call_tir, call_dps_packed.
  kCallTIRLowered = 1 << 3,
  // No relax.builtin.alloc_tensor.
  kAllocLowered = 1 << 4,
  // Shapes are computed by VM builtins: no symbolic ShapeExpr is left in bodies.
  kShapeLowered = 1 << 5,
  // Every function that code generation will emit has its symbol, equal to its GlobalVar.
  kSymbolsAttached = 1 << 6,
  // Purity is a matter of trust: every pure function carries relax.force_pure, so that impure calls may stand in it.
  kPurityForced = 1 << 7,
  // Functions with a symbol are called what it says.
  kNamedBySymbol = 1 << 8,
};
using Props = uint32_t;
inline constexpr Prop kAllProps[] = {kNormal,       kLegalized,       kDataflowFree, kCallTIRLowered, kAllocLowered,
                                     kShapeLowered, kSymbolsAttached, kPurityForced, kNamedBySymbol};
std::string_view PropName(Prop prop);
// Whether the property holds, and if not, a Diag with the first place where it does not.
Status CheckProp(Context& ctx, const Module& module, Prop prop);

// How close results stay: the same bits, within bounds of rounding, as if rounded to float16 on the way, or those of
// inference or of training, whatever the operators say themselves.
enum class Exactness : uint8_t { kBits, kRounding, kNarrowed, kInference, kTraining };
// Whether they are those of the module as it stands.
constexpr bool ResultsCompare(Exactness exact) { return exact == Exactness::kBits || exact == Exactness::kRounding; }

// What happens to functions' signatures: nothing; types say more or name other devices, and private functions may
// change in any way, but public ones are called as before; or public functions take other arguments, or give other
// results.
enum class Signatures : uint8_t { kKept, kRefined, kChanged };

// Options as TVM names them ("entry_functions", "index"); values as attributes.
using PassOptions = std::map<std::string, const Attr*, std::less<>>;

// An entry of PassContext's config that a pass reads, a bool or an int, by TVM's name.
struct ConfigKey {
  std::string_view name;
  bool is_bool = true;
  // What campaigns set it to, both ends included (a bool: 0 or 1), and for how many of a hundred modules.
  int64_t low = 1;
  int64_t high = 1;
  int percent = 0;
};

class PassContext;

struct PassSpec {
  // TVM's name: "LegalizeOps".
  std::string_view name;
  std::string_view doc;
  // Option names that it takes, in TVM's positional order.
  std::span<const std::string_view> options = {};
  // What must hold of the module before; checked by the manager when it verifies.
  Props needs = kNoProps;
  // What holds of the result, unless the pass left notes that say what is missing.
  Props gives = kNoProps;
  // What may hold before and not after.
  Props breaks = kNoProps;
  // What every well-formed module has and the pass's input may lack, since the pass is there to bring it about. Oracles
  // hand it modules without.
  Props establishes = kNoProps;
  // What an earlier pass of a list should have given; only CheckOrder looks, since that pass may leave something over.
  Props expects = kNoProps;
  // Sequential runs the pass when the context's opt_level is at least this.
  int opt_level = 0;
  bool idempotent = true;
  // Required when not idempotent.
  std::string_view why_not_idempotent = {};
  // The modules on which a pass is idempotent that otherwise is not; null: none.
  bool (*idempotent_on)(const Module&) = nullptr;
  Exactness exact = Exactness::kBits;
  Signatures signatures = Signatures::kKept;
  // What it may change beside what the module computes, and the attributes of functions and of the module that it sets
  // or takes away; all else stays as it is.
  FrameContract changes = {};
  std::span<const std::string_view> attrs = {};
  Result<Module> (*run)(PassContext&, const Module&, const PassOptions&) = nullptr;
  // For a pass that cannot run without options: draws some that fit the module; false when none do. Null: runs without.
  bool (*sample_options)(Context&, const Module&, ByteSource&, PassOptions&) = nullptr;
  std::span<const ConfigKey> config = {};
  // It is about what the threads of a launch do: campaigns hand it launches.
  bool about_threads = false;
  // It takes assertions of kernels away also where they fail: what they guard runs then.
  bool skips_asserts = false;
};

constexpr bool Complete(const PassSpec& row) {
  return !row.name.empty() && !row.doc.empty() && row.run != nullptr &&
         row.idempotent == row.why_not_idempotent.empty();
}

// One application of one pass.
struct PassCall {
  const PassSpec* pass = nullptr;
  PassOptions options;
};

// What a pass has to say beside its result: "left conv2d at file:3:5: no lowering for groups != 1".
struct PassNote {
  std::string_view pass;
  // kLater: another pass deals with it (`who`); kNow: something is missing for good.
  enum class Kind : uint8_t { kLater, kNow } kind = Kind::kNow;
  std::string op;
  SourceSpan span;
  std::string why;
  std::string who;
};

// What passes may compute themselves, all of a build together (analysis/evaluate.h): enough for the weights of a large
// network.
inline constexpr Budget kPassBudget{.steps = 10'000'000'000, .bytes = int64_t{8} << 30};

// TVM's PassContext: what Sequential obeys and direct application does not.
class PassContext {
 public:
  explicit PassContext(Context& context) : ctx(context) {}

  Context& ctx;
  int opt_level = 2;
  std::vector<std::string> required_passes;
  std::vector<std::string> disabled_passes;
  PassOptions config;
  // Well-formedness after every pass, and needs/gives around it.
  bool verify_each = true;
  // Passes leave what they made unused, rather than tidy up as DeadCodeElimination does: to tell what of a pass is its
  // own.
  bool leaves_unused = false;
  // Of constants that passes compute.
  Meter meter{kPassBudget};
  std::vector<PassNote> notes;
  // Instruments, each may be empty: whether to run a pass (asked unless it is a required one), and calls around it.
  std::function<bool(const PassSpec&, const Module&)> should_run;
  std::function<void(const PassSpec&, const Module&)> before_pass;
  std::function<void(const PassSpec&, const Module&)> after_pass;
};

// All passes, in passes.def order.
std::span<const PassSpec* const> AllPasses();
// nullptr when there is none of that name; a name like "package.module:Name" is of a pass without a row
// (foreign_pass.h).
const PassSpec* FindPass(std::string_view name);

// Direct application: `Pass(module)` in TVM.
Result<Module> RunPass(PassContext& pass_ctx, const PassCall& call, const Module& module);
// Through Sequential: obeys opt level, required and disabled passes, instruments; a path of its own.
Result<Module> RunSequential(PassContext& pass_ctx, std::span<const PassCall> calls, const Module& module);
// Refuses (kPassOrder) a module that lacks what the pass needs, naming what would give it.
Status CheckNeeds(Context& ctx, const PassSpec& pass, const Module& module);
// Refuses a list whose needs cannot be met by what comes before, naming the missing pass; used by pipelines and the
// CLI.
Status CheckOrder(Context& ctx, std::span<const PassCall> calls, const Module& module);

// "LegalizeOps,DeadCodeElimination{\"entry_functions\":[\"main\"]}": names with options as JSON; a pipeline's name
// stands for its passes. Diag kUnknownName with the nearest name, kSyntax for bad JSON.
Result<std::vector<PassCall>> ParsePassList(Context& ctx, std::string_view text);

// A named pipeline, as TVM's relax.get_pipeline; "default" is its CPU backend's, "minimal" the least that compiles.
Result<std::vector<PassCall>> Pipeline(std::string_view name);
std::vector<std::string_view> PipelineNames();

}  // namespace assay
