// A real TVM in another process. A TvmServer is a Python that has imported it once; a TvmWorker is a child of that, to
// which frames of JSON go (worker.py). A child that crashes, hangs or runs out of memory is replaced in milliseconds,
// and whoever asked is told how it ended. Tested by tvm_worker_test.cc.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "coverage/reach.h"
#include "ir/support/result.h"
#include "oracles/core/subject.h"

namespace assay {

struct TvmLimits {
  // Of one question.
  double seconds = 20;
  // Passes that are known to hang, and how long a question about one of these may take: they take a thousandth of that
  // where they end.
  std::set<std::string> hanging = {};
  double hanging_seconds = 1;
  // Address space of a child; 0: no limit.
  uint64_t bytes = uint64_t{8} << 30;
  // Until TVM is imported.
  double start_seconds = 120;
};

class TvmWorker;

// What the processes of one campaign share: forked children of assay inherit it, and get workers of their own.
class TvmServer {
 public:
  // Diag kEnvironment says why there is no TVM: no such Python, no module of that name, words that make no sense, no
  // answer.
  static Result<std::shared_ptr<TvmServer>> Start(const std::string& python, const TvmLimits& limits = {});
  TvmServer(const TvmServer&) = delete;
  TvmServer& operator=(const TvmServer&) = delete;
  ~TvmServer();

  const std::string& version() const { return version_; }
  // A digest of what answers come from: TVM's files, and those of what it computes with.
  const std::string& libraries() const { return libraries_; }
  const std::set<std::string>& passes() const { return passes_; }
  const TvmLimits& limits() const { return limits_; }
  // Of children that are started from now on, and of what they are asked.
  void LimitAnswers(double seconds, uint64_t bytes) {
    limits_.seconds = seconds;
    limits_.bytes = bytes;
  }
  void ExpectHangs(std::set<std::string> passes) { limits_.hanging = std::move(passes); }
  // This process's own.
  TvmWorker& Worker();
  // A new child's end of a connection, whose first frame says how child `after` ended. A Python that is gone is started
  // again, for this process alone, and knows of no child; -1 when that is in vain, too.
  int Connect(pid_t after);
  // How often this process, and whoever forked it, started one.
  int starts() const { return starts_; }
  // From now on, children count which blocks of TVM's code they reach; `folder`: where maps of code are kept (CodeOf).
  // kEnvironment where the kernel or the library does not allow it: then all is as before.
  Result<std::shared_ptr<Reach>> Watch(const std::string& folder);
  // Null unless watched.
  const std::shared_ptr<Reach>& reach() const { return reach_; }

 private:
  TvmServer() = default;
  Status Launch();
  Status Greet();
  Status Arm();
  int TryConnect(pid_t after) const;
  void Leave();

  std::string python_;
  int starts_ = 0;

  pid_t pid_ = -1;
  // Who started it, and ends it.
  pid_t owner_ = -1;
  int control_ = -1;
  std::string version_, libraries_;
  // The one with most of its code.
  std::string library_;
  std::shared_ptr<Reach> reach_;
  std::set<std::string> passes_;
  TvmLimits limits_;
  std::unique_ptr<TvmWorker> worker_;
  pid_t worker_of_ = -1;
};

class TvmWorker {
 public:
  explicit TvmWorker(TvmServer& server) : server_(server) {}
  TvmWorker(const TvmWorker&) = delete;
  TvmWorker& operator=(const TvmWorker&) = delete;
  ~TvmWorker();

  // What the action answers. Refusals: TVM's own, kCannot (there is no such thing to ask of it), and how the child
  // ended (kCrash, kHang, kOutOfMemory): then all that it held is gone, and Generation() is another.
  Answer<nlohmann::json> Ask(nlohmann::json ask);
  // The same of several questions in turn, for the way there and back of one. Where the child ends at one of them, the
  // answer to that is the last.
  std::vector<Answer<nlohmann::json>> AskAll(std::vector<nlohmann::json> asks);
  // Numbers the child that is asked; what it holds is known by it alone.
  uint64_t Generation();
  // A name for something that it is to hold.
  uint64_t NextId() { return ++last_id_; }
  // Something of that generation is needed no more.
  void Drop(uint64_t id, uint64_t generation);
  // How often a process was ended by neither itself nor its limits: what was asked then has no answer.
  uint64_t interruptions() const { return interruptions_; }
  // What children were asked, by action, and by pass where it is one: "apply FoldConstant".
  const QuestionTallies& questions() const { return questions_; }

 private:
  bool Connected();
  bool Send(const nlohmann::json& frame);
  // Nothing when the child is gone or takes too long.
  std::optional<nlohmann::json> Receive(double seconds);
  // How long the question may take.
  double LimitOf(const nlohmann::json& ask) const;
  // How the child ended, which took so long over the question.
  Refusal EndedAt(const nlohmann::json& ask, double seconds);
  Refusal Ended(double limit, bool hung);
  Refusal Interrupted(std::string_view what);
  void Disconnect();

  TvmServer& server_;
  int fd_ = -1;
  pid_t child_ = -1;
  // The child that came before, and how it ended.
  pid_t last_child_ = -1;
  nlohmann::json ended_;
  uint64_t generation_ = 0;
  uint64_t last_id_ = 0;
  uint64_t asked_ = 0;
  QuestionTallies questions_;
  uint64_t interruptions_ = 0;
  std::vector<uint64_t> dropped_;
};

}  // namespace assay
