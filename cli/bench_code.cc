// assay bench code: what of a library's code a process reached that ran under a probe, beside what a campaign reached.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "cli/bench.h"
#include "cli/options.h"
#include "cli/say.h"
#include "coverage/probe/probe.h"
#include "coverage/reach.h"
#include "coverage/reached_file.h"
#include "ir/support/file.h"
#include "ir/support/plural.h"

namespace assay {
namespace {

struct CodeFlags {
  std::string library;
  std::string out;
  std::string map;
  std::string campaign;
  double least = 80;
  bool json = false;
};

// Of an area or a file: functions that the process reached, and those of them that the campaign reached, too.
struct Share {
  uint64_t reached = 0, both = 0;
  double Percent() const { return reached == 0 ? 100 : 100 * static_cast<double>(both) / static_cast<double>(reached); }
};
using Shares = std::map<std::string, Share>;

// What a process takes that loads the probe itself: it maps both files, and writes the second one.
Status Prepare(const CodeMap& code, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return FileError(DiagKind::kEnvironment, folder, error.message());
  const std::vector<uint32_t>& blocks = code.blocks;
  ProbeMap head{};
  head.blocks = static_cast<uint32_t>(blocks.size());
  std::string map(ProbeMapSize(head.blocks), '\0');
  std::copy_n(reinterpret_cast<const char*>(&head), sizeof(head), map.begin());
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/probe.so", kProbeLibrary));
  ASSAY_RETURN_IF_ERROR(
      WriteFile(folder + "/blocks", {reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(uint32_t)}));
  return WriteFile(folder + "/map", map);
}

void Compare(const CodeMap& code, const ReachedBlocks& process, const ReachedBlocks& campaign, Shares& areas,
             Shares& files) {
  auto any = [](const ReachedBlocks& blocks, uint32_t from, uint32_t to) {
    return std::find(blocks.begin() + from, blocks.begin() + to, true) != blocks.begin() + to;
  };
  for (size_t i = 0; i < code.functions.size(); ++i) {
    uint32_t from = code.functions[i].first_block, to = code.FirstBlockBehind(i);
    if (!any(process, from, to)) continue;
    const std::string& file = code.files[code.functions[i].file];
    for (Share* share : {&areas[std::string(AreaOf(file))], &files[file]}) {
      ++share->reached;
      share->both += any(campaign, from, to) ? 1 : 0;
    }
  }
}

std::string Named(const std::string& name) { return name.empty() ? "(of no known file)" : name; }

nlohmann::json SharesJson(const Shares& shares) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [name, share] : shares) json[Named(name)] = {{"reached", share.reached}, {"both", share.both}};
  return json;
}

int SayShares(const CodeFlags& flags, const Shares& areas, const Shares& files) {
  if (flags.json) PrintJson({{"areas", SharesJson(areas)}, {"files", SharesJson(files)}});
  bool enough = true;
  Table table({"area", "functions", "reached by both", "share"});
  for (const auto& [name, share] : areas) {
    enough &= share.Percent() >= flags.least;
    table.Row({Named(name), ShowCount(share.reached), ShowCount(share.both), fmt::format("{:.1f} %", share.Percent())});
  }
  if (flags.json) return enough ? kClean : kMismatch;
  fmt::print("{}\nfiles with less than {} %\n", table.Text(), flags.least);
  for (const auto& [name, share] : files) {
    if (share.Percent() < flags.least)
      fmt::print("  {}: {} of {}\n", Named(name), ShowCount(share.both), Counted(share.reached, "function"));
  }
  return enough ? kClean : kMismatch;
}

int Measure(const CodeFlags& flags) {
  if (flags.out.empty() && (flags.map.empty() || flags.campaign.empty()))
    return ReportUsage({DiagKind::kBadArgument, {}, "bench code: expected --out, or --map with --campaign", "", {}});
  Result<CodeMap> code = CodeOf(flags.library, CodeFolder());
  if (!code.ok()) return ReportFile(code.error());
  if (!flags.out.empty()) {
    Status prepared = Prepare(*code, flags.out);
    return prepared.ok() ? kClean : ReportFile(prepared.error());
  }
  Result<std::string> map = ReadFile(flags.map), kept = ReadFile(flags.campaign);
  for (const Result<std::string>* text : {&map, &kept}) {
    if (!text->ok()) return ReportFile(text->error());
  }
  Result<ReachedBlocks> process = ReachedFromMap(*code, *map), campaign = ReachedFromText(*code, *kept);
  for (const Result<ReachedBlocks>* blocks : {&process, &campaign}) {
    if (!blocks->ok()) return ReportFile(blocks->error());
  }
  Shares areas, files;
  Compare(*code, *process, *campaign, areas, files);
  return SayShares(flags, areas, files);
}

}  // namespace

void AddCode(Command bench, Job& job) {
  auto flags = std::make_shared<CodeFlags>();
  Command sub = bench.AddSubcommand(
      "code", "Which functions of a library a process reached under a probe, and a campaign with --coverage did");
  sub.AddOption("LIBRARY", flags->library, "An ELF library of x86-64").Required();
  sub.AddOption("--out", flags->out, "Put what such a process takes into this folder: probe.so, blocks, map");
  sub.AddOption("--map", flags->map, "The map that the process wrote").TypeName("FILE").Excludes("--out");
  sub.AddOption("--campaign", flags->campaign, "reached.blocks of the campaign's folder")
      .TypeName("FILE")
      .Needs("--map");
  AddReal(sub, "--least", flags->least, "Percent of an area's functions that the campaign must have reached", {0, 100})
      .ShowDefault();
  sub.AddFlag("--json", flags->json, "One JSON object on standard output");
  sub.SetJob(job, [flags] { return Guarded(Measure, *flags); });
}

}  // namespace assay
