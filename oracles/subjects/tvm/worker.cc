#include "oracles/subjects/tvm/worker.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "ir/support/clock.h"
#include "ir/support/read_json.h"
#include "oracles/core/hang_count.h"
#include "oracles/subjects/tvm/tvm_messages.h"

namespace assay {
namespace {

// A child whose memory has grown is replaced by a fresh one.
constexpr uint64_t kQuestionsPerChild = 20'000;
// Beyond its own clock, until it is killed from here.
constexpr double kGraceSeconds = 3;
constexpr uint32_t kMostBytes = uint32_t{1} << 30;
constexpr std::string_view kServerIsGone = "the Python that has imported TVM is gone";

bool SendAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// False at the end of the connection, or when time is up.
bool ReceiveAll(int fd, char* into, size_t bytes, double deadline) {
  while (bytes > 0) {
    pollfd waiting{fd, POLLIN, 0};
    double left = deadline - Now();
    if (left <= 0) return false;
    int ready = poll(&waiting, 1, static_cast<int>(left * 1000) + 1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    ssize_t count = recv(fd, into, bytes, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    into += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

// The innermost places of TVM in the trace that its signal handler prints, without addresses.
std::string PlaceInTrace(std::string_view said) {
  std::string place;
  int frames = 0;
  for (size_t at = said.find(", in "); at != std::string_view::npos && frames < 2; at = said.find(", in ", at + 1)) {
    std::string_view frame = said.substr(at + 5, said.find('\n', at) - at - 5);
    if (frame.find("tvm::") == std::string_view::npos) continue;
    place += fmt::format(" in {}", frame.substr(0, frame.find('(')));
    ++frames;
  }
  return place;
}

// "apply ConvertLayout"; of several passes, "apply".
std::string KindOf(const nlohmann::json& ask) {
  std::string what = ask.value("do", "");
  auto passes = ask.find("passes");
  bool one = passes != ask.end() && passes->is_array() && passes->size() == 1;
  return one ? fmt::format("{} {}", what, (*passes)[0].value("name", "")) : what;
}

// As the worker tells it.
Refusal RefusalOf(const nlohmann::json& error) {
  Result<RefusalKind> kind = RefusalKindNamed(error.value("kind", ""));
  if (!kind.ok()) return {RefusalKind::kCannot, fmt::format("{}, of TVM's worker", kind.error().message)};
  Refusal refusal{*kind, error.value("message", ""), {}, TvmCause(error.value("cause", ""))};
  refusal.lacks = error.value("lacks", "");
  return refusal;
}

// The end of what it said, without the frames of which the trace knows no file.
std::string LastLines(std::string_view said) {
  constexpr size_t kMost = 1500;
  std::string lines;
  for (std::string_view rest = said; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.empty() || line.find("File \"<unknown>\"") != std::string_view::npos) continue;
    lines += fmt::format("{}{}", lines.empty() ? "" : "\n", line);
  }
  return lines.size() > kMost ? lines.substr(lines.size() - kMost) : lines;
}

}  // namespace

TvmWorker& TvmServer::Worker() {
  // A forked process must not speak on its parent's connection.
  if (worker_of_ != getpid()) {
    worker_ = std::make_unique<TvmWorker>(*this);
    worker_of_ = getpid();
  }
  return *worker_;
}

TvmWorker::~TvmWorker() { Disconnect(); }

void TvmWorker::Disconnect() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
  dropped_.clear();
}

bool TvmWorker::Connected() {
  if (fd_ >= 0 && asked_ > kQuestionsPerChild) Disconnect();
  if (fd_ >= 0) return true;
  fd_ = server_.Connect(last_child_);
  if (fd_ < 0) return false;
  std::optional<nlohmann::json> hello = Receive(server_.limits().start_seconds);
  if (!hello || !hello->is_object() || !hello->contains("pid")) {
    Disconnect();
    return false;
  }
  child_ = (*hello)["pid"].get<pid_t>();
  ended_ = hello->value("ended", nlohmann::json());
  ++generation_;
  asked_ = 0;
  return true;
}

uint64_t TvmWorker::Generation() { return Connected() ? generation_ : 0; }

void TvmWorker::Drop(uint64_t id, uint64_t generation) {
  if (fd_ >= 0 && generation == generation_) dropped_.push_back(id);
}

bool TvmWorker::Send(const nlohmann::json& frame) {
  std::string text = frame.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  uint32_t length = static_cast<uint32_t>(text.size());
  std::string header(4, '\0');
  for (int i = 0; i < 4; ++i) header[static_cast<size_t>(i)] = static_cast<char>(length >> (8 * i));
  return SendAll(fd_, header + text);
}

std::optional<nlohmann::json> TvmWorker::Receive(double seconds) {
  double deadline = Now() + seconds;
  unsigned char header[4];
  if (!ReceiveAll(fd_, reinterpret_cast<char*>(header), 4, deadline)) return std::nullopt;
  uint32_t length = 0;
  for (int i = 3; i >= 0; --i) length = length << 8 | header[i];
  if (length > kMostBytes) return std::nullopt;
  std::string text(length, '\0');
  if (!ReceiveAll(fd_, text.data(), length, deadline)) return std::nullopt;
  nlohmann::json frame = JsonOf(text);
  if (frame.is_discarded()) return std::nullopt;
  return frame;
}

Refusal TvmWorker::Interrupted(std::string_view what) {
  ++interruptions_;
  return {RefusalKind::kCannot, std::string(what)};
}

// The next child is told by the server how this one ended.
Refusal TvmWorker::Ended(double limit, bool hung) {
  last_child_ = child_;
  int starts = server_.starts();
  kill(child_, SIGKILL);
  Disconnect();
  bool connected = Connected();
  last_child_ = -1;
  // Its children go with it, which is no crash of theirs.
  if (!connected || server_.starts() != starts) return Interrupted(kServerIsGone);
  int number = ended_.is_object() ? ended_.value("signal", 0) : 0;
  std::string said = ended_.is_object() ? ended_.value("said", "") : "";
  // No process sends itself this one: somebody did, or the kernel, where memory is short.
  if (!hung && number == SIGKILL) return Interrupted("TVM's process was killed from outside");
  Refusal refusal{RefusalKind::kCrash, "", {}};
  std::string name = number == 0 ? "exit" : fmt::format("SIG{}", sigabbrev_np(number));
  refusal.cause = name + PlaceInTrace(said);
  // What it said last is of the module, or of nothing: on lines of its own.
  refusal.message =
      fmt::format("TVM's process ended by {}{}", refusal.cause, said.empty() ? "" : "\nIt said:\n" + LastLines(said));
  if (hung || number == SIGALRM) {
    ++HangCount();
    refusal.kind = RefusalKind::kHang;
    refusal.cause = RefusalKindName(refusal.kind);
    refusal.message = fmt::format("no answer within {} s", limit);
  } else if (said.find("bad_alloc") != std::string::npos || said.find("MemoryError") != std::string::npos) {
    refusal.kind = RefusalKind::kOutOfMemory;
    refusal.cause = RefusalKindName(refusal.kind);
  }
  return refusal;
}

double TvmWorker::LimitOf(const nlohmann::json& ask) const {
  const TvmLimits& limits = server_.limits();
  auto passes = ask.find("passes");
  bool hangs = passes != ask.end() && passes->is_array() && std::ranges::any_of(*passes, [&](const auto& pass) {
                 return limits.hanging.contains(pass.value("name", ""));
               });
  return hangs ? std::min(limits.seconds, limits.hanging_seconds) : limits.seconds;
}

Refusal TvmWorker::EndedAt(const nlohmann::json& ask, double seconds) {
  double limit = LimitOf(ask);
  Refusal ended = Ended(limit, seconds > limit + kGraceSeconds);
  if (ended.cause.find(" in ") == std::string::npos && ended.kind != RefusalKind::kCannot)
    ended.cause += " in " + KindOf(ask);
  return ended;
}

std::vector<Answer<nlohmann::json>> TvmWorker::AskAll(std::vector<nlohmann::json> asks) {
  if (!Connected()) return {Interrupted(kServerIsGone)};
  bool drops = !dropped_.empty();
  if (drops) asks.insert(asks.begin(), nlohmann::json{{"do", "drop"}, {"ids", dropped_}});
  dropped_.clear();
  asked_ += asks.size();
  nlohmann::json limits = nlohmann::json::array();
  for (const nlohmann::json& ask : asks) limits.push_back(LimitOf(ask));
  bool sent = Send({{"seconds", limits}, {"asks", asks}});
  std::vector<Answer<nlohmann::json>> answers;
  for (const nlohmann::json& ask : asks) {
    QuestionTally& tally = questions_[KindOf(ask)];
    double start = Now();
    std::optional<nlohmann::json> frame = sent ? Receive(LimitOf(ask) + kGraceSeconds) : std::nullopt;
    ++tally.asked;
    if (!frame || !frame->contains("answer")) {
      double seconds = Now() - start;
      tally.seconds += seconds;
      answers.push_back(EndedAt(ask, seconds));
      break;
    }
    tally.seconds += frame->value("spent", 0.0);
    tally.blocks += frame->value("blocks", uint64_t{0});
    const nlohmann::json& answer = (*frame)["answer"];
    auto error = answer.find("error");
    if (error == answer.end())
      answers.push_back(answer.value("ok", nlohmann::json()));
    else
      answers.push_back(RefusalOf(*error));
  }
  // That something is dropped is nobody's question, unless the child ended at it.
  if (drops && answers.size() > 1) answers.erase(answers.begin());
  return answers;
}

Answer<nlohmann::json> TvmWorker::Ask(nlohmann::json ask) {
  std::vector<nlohmann::json> asks;
  asks.push_back(std::move(ask));
  return AskAll(std::move(asks)).back();
}

}  // namespace assay
