#include "fuzzers/units/cluster_script.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay {

// clusterfuzz.py, by cmake/embed.cmake.
extern const std::string_view kClusterFuzzSource;

namespace {

// The command of one unit; `unit` is what the engine puts in for its number.
std::string UnitCommand(const ClusterCampaign& campaign, std::string_view unit, std::string_view out) {
  std::string command = fmt::format("assay fuzz --unit \"{}/{}\" --runs {} --jobs {}", unit, campaign.units,
                                    campaign.cases, campaign.jobs);
  for (const std::string& word : campaign.words) command += " " + ShellWord(word);
  return command + fmt::format(" --quiet --findings-exit 0 --out {}/{}", out, unit);
}

std::string UnitsOf(const ClusterCampaign& campaign) { return ShellWord(campaign.out + "/units"); }
std::string MergedOf(const ClusterCampaign& campaign) { return ShellWord(campaign.out + "/merged"); }

std::string Slurm(const ClusterCampaign& campaign) {
  return fmt::format(
      "#!/bin/sh\n"
      "# sbatch THIS, and again with --array=$(assay units --array {1}) for what is left; then assay merge {2} {1}\n"
      "#SBATCH --job-name=assay\n"
      "#SBATCH --array=0-{0}\n"
      "#SBATCH --cpus-per-task={3}\n"
      "#SBATCH --requeue\n"
      "#SBATCH --signal=B:TERM@60\n"
      "# A minute before its time is up the unit is told, and leaves its first cases.\n"
      "exec {4}\n",
      campaign.units - 1, UnitsOf(campaign), MergedOf(campaign), campaign.jobs,
      UnitCommand(campaign, "$SLURM_ARRAY_TASK_ID", UnitsOf(campaign)));
}

// As YAML has a text that a shell gets: in single quotes, which are doubled within.
std::string YamlText(const std::string& text) {
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

// Units that run at once.
constexpr uint64_t kMostPods = 64;

std::string Kubernetes(const ClusterCampaign& campaign) {
  std::string name = "assay";
  return fmt::format(
      "# kubectl apply -f THIS; then assay merge /campaign/merged /campaign/units, where the claim `assay` is mounted\n"
      "apiVersion: batch/v1\n"
      "kind: Job\n"
      "metadata:\n"
      "  name: {0}\n"
      "spec:\n"
      "  completionMode: Indexed\n"
      "  completions: {1}\n"
      "  parallelism: {5}\n"
      "  # Of each unit, so that one that ends its machine each time fails alone.\n"
      "  backoffLimitPerIndex: 2\n"
      "  maxFailedIndexes: {1}\n"
      "  podFailurePolicy:\n"
      "    rules:\n"
      "    # A wrong option is wrong each time.\n"
      "    - action: FailIndex\n"
      "      onExitCodes: {{operator: In, values: [2, 3]}}\n"
      "    # A machine that is taken away is no failure.\n"
      "    - action: Ignore\n"
      "      onPodConditions: [{{type: DisruptionTarget}}]\n"
      "  template:\n"
      "    spec:\n"
      "      restartPolicy: Never\n"
      "      terminationGracePeriodSeconds: 60\n"
      "      containers:\n"
      "      - name: unit\n"
      "        image: {2}\n"
      "        command: [sh, -c, {3}]\n"
      "        resources: {{requests: {{cpu: \"{4}\", memory: {6}Gi}}, limits: {{memory: {6}Gi}}}}\n"
      "        volumeMounts: [{{name: campaign, mountPath: /campaign}}]\n"
      "      volumes: [{{name: campaign, persistentVolumeClaim: {{claimName: assay}}}}]\n",
      name, campaign.units, YamlText(campaign.image),
      YamlText("exec " + UnitCommand(campaign, "$JOB_COMPLETION_INDEX", "/campaign/units")), campaign.jobs,
      std::min(campaign.units, kMostPods), 2 + 4 * campaign.jobs);
}

// A matrix of numbers: [0, 1, …].
std::string Matrix(uint64_t units) {
  std::string list;
  for (uint64_t unit = 0; unit < units; ++unit) list += fmt::format("{}{}", unit == 0 ? "" : ", ", unit);
  return list;
}

// What is missing is said, whatever the merge ends with; the first that does not end with 0 says the code.
std::string MergeCommand(const ClusterCampaign& campaign, std::string_view merged, std::string_view units) {
  return fmt::format(
      "code=0; assay merge {0} {1} || code=$?; assay units {0} --of {2} || code=$(( code ? code : $? )); exit $code",
      merged, units, campaign.units);
}

std::string GitHub(const ClusterCampaign& campaign) {
  return fmt::format(
      "# .github/workflows/assay-units.yml; a matrix has at most 256 jobs\n"
      "name: assay units\n"
      "on: workflow_dispatch\n"
      "jobs:\n"
      "  unit:\n"
      "    runs-on: ubuntu-latest\n"
      "    container: {0}\n"
      "    strategy:\n"
      "      fail-fast: false\n"
      "      matrix:\n"
      "        unit: [{1}]\n"
      "    steps:\n"
      "    - run: {2}\n"
      "    - uses: actions/upload-artifact@v4\n"
      "      if: always()\n"
      "      with: {{name: 'unit-${{{{ matrix.unit }}}}', path: units}}\n"
      "  merge:\n"
      "    needs: unit\n"
      "    if: always()\n"
      "    runs-on: ubuntu-latest\n"
      "    container: {0}\n"
      "    steps:\n"
      "    - uses: actions/download-artifact@v4\n"
      "      with: {{path: units, pattern: unit-*, merge-multiple: true}}\n"
      "    # Whatever a merge says, what is missing is said as well.\n"
      "    - run: {3}\n"
      "    - uses: actions/upload-artifact@v4\n"
      "      if: always()\n"
      "      with: {{name: merged, path: merged}}\n",
      campaign.image, Matrix(campaign.units), YamlText(UnitCommand(campaign, "${{ matrix.unit }}", "units")),
      YamlText(MergeCommand(campaign, "merged", "units")));
}

// A job's number begins with 1 there.
std::string GitLab(const ClusterCampaign& campaign) {
  return fmt::format(
      "# .gitlab-ci.yml; `parallel` takes at most 200\n"
      "stages: [unit, merge]\n"
      "unit:\n"
      "  stage: unit\n"
      "  image: {0}\n"
      "  parallel: {1}\n"
      "  retry: 2\n"
      "  script:\n"
      "  - UNIT=$((CI_NODE_INDEX - 1))\n"
      "  - {2}\n"
      "  artifacts: {{when: always, paths: [units]}}\n"
      "merge:\n"
      "  stage: merge\n"
      "  image: {0}\n"
      "  when: always\n"
      "  script:\n"
      "  - {3}\n"
      "  artifacts: {{when: always, paths: [merged]}}\n",
      campaign.image, campaign.units, YamlText(UnitCommand(campaign, "$UNIT", "units")),
      YamlText(MergeCommand(campaign, "merged", "units")));
}

std::string Parallel(const ClusterCampaign& campaign) {
  return fmt::format(
      "#!/bin/sh\n"
      "# On this machine; with --sshloginfile HOSTS on others that see the same folder. What is there is not done "
      "again.\n"
      "mkdir -p {1}\n"
      "seq 0 {0} | parallel --retries 3 --joblog {1}.log {2}\n"
      "{3}\n",
      campaign.units - 1, UnitsOf(campaign), ShellWord(UnitCommand(campaign, "{}", UnitsOf(campaign))),
      MergeCommand(campaign, MergedOf(campaign), UnitsOf(campaign)));
}

// A script that is fuzzer and runner; each of its files is one case of the campaign.
std::string ClusterFuzz(const ClusterCampaign& campaign) {
  nlohmann::json json{{"units", campaign.units}, {"runs", campaign.cases}, {"words", campaign.words}};
  std::string script(kClusterFuzzSource);
  constexpr std::string_view kNobody = R"json({"units": 1, "runs": 1, "words": []})json";
  // JSON has no three quotes in a row that are not escaped, and a raw text of Python's keeps what is.
  std::string put_in = json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  script.replace(script.find(kNobody), kNobody.size(), put_in);
  return fmt::format(
      "#!/usr/bin/env python3\n"
      "# One machine does the same cases by {}, and assay merge {} {}\n{}",
      UnitCommand(campaign, "K", UnitsOf(campaign)), MergedOf(campaign), UnitsOf(campaign), script);
}

}  // namespace

std::string ShellWord(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+./,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::span<const ClusterEngine> ClusterEngines() {
  static constexpr ClusterEngine kEngines[] = {
      {"slurm", "a job array: sbatch", Slurm},
      {"kubernetes", "an Indexed Job: kubectl apply", Kubernetes},
      {"github", "a workflow with a matrix", GitHub},
      {"gitlab", "a pipeline with parallel jobs", GitLab},
      {"parallel", "GNU parallel, on one machine or by ssh", Parallel},
      {"clusterfuzz", "run.py of a blackbox fuzzer, and its program", ClusterFuzz},
  };
  return kEngines;
}

}  // namespace assay
