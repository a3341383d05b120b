// assay cluster: what engines take to run the units of a campaign.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"
#include "fuzzers/units/cluster_script.h"

namespace assay {
namespace {

// Options of `assay fuzz` that are given here as well; others stand behind `--`.
constexpr const char* kPassedOn[] = {"--subject", "--target", "--oracle", "--pass",     "--profile", "--known",
                                     "--config",  "--faults", "--seeds",  "--snapshot", "--time"};

std::string WithOtherName(std::string_view option) {
  return option == "--pass" ? "--pass,--passes" : std::string(option);
}

struct ClusterFlags {
  std::string engine;
  ClusterCampaign campaign;
  uint64_t seed = 1;
  std::string image, out;
  std::map<std::string, std::vector<std::string>> passed_on;
  std::vector<std::string> others;
};

// What `assay fuzz` is asked beside who does which unit.
std::vector<std::string> WordsOf(const ClusterFlags& flags) {
  std::vector<std::string> words{"--seed", std::to_string(flags.seed)};
  for (const char* option : kPassedOn) {
    auto given = flags.passed_on.find(option);
    if (given == flags.passed_on.end()) continue;
    for (const std::string& value : given->second) words.insert(words.end(), {option, value});
  }
  words.insert(words.end(), flags.others.begin(), flags.others.end());
  return words;
}

// Whether `assay fuzz` takes them, so that no engine starts what ends in a usage error.
Status CheckWords(const ClusterCampaign& campaign) {
  // With all that scripts say themselves: none of it may be said twice.
  std::vector<std::string> words{"fuzz",
                                 "--unit",
                                 fmt::format("0/{}", campaign.units),
                                 "--runs",
                                 "1",
                                 "--jobs",
                                 "1",
                                 "--findings-exit",
                                 "0",
                                 "--quiet",
                                 "--out",
                                 "unit"};
  words.insert(words.end(), campaign.words.begin(), campaign.words.end());
  Status status = CheckCommandLine(words);
  if (!status.ok()) return Diag{DiagKind::kBadArgument, {}, "assay fuzz: " + status.error().message, "", {}};
  return Done{};
}

int Cluster(const ClusterFlags& flags) {
  ClusterCampaign campaign = flags.campaign;
  campaign.words = WordsOf(flags);
  if (!flags.image.empty()) campaign.image = flags.image;
  if (!flags.out.empty()) campaign.out = flags.out;
  if (Status status = CheckWords(campaign); !status.ok()) return ReportUsage(status.error());
  for (const ClusterEngine& engine : ClusterEngines()) {
    if (engine.name == flags.engine) fmt::print("{}", engine.script(campaign));
  }
  return kClean;
}

}  // namespace

// recursion: the command line that is printed is checked by a set of commands of its own, of which none is run
void AddCluster(Command app, Job& job) {
  auto flags = std::make_shared<ClusterFlags>();
  Command sub = app.AddSubcommand("cluster", "Print the script or manifest that runs a campaign's units on an engine");
  std::vector<std::string_view> names;
  std::string doc = "Which engine";
  for (const ClusterEngine& engine : ClusterEngines()) {
    names.push_back(engine.name);
    doc += fmt::format("; {}: {}", engine.name, engine.doc);
  }
  AddChoice(sub, "ENGINE", flags->engine, doc, names).Required();
  AddWhole(sub, "--units", flags->campaign.units, "How many units", {1, 1'000'000}).ShowDefault();
  AddWhole(sub, "--runs", flags->campaign.cases, "Cases of each", kSome).ShowDefault();
  AddWhole(sub, "--jobs", flags->campaign.jobs, "Worker processes of each", {1, 1024}).ShowDefault();
  AddWhole(sub, "--seed", flags->seed, "The campaign's", kAnySeed).ShowDefault();
  sub.AddOption("--out", flags->out, "A folder that all machines see: OUT/units and OUT/merged [default: campaign]");
  sub.AddOption("--image", flags->image, "A container image with assay [default: assay:latest]").TypeName("IMAGE");
  for (const char* option : kPassedOn)
    sub.AddOption(WithOtherName(option), flags->passed_on[option], "As for assay fuzz").TypeName("VALUE").OneEach();
  sub.AddOption("OPTION", flags->others, "Behind --: more options of assay fuzz, as they are");
  sub.SetJob(job, [flags] { return Cluster(*flags); });
}

}  // namespace assay
