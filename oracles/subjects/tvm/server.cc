// Starting a Python that imports TVM, and asking it for children (worker.h).
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "ir/support/interrupt.h"
#include "ir/support/memory_file.h"
#include "ir/support/read_json.h"
#include "oracles/subjects/tvm/worker.h"

namespace assay {

// The texts of boot.py, and of what it runs.
extern const std::string_view kTvmBootSource;
extern const std::string_view kTvmErrorsSource;
extern const std::string_view kTvmConstructSource;
extern const std::string_view kTvmTargetsSource;
extern const std::string_view kTvmValuesSource;
extern const std::string_view kTvmActionsSource;
extern const std::string_view kTvmTypesSource;
extern const std::string_view kTvmArithmeticSource;
extern const std::string_view kTvmCoverageSource;
extern const std::string_view kTvmWorkerSource;

namespace {

constexpr size_t kMostHello = 200'000;
constexpr rlim_t kMostFile = rlim_t{256} << 20;

// The version that an environment of `./dev tvm VERSION` is named after; empty for others.
std::string VersionOf(const std::string& python) {
  std::string folder = std::filesystem::path(python).parent_path().parent_path().filename();
  return folder.starts_with("tvm-") ? folder.substr(4) : "";
}

// As --subject takes it.
std::string SubjectOf(const std::string& python) {
  std::string version = VersionOf(python);
  return version.empty() ? "tvm@" + python : "tvm:" + version;
}

Diag NoTvm(const std::string& python, std::string_view why) {
  std::string version = VersionOf(python);
  return {DiagKind::kEnvironment,
          {},
          fmt::format("{} is no Python with TVM: {} (`./dev tvm {}` makes one)", python, why,
                      version.empty() ? "0.27" : version),
          "",
          {}};
}

// What boot.py makes modules of, in the order in which they import each other.
struct Text {
  const char* module;
  const std::string_view& source;
};
constexpr Text kTexts[] = {{"tvm_errors", kTvmErrorsSource},         {"tvm_construct", kTvmConstructSource},
                           {"tvm_targets", kTvmTargetsSource},       {"tvm_values", kTvmValuesSource},
                           {"tvm_actions", kTvmActionsSource},       {"tvm_types", kTvmTypesSource},
                           {"tvm_arithmetic", kTvmArithmeticSource}, {"tvm_coverage", kTvmCoverageSource},
                           {"tvm_worker", kTvmWorkerSource}};

// What somebody else's program said, fit for a terminal: UTF-8 without control characters, of a sensible length.
std::string Legible(std::string_view text) {
  constexpr size_t kMost = 300;
  std::string said =
      nlohmann::json(text.substr(0, kMost)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  said = JsonOf(said).get<std::string>();
  std::ranges::replace_if(said, [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  return said;
}

// The last line that is no white space.
std::string LastLineOf(int fd) {
  char buffer[2000];
  off_t size = lseek(fd, 0, SEEK_END);
  ssize_t count = pread(fd, buffer, sizeof(buffer), std::max<off_t>(0, size - static_cast<off_t>(sizeof(buffer))));
  std::string text(buffer, static_cast<size_t>(std::max<ssize_t>(0, count)));
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  return Legible(std::string_view(text).substr(text.rfind('\n') + 1));
}

void CloseAll(const std::vector<int>& files) {
  for (int file : files) {
    if (file >= 0) close(file);
  }
}

// boot.py and what it runs, each in a file of its own; none where a file cannot be made.
std::vector<int> MemoryFiles() {
  std::vector<int> files{MemoryFile("assay-tvm-boot.py", kTvmBootSource, AcrossExec::kOpen)};
  for (const Text& text : kTexts) files.push_back(MemoryFile(text.module, text.source, AcrossExec::kOpen));
  if (std::ranges::find(files, -1) == files.end()) return files;
  CloseAll(files);
  return {};
}

// What its memory looks like decides nothing: hash tables of pointers are walked in the same order each time.
void BeRepeatable() {
  // Where the kernel refuses, what is reached may differ a little.
  personality(ADDR_NO_RANDOMIZE);
  setenv("PYTHONHASHSEED", "0", 1);
}

[[noreturn]] void BecomePython(const std::string& python, const std::vector<int>& sources, int control, int errors,
                               pid_t parent) {
  // Whoever waits for the server's hello is told of a python that cannot be run by the end of the connection.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  // Neither what it says nor what it compiles is longer.
  rlimit files{kMostFile, kMostFile};
  setrlimit(RLIMIT_FSIZE, &files);
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(errors, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  fcntl(control, F_SETFD, 0);
  // Threads would not be there in forked children, and campaigns have a process for each core.
  for (const char* name : {"TVM_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) setenv(name, "1", 1);
  std::vector<std::string> words{python, fmt::format("/proc/self/fd/{}", sources[0]), fmt::format("{}", control)};
  for (size_t i = 1; i < sources.size(); ++i) words.push_back(fmt::format("{}={}", kTexts[i - 1].module, sources[i]));
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(python.c_str(), arguments.data());
  dprintf(STDERR_FILENO, "%s\n", std::strerror(errno));
  _exit(127);
}

// What the server says first.
Result<std::string> Hello(int control, double seconds) {
  auto none = [](std::string why) { return Diag{DiagKind::kEnvironment, {}, std::move(why), "", {}}; };
  pollfd waiting{control, POLLIN, 0};
  int ready = poll(&waiting, 1, static_cast<int>(seconds * 1000));
  if (ready < 0) return none(std::strerror(errno));
  if (ready == 0) return none(fmt::format("it said nothing for {} s", seconds));
  std::string text(kMostHello, '\0');
  ssize_t count = recv(control, text.data(), text.size(), 0);
  if (count <= 0) return none("it ended before it said which TVM it has");
  text.resize(static_cast<size_t>(count));
  return text;
}

// Lines of its own Python count behind the blocks, each function's by file (tvm_coverage.py).
void AddLines(CodeMap& code, const nlohmann::json& by_file) {
  for (const auto& [file, functions] : by_file.items()) {
    for (const nlohmann::json& lines : functions) code.AddFunction("python/" + file, lines.size());
  }
}

// One packet, with open files beside it.
bool SendFiles(int socket, std::string text, const std::vector<int>& files) {
  constexpr size_t kMostFiles = 3;
  iovec part{text.data(), text.size()};
  alignas(cmsghdr) char space[CMSG_SPACE(kMostFiles * sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = CMSG_SPACE(files.size() * sizeof(int));
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
  std::memcpy(CMSG_DATA(header), files.data(), files.size() * sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL) > 0;
}

}  // namespace

Result<std::shared_ptr<TvmServer>> TvmServer::Start(const std::string& python, const TvmLimits& limits) {
  std::shared_ptr<TvmServer> server(new TvmServer);
  server->python_ = python;
  server->limits_ = limits;
  ASSAY_RETURN_IF_ERROR(server->Launch());
  return server;
}

Status TvmServer::Launch() {
  int ends[2];
  std::vector<int> sources = MemoryFiles();
  int errors = MemoryFile("assay-tvm-errors", "", AcrossExec::kOpen);
  if (sources.empty() || errors < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return Diag{
        DiagKind::kEnvironment, {}, fmt::format("cannot talk to another process: {}", std::strerror(errno)), "", {}};
  }
  Leave();
  control_ = ends[0];
  owner_ = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    if (reach_ != nullptr) BeRepeatable();
    BecomePython(python_, sources, ends[1], errors, owner_);
  }
  close(ends[1]);
  CloseAll(sources);
  ++starts_;
  // A signal meanwhile is about this start: nothing is wrong with the Python.
  InterruptGuard guard;
  Status greeted = Greet();
  std::string said = LastLineOf(errors);
  close(errors);
  if (Interrupted())
    return Diag{
        DiagKind::kEnvironment, {}, fmt::format("interrupted while {} was starting", SubjectOf(python_)), "", {}};
  if (greeted.ok()) return reach_ == nullptr ? Done{} : Arm();
  return NoTvm(python_, said.empty() || greeted.error().kind == DiagKind::kCorrupt ? greeted.error().message : said);
}

Status TvmServer::Greet() {
  if (pid_ <= 0) return Diag{DiagKind::kEnvironment, {}, "another process cannot be started", "", {}};
  ASSAY_TRY(std::string text, Hello(control_, limits_.start_seconds));
  nlohmann::json hello = JsonOf(text);
  bool sound = hello.is_object() && hello.contains("tvm") && hello["tvm"].is_string() && hello.contains("libraries") &&
               hello["libraries"].is_string() && hello["passes"].is_array();
  if (!sound)
    return Diag{DiagKind::kCorrupt, {}, "what it said makes no sense: " + Legible(text.substr(0, 80)), "", {}};
  version_ = hello["tvm"].get<std::string>();
  libraries_ = hello["libraries"].get<std::string>();
  for (const auto& name : hello["passes"]) passes_.insert(name.get<std::string>());
  library_ = hello.value("library", "");
  return Done{};
}

Result<std::shared_ptr<Reach>> TvmServer::Watch(const std::string& folder) {
  if (library_.empty())
    return Diag{DiagKind::kEnvironment, {}, fmt::format("TVM {} has no library of code", version_), "", {}};
  ASSAY_TRY(CodeMap code, CodeOf(library_, folder));
  Answer<nlohmann::json> lines = Worker().Ask({{"do", "lines"}});
  if (lines.ok() && lines->is_object()) AddLines(code, *lines);
  ASSAY_TRY(reach_, Reach::Make(std::move(code)));
  // Another one, whose memory is where that of any other one is; nobody speaks on with the last one's children.
  worker_.reset();
  worker_of_ = -1;
  Status armed = Launch();
  if (armed.ok()) return reach_;
  reach_.reset();
  ASSAY_RETURN_IF_ERROR(Launch());
  return armed.error();
}

Status TvmServer::Arm() {
  int probe = ProbeLibraryFile();
  std::vector<int> files{probe, reach_->blocks_file(), reach_->map_file()};
  bool sent = probe >= 0 && SendFiles(control_, nlohmann::json{{"watch", true}}.dump(), files);
  close(probe);
  Result<std::string> said =
      sent ? Hello(control_, limits_.start_seconds) : Result<std::string>(NoTvm(python_, "it takes no files"));
  if (!said.ok()) return said.error();
  nlohmann::json answer = JsonOf(*said);
  int error = answer.is_object() ? answer.value("armed", 1) : 1;
  if (error == 0) return Done{};
  return Diag{DiagKind::kEnvironment,
              {},
              fmt::format("the code of {} cannot be watched: {}", library_, ProbeErrorText(error)),
              "",
              {}};
}

TvmServer::~TvmServer() {
  worker_.reset();
  Leave();
}

void TvmServer::Leave() {
  if (control_ >= 0) close(control_);
  control_ = -1;
  if (pid_ <= 0 || owner_ != getpid()) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

int TvmServer::Connect(pid_t after) {
  int connection = TryConnect(after);
  // Somebody may have ended it from outside; a campaign goes on with another.
  return connection < 0 && Launch().ok() ? TryConnect(-1) : connection;
}

int TvmServer::TryConnect(pid_t after) const {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  nlohmann::json asked{{"after", after}, {"memory", limits_.bytes}};
  if (reach_ != nullptr) asked["slot"] = reach_->slot();
  bool sent = SendFiles(control_, asked.dump(), {ends[1]});
  close(ends[1]);
  if (sent) return ends[0];
  close(ends[0]);
  return -1;
}

}  // namespace assay
