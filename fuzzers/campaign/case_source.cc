// Making the case of a run (case_source.h).
#include "fuzzers/campaign/case_source.h"

#include <algorithm>
#include <filesystem>

#include "fuzzers/campaign/case_file.h"
#include "fuzzers/campaign/preparation.h"
#include "ir/support/hash.h"
#include "ir/text/parse.h"
#include "passes/config.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Sets of arguments for each case.
constexpr uint64_t kInputSets = 2;

// The seed is spread first: combined as they are, campaigns of close seeds would share most of their runs.
uint64_t RunSeed(uint64_t seed, uint64_t run) { return HashCombine(HashCombine(0, seed), run); }

// A module's entry: "main", or else its first function.
std::string EntryOf(const Module& module) {
  if (module.Find("main") != nullptr || module.entries.empty()) return "main";
  return module.entries[0].var->name.str();
}

std::vector<std::string> FilesIn(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const auto& item : fs::recursive_directory_iterator(path, error)) {
    if (item.path().extension() == ".py") files.push_back(item.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Status CaseSource::Load() {
  for (const std::string& path : options_.seed_files) {
    for (const std::string& file : FilesIn(path)) {
      ASSAY_TRY(std::string text, ReadFile(file));
      seeds_.push_back({file, std::move(text)});
    }
  }
  return Done{};
}

std::vector<uint64_t> CaseSource::InputSeeds(uint64_t run) const {
  std::vector<uint64_t> seeds;
  for (uint64_t i = 0; i < kInputSets; ++i) seeds.push_back(HashCombine(RunSeed(options_.seed, run), i) >> 16);
  return seeds;
}

std::vector<PassCall> CaseSource::DrawPasses(ByteSource& bytes) const {
  std::vector<PassCall> passes;
  size_t wanted = static_cast<size_t>(std::max(0, options_.passes_per_case));
  if (!options_.passes.empty() && options_.passes.size() <= wanted) return options_.passes;
  std::span<const PassSpec* const> offered = AllPasses();
  if (!options_.offered.empty()) offered = options_.offered;
  for (size_t i = 0; i < wanted; ++i) {
    PassCall call = options_.passes.empty() ? PassCall{bytes.Pick(offered), {}} : bytes.Pick(options_.passes);
    bool again = std::ranges::any_of(passes, [&](const PassCall& p) { return p.pass == call.pass; });
    if (!again) passes.push_back(std::move(call));
  }
  return passes;
}

// The first of the passes that wants something gets it. One time in four the module is like any other.
Module CaseSource::GenerateFor(Context& ctx, ByteSource& bytes, std::span<const PassCall> passes) const {
  for (const PassCall& call : passes) {
    Preparation wanted = PreparationFor(*call.pass);
    if (wanted.pass.empty() || bytes.Chance(1, 4)) continue;
    Module module = Generate(ctx, bytes, Favouring(options_.generate, wanted));
    return wanted.before.empty() ? AfterOthers(ctx, bytes, module) : Prepare(ctx, module, wanted.before);
  }
  return AfterOthers(ctx, bytes, Generate(ctx, bytes, options_.generate));
}

// Passes meet each other in any order that their needs allow: one time in four, up to three others have been at the module.
Module CaseSource::AfterOthers(Context& ctx, ByteSource& bytes, Module module) const {
  if (!options_.passes.empty() || options_.passes_per_case == 0 || !bytes.Chance(1, 4)) return module;
  size_t count = 1 + bytes.Below(3);
  for (size_t i = 0; i < count; ++i) module = ApplyAnother(ctx, bytes, module);
  return module;
}

Case CaseSource::Make(Context& ctx, uint64_t run) const {
  ByteSource bytes = ByteSource::FromSeed(RunSeed(options_.seed, run));
  Case c;
  c.passes = DrawPasses(bytes);
  c.config = options_.config;
  for (const PassCall& call : c.passes) DrawConfig(ctx, bytes, *call.pass, c.config);
  bool from_file = run < seeds_.size();
  if (from_file) {
    auto parsed = ParseModule(ctx, seeds_[run].name, seeds_[run].text);
    from_file = parsed.ok();
    if (from_file) c.module = *parsed;
  }
  if (!from_file) c.module = GenerateFor(ctx, bytes, c.passes);
  std::erase_if(c.passes, [&](PassCall& call) {
    bool wants = call.pass->sample_options != nullptr && call.options.empty();
    return wants && !call.pass->sample_options(ctx, c.module, bytes, call.options);
  });
  c.entry = EntryOf(c.module);
  for (uint64_t seed : InputSeeds(run)) c.inputs.push_back(MakeInputs(c.module, c.entry, seed));
  return c;
}

}  // namespace assay
