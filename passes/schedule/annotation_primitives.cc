// Steps that write on loops what later passes do with them: annotate puts a list of numbers under a key, unannotate
// takes it away.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "passes/analysis/pipeline_marks.h"
#include "passes/schedule/nest_edits.h"
#include "passes/schedule/primitive_specs.h"

namespace assay {
namespace {

using Args = std::span<const PrimitiveArg>;

constexpr std::string_view kAnnotatePreconditions[] = {"the loop has no annotation of that name"};
constexpr std::string_view kUnannotatePreconditions[] = {"the loop has an annotation of that name"};

bool Has(const For& loop, std::string_view key) {
  return loop.annotations != nullptr && loop.annotations->Find(key) != nullptr;
}

void Write(KernelSchedule& schedule, const For& loop, std::string_view key, const Attr* value) {
  For* marked = schedule.ctx.arena.New<For>(loop);
  marked->annotations = WithAttr(schedule.ctx, loop.annotations, key, value);
  schedule.Replace(&loop, marked);
}

Status Annotate(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  const For* loop = at.loop;
  std::string_view name = loop->loop_var->name.text();
  if (Has(*loop, args[2].text))
    return RefusedPrimitive("annotate.r1", fmt::format("loop {} has {} already", name, args[2].text));
  std::vector<int64_t> numbers;
  for (std::optional<int64_t> number : args[3].numbers) numbers.push_back(number.value_or(-1));
  Write(schedule, *loop, args[2].text, MakeAttrInts(schedule.ctx, numbers));
  return Done{};
}

Status Unannotate(KernelSchedule& schedule, Args args) {
  ASSAY_TRY(LoopSite at, LoopAt(schedule, args));
  const For* loop = at.loop;
  if (!Has(*loop, args[2].text)) {
    return RefusedPrimitive("unannotate.r1",
                            fmt::format("loop {} has no {}", loop->loop_var->name.text(), args[2].text));
  }
  Write(schedule, *loop, args[2].text, nullptr);
  return Done{};
}

// How many statements stand in the loop.
size_t PartsOf(const For& loop) {
  const auto* seq = As<SeqStmt>(loop.body);
  return seq == nullptr ? 1 : seq->seq.size();
}

// A pipeline: the stages of what stands in a loop of several statements, mostly rising, then their order, mostly as
// they stand.
void DrawPipeline(const KernelSchedule& schedule, ByteSource& bytes, std::vector<PrimitiveArg>& args) {
  Result<BlockSite> site = schedule.Site(args[0].text);
  if (!site.ok()) return;
  std::vector<int64_t> several;
  for (size_t i = 0; i < site->loops.size(); ++i) {
    if (PartsOf(*site->loops[i]) < 2 || Has(*site->loops[i], kPipelineOrder)) continue;
    // What has been begun comes first.
    if (Has(*site->loops[i], kPipelineStage)) several.clear();
    several.push_back(static_cast<int64_t>(i));
    if (Has(*site->loops[i], kPipelineStage)) break;
  }
  if (!several.empty()) args[1].number = bytes.Pick(several);
  Result<LoopSite> at = LoopAt(schedule, args);
  if (!at.ok()) return;
  bool second = Has(*at->loop, kPipelineStage);
  args[2].text = std::string(second ? kPipelineOrder : kPipelineStage);
  std::vector<int64_t> numbers(PartsOf(*at->loop));
  if (second) {
    std::iota(numbers.begin(), numbers.end(), 0);
    for (size_t i = numbers.size(); i > 1 && bytes.Chance(1, 3); --i)
      std::swap(numbers[i - 1], numbers[bytes.Below(i)]);
  } else {
    // Some have more stages than the loop has iterations.
    uint64_t stages = bytes.Chance(1, 4) ? 5 : 3;
    for (int64_t& number : numbers) number = static_cast<int64_t>(bytes.Below(stages));
    if (bytes.Chance(7, 8)) std::ranges::sort(numbers);
  }
  args[3].numbers.assign(numbers.begin(), numbers.end());
}

void DrawKey(const KernelSchedule&, ByteSource& bytes, std::vector<PrimitiveArg>& args) {
  args[2].text = std::string(bytes.Chance(1, 2) ? kPipelineStage : kPipelineOrder);
}

}  // namespace

namespace primitive {
const PrimitiveSpec kAnnotate{"annotate", "a loop gets numbers under a name, such as the stages of a pipeline",
                              "bitn",     kAnnotatePreconditions,
                              Annotate,   DrawPipeline};
const PrimitiveSpec kUnannotate{
    "unannotate", "a loop loses what stands under a name", "bit", kUnannotatePreconditions, Unannotate, DrawKey};
}  // namespace primitive

}  // namespace assay
