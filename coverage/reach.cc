#include "coverage/reach.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "coverage/reached_file.h"
#include "ir/support/memory_file.h"

namespace assay {

namespace {

Diag NoMemory() {
  return {DiagKind::kEnvironment, {}, fmt::format("no memory for reached blocks: {}", std::strerror(errno)), "", {}};
}

void Add(ReachCount& sum, const ReachCount& one) {
  sum.functions += one.functions;
  sum.functions_reached += one.functions_reached;
  sum.blocks += one.blocks;
  sum.blocks_reached += one.blocks_reached;
}

std::vector<ReachCount> Listed(const std::map<std::string, ReachCount, std::less<>>& counts) {
  std::vector<ReachCount> list;
  for (const auto& [name, count] : counts) {
    list.push_back(count);
    list.back().name = name;
  }
  return list;
}

}  // namespace

double BlocksPercent(const ReachCount& count) {
  return count.blocks == 0 ? 100 : 100 * static_cast<double>(count.blocks_reached) / static_cast<double>(count.blocks);
}

std::string_view AreaOf(std::string_view file) {
  size_t folder = file.find('/');
  size_t within = folder == std::string_view::npos ? folder : file.find('/', folder + 1);
  if (folder == std::string_view::npos) return "";
  return file.substr(0, within == std::string_view::npos ? folder : within);
}

Result<std::shared_ptr<Reach>> Reach::Make(CodeMap code, WhoseCode whose) {
  std::shared_ptr<Reach> reach(new Reach(std::move(code), whose));
  const std::vector<uint32_t>& blocks = reach->code_.blocks;
  auto count = static_cast<uint32_t>(blocks.size());
  reach->blocks_file_ =
      MemoryFile("assay-blocks", {reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(uint32_t)},
                 AcrossExec::kClosed);
  reach->map_file_ = MemoryFile("assay-reached", "", AcrossExec::kClosed);
  auto size = static_cast<off_t>(ProbeMapSize(count));
  if (reach->blocks_file_ < 0 || reach->map_file_ < 0 || ftruncate(reach->map_file_, size) != 0) return NoMemory();
  void* memory = mmap(nullptr, ProbeMapSize(count), PROT_READ | PROT_WRITE, MAP_SHARED, reach->map_file_, 0);
  if (memory == MAP_FAILED) return NoMemory();
  reach->map_ = static_cast<ProbeMap*>(memory);
  reach->map_->blocks = count;
  reach->told_.resize(count);
  return reach;
}

Reach::~Reach() {
  if (map_ != nullptr) munmap(map_, ProbeMapSize(map_->blocks));
  for (int file : {blocks_file_, map_file_}) {
    if (file >= 0) close(file);
  }
}

Status Reach::WatchThisProcess() {
  if (int error = AssayProbeArmSelf(blocks_file_, map_file_); error != 0) {
    return Diag{DiagKind::kEnvironment,
                {},
                fmt::format("this program's code cannot be watched: {}", ProbeErrorText(error)),
                "",
                {}};
  }
  AssayProbeSlot(slot_);
  watches_itself_ = true;
  return Done{};
}

uint64_t Reach::FoundHere() const {
  if (watches_itself_) return AssayProbeMetCount();
  return __atomic_load_n(&map_->found[static_cast<size_t>(slot_)], __ATOMIC_RELAXED);
}

uint64_t Reach::Found() const {
  uint64_t sum = 0;
  for (const uint32_t& found : map_->found) sum += __atomic_load_n(&found, __ATOMIC_RELAXED);
  return sum;
}

std::vector<uint32_t> Reach::TakeNew(size_t most) {
  std::vector<uint32_t> fresh;
  if (watches_itself_) {
    size_t count = AssayProbeMetCount();
    fresh.resize(std::min(most, count - told_here_));
    fresh.resize(AssayProbeMet(told_here_, fresh.data(), fresh.size()));
    told_here_ = count;
    return fresh;
  }
  for (uint32_t block = 0; block < map_->blocks; ++block) {
    if (first()[block] != slot_ || told_[block]) continue;
    told_[block] = true;
    if (fresh.size() < most) fresh.push_back(block);
  }
  return fresh;
}

ReachSummary Reach::Summary() const {
  std::map<std::string, ReachCount, std::less<>> areas, files;
  for (size_t i = 0; i < code_.functions.size(); ++i) {
    const CodeFunction& function = code_.functions[i];
    uint32_t end = code_.FirstBlockBehind(i);
    ReachCount one{.functions = 1, .blocks = end - function.first_block};
    for (uint32_t block = function.first_block; block < end; ++block) one.blocks_reached += first()[block] != 0 ? 1 : 0;
    // Where only what is jumped to counts as reached, the function is as well.
    one.functions_reached = one.blocks_reached > 0 ? 1 : 0;
    Add(files[code_.files[function.file]], one);
    Add(areas[std::string(AreaOf(code_.files[function.file]))], one);
  }
  ReachSummary summary{.areas = Listed(areas), .files = Listed(files)};
  for (const ReachCount& area : summary.areas) Add(summary.total, area);
  return summary;
}

std::string Reach::Text() const {
  ReachedBlocks blocks(map_->blocks);
  for (uint32_t block = 0; block < map_->blocks; ++block) blocks[block] = first()[block] != 0;
  return ReachedText(code_, blocks);
}

Status Reach::Take(std::string_view text) {
  ASSAY_TRY(ReachedBlocks blocks, ReachedFromText(code_, text));
  for (uint32_t block = 0; block < map_->blocks; ++block) {
    uint8_t& one = ProbeFirst(map_)[block];
    if (!blocks[block] || one != 0) continue;
    one = 1;
    ++map_->found[1];
    told_[block] = true;
  }
  return Done{};
}

int ProbeLibraryFile() { return MemoryFile("assay-probe", kProbeLibrary, AcrossExec::kClosed); }

std::string_view ProbeErrorText(int error) {
  switch (error) {
    case kProbeNoMemory: return "there is no memory for it";
    case kProbeOtherMap: return "its blocks are others than the map's";
    case kProbeNoLibrary: return "the library is not loaded";
    case kProbeNoSignal: return "traps cannot be handled";
    case kProbeFixedCode: return "this machine does not let code be written";
    case kProbeOtherMachine: return "its code is not of x86-64";
    default: return "it gave no reason";
  }
}

}  // namespace assay
