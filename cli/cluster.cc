// assay cluster: what engines take to run the units of a campaign.
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

struct ClusterFlags {
  std::string engine;
  ClusterCampaign campaign;
  uint64_t seed = 1;
  std::string subject, target, image, out;
  std::vector<std::string> oracles, passes, known;
};

// What `assay fuzz` is asked beside who does which unit.
std::vector<std::string> WordsOf(const ClusterFlags& flags) {
  std::vector<std::string> words{"--seed", std::to_string(flags.seed)};
  auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--subject", flags.subject);
  add("--target", flags.target);
  for (const std::string& oracle : flags.oracles) add("--oracle", oracle);
  for (const std::string& pass : flags.passes) add("--pass", pass);
  for (const std::string& known : flags.known) add("--known", known);
  return words;
}

int Cluster(const ClusterFlags& flags) {
  ClusterCampaign campaign = flags.campaign;
  campaign.words = WordsOf(flags);
  if (!flags.image.empty()) campaign.image = flags.image;
  if (!flags.out.empty()) campaign.out = flags.out;
  for (const ClusterEngine& engine : ClusterEngines()) {
    if (engine.name == flags.engine) fmt::print("{}", engine.script(campaign));
  }
  return kClean;
}

}  // namespace

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
  sub.AddOption("--subject", flags->subject, "As for assay fuzz");
  sub.AddOption("--target", flags->target, "As for assay fuzz");
  sub.AddOption("--oracle", flags->oracles, "As for assay fuzz");
  sub.AddOption("--pass", flags->passes, "As for assay fuzz");
  sub.AddOption("--known", flags->known, "As for assay fuzz").TypeName("PATH");
  sub.SetJob(job, [flags] { return Cluster(*flags); });
}

}  // namespace assay
