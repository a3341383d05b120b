// frame_kept by every row of the passes: what a row does not allow is a finding, and what it allows is none. And what
// passes make of their golden texts is allowed.
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "oracles/core/field_changes.h"
#include "oracles/core/frame_items.h"
#include "oracles/core/frame_sample.h"
#include "oracles/core/oracle_fixture.h"
#include "passes/foreign_pass.h"
#include "passes/golden_text.h"
#include "passes/tir/tir_passes.h"

namespace assay {
namespace {

TEST(FrameKeptTest, GoldenTextsKeepTheFrames) {
  int compared = 0;
  for (const std::string& path : GoldenTextsIn("passes/testdata")) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    auto golden = SplitGoldenText(text.str());
    ASSERT_TRUE(golden.ok()) << path;
    Context ctx;
    PassContext pass_ctx(ctx);
    auto calls = ParsePassList(ctx, golden->run);
    auto module = ParseModule(ctx, path, golden->input);
    ASSERT_TRUE(calls.ok() && module.ok()) << path;
    if (!golden->setting.empty()) pass_ctx.config.insert_or_assign(golden->setting, MakeAttrBool(ctx, true));
    Module before = *module;
    for (const PassCall& call : *calls) {
      auto after = RunPass(pass_ctx, call, before);
      if (!after.ok()) break;
      for (const FrameChange& change : FrameChanges(before, *after, AllowedBy(*call.pass), call.pass->attrs)) {
        ADD_FAILURE() << path << ": " << call.pass->name << ": " << kFacetTexts[static_cast<size_t>(change.facet)]
                      << " " << kWayTexts[static_cast<size_t>(change.way)] << ": " << change.where << ": "
                      << change.before << " -> " << change.after;
      }
      ++compared;
      before = *after;
    }
  }
  EXPECT_GT(compared, 300);
}

// A pass that does to one module what it is told.
struct Breaks : Wrapper {
  using Wrapper::Wrapper;
  Answer<ModuleRef> ApplyDirect(const PassCall&, const ModuleRef&) override { return Import(after); }
  // In the form that they take, whatever the pass.
  std::vector<PassCall> BuildPipeline() override { return {}; }
  Module after;
};

// Two modules between which one thing differs; as something of a body, perhaps, which a row may forbid as a whole.
struct Breach {
  Module before, after;
  bool in_graph = false, in_kernel = false;
  // All of one facet: what is another value under another key goes and comes.
  std::vector<FrameChange> changes = {};
};
using BreachKey = std::tuple<Facet, Way, std::string>;

// For each facet and way, and each attribute by its key: a module changed so, and in no other way.
class Breaches {
 public:
  Breaches(Context& ctx, const Module& module) {
    for (const FieldChange& change : FieldChanges(ctx, module)) AddBoth(module, change.module);
    for (size_t i = 0; i < module.entries.size(); ++i) {
      std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
      entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
      AddBoth(module, WithEntries(ctx, module, entries));
    }
    for (const ModuleEntry& entry : module.entries) {
      if (Is<Function>(entry.func) && IsPublic(entry.func)) AddResults(ctx, module, entry);
    }
    Module without_infos = module;
    without_infos.global_infos = module.global_infos.first(1);
    AddBoth(module, without_infos);
  }
  std::map<BreachKey, Breach> all;

 private:
  // What a function gives of another dtype, of an unknown one, and on no device.
  void AddResults(Context& ctx, const Module& module, const ModuleEntry& entry) {
    const auto& func = *As<Function>(entry.func);
    const auto& type = *As<TensorType>(func.ret_type);
    TensorType *narrow = ctx.arena.New<TensorType>(type), *vague = ctx.arena.New<TensorType>(type),
               *anywhere = ctx.arena.New<TensorType>(type);
    narrow->dtype = DType::Int(8);
    vague->dtype = DType::Void();
    anywhere->vdevice = nullptr;
    for (const TensorType* result : {narrow, vague, anywhere}) {
      Function* made = ctx.arena.New<Function>(func);
      made->ret_type = result;
      std::vector<ModuleEntry> entries(module.entries.begin(), module.entries.end());
      for (ModuleEntry& one : entries) {
        if (one.func == entry.func) one.func = made;
      }
      AddBoth(module, WithEntries(ctx, module, entries));
    }
  }
  void AddBoth(const Module& a, const Module& b) {
    Add(a, b);
    Add(b, a);
  }
  void Add(const Module& before, const Module& after) {
    Breach breach{before, after};
    std::vector<FrameChange> strictly = FrameChanges(before, after, {}, {});
    for (const FrameChange& change : strictly) {
      breach.in_graph |= change.facet == Facet::kGraphs;
      breach.in_kernel |= change.facet == Facet::kKernels;
    }
    std::vector<FrameChange> inside = FrameChanges(before, after, Alters({Facet::kGraphs, Facet::kKernels}), {});
    const std::vector<FrameChange>& changes = inside.empty() ? strictly : inside;
    auto other = [&](const FrameChange& change) { return change.facet != changes[0].facet; };
    if (changes.empty() || std::ranges::any_of(changes, other)) return;
    breach.changes = changes;
    bool of_attrs = changes[0].facet == Facet::kFunctionAttrs || changes[0].facet == Facet::kModuleAttrs;
    all.try_emplace({changes[0].facet, changes[0].way, of_attrs ? changes[0].key : ""}, std::move(breach));
  }
};

bool Forbids(const PassSpec& pass, const Breach& breach) {
  FrameContract allowed = AllowedBy(pass);
  bool body = (breach.in_graph && !allowed.Allows(Facet::kGraphs, Way::kAltered)) ||
              (breach.in_kernel && !allowed.Allows(Facet::kKernels, Way::kAltered));
  auto forbidden = [&](const FrameChange& change) {
    bool of_attrs = change.facet == Facet::kFunctionAttrs || change.facet == Facet::kModuleAttrs;
    bool named = std::ranges::find(pass.attrs, std::string_view(change.key)) != pass.attrs.end();
    return !allowed.Allows(change.facet, change.way) && !(of_attrs && named);
  };
  return body || std::ranges::any_of(breach.changes, forbidden);
}

TEST(FrameKeptTest, EveryLineOfEveryRowHolds) {
  Context ctx;
  Breaches breaches(ctx, FrameSample(ctx));
  std::set<Facet> facets;
  for (const auto& [key, breach] : breaches.all) facets.insert(std::get<Facet>(key));
  for (size_t i = 0; i < kFacetCount; ++i) {
    EXPECT_TRUE(facets.contains(static_cast<Facet>(i))) << "no breach of " << kFacetTexts[i];
  }
  Breaks breaks(ctx);
  const OracleSpec* oracle = FindOracle("frame_kept");
  size_t lines = 0, findings = 0;
  for (const PassSpec* row : AllRelaxAndTirPasses()) {
    // What the pass itself needs of a module is not asked here.
    PassSpec pass = *row;
    pass.needs = pass.expects = pass.establishes = kNoProps;
    for (const auto& [key, breach] : breaches.all) {
      Case c;
      c.module = breach.before;
      c.passes = {{&pass, {}}};
      breaks.after = breach.after;
      OracleContext oc(ctx, breaks, c);
      Verdict verdict = oracle->judge(&c.passes[0], oc);
      const auto* finding = std::get_if<Finding>(&verdict);
      const auto& [facet, way, attr] = key;
      ASSERT_EQ(finding != nullptr, Forbids(pass, breach))
          << pass.name << ": " << kFacetTexts[static_cast<size_t>(facet)] << " " << kWayTexts[static_cast<size_t>(way)]
          << " " << attr;
      if (finding != nullptr) EXPECT_EQ(finding->klass, FindingClass::kFrameBroken);
      findings += finding != nullptr ? 1 : 0;
      ++lines;
    }
  }
  fmt::print("{} breaches of {} facets, {} lines of rows, {} findings\n", breaches.all.size(), facets.size(), lines,
             findings);
  EXPECT_GT(findings, lines / 2);
}

TEST(FrameKeptTest, PassesWithoutARowPromiseNothing) {
  EXPECT_FALSE(FindOracle("frame_kept")->applies(*ForeignPass("mine.passes:Pass")));
  EXPECT_TRUE(FindOracle("frame_kept")->applies(*FindPass("LegalizeOps")));
}

}  // namespace
}  // namespace assay
