#include "fuzzers/campaign/corpus.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "ir/ops/op_of_full_name.h"
#include "ir/serial/serial.h"
#include "ir/support/hash.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

// Beyond this many the corpus is distilled; and again when it has grown by as many.
constexpr size_t kMostEntries = 1024;
// Of so many drawn entries the rarest is taken.
constexpr int kDraws = 3;
constexpr std::string_view kHead = "# reaches";

uint32_t Fold(uint64_t hash) { return static_cast<uint32_t>(hash ^ (hash >> 32)); }

std::string_view ShapeClass(const Type* type) {
  const auto* tensor = As<TensorType>(type);
  if (tensor == nullptr) return "none";
  const auto* shape = As<ShapeExpr>(tensor->shape);
  if (shape == nullptr) return "unknown";
  return std::ranges::all_of(shape->values, Is<IntImm>) ? "static" : "symbolic";
}

}  // namespace

Reached FeaturesOf(const Module& module, const CaseReport& report) {
  std::vector<std::string_view> fired;
  Reached reached;
  for (const auto& [name, pass] : report.passes) {
    if (pass.changed == 0) continue;
    fired.push_back(name);
    reached.push_back(Fold(HashText(name)));
  }
  for (const ModuleEntry& entry : module.entries) {
    WalkOnce(entry.func, [&](const Node* node) {
      const auto* call = As<Call>(node);
      const auto* op = call == nullptr ? nullptr : As<Op>(call->op);
      const auto* tensor = op == nullptr ? nullptr : As<TensorType>(call->type);
      DType dtype = tensor == nullptr ? DType::Void() : tensor->dtype;
      uint64_t typed = op == nullptr ? 0 : HashBytes(&dtype, sizeof(dtype), HashText(op->name.text()));
      if (op != nullptr) reached.push_back(Fold(HashText(ShapeClass(call->type), typed)));
      for (std::string_view pass : fired) reached.push_back(Fold(HashText(pass, HashText(NodeKindName(node->kind)))));
    });
  }
  std::ranges::sort(reached);
  reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
  return reached;
}

const Corpus::Entry* Corpus::Offer(std::span<const uint8_t> module, const Reached& reached) {
  bool first = false;
  for (uint32_t feature : reached) first |= ++seen_[feature] == 1;
  if (!first || module.size() > kMostBytes) return nullptr;
  if (entries_.size() >= kMostEntries && entries_.size() % kMostEntries == 0) Distil();
  entries_.push_back(
      {fmt::format("{:016x}", HashBytes(module.data(), module.size())), {module.begin(), module.end()}, reached});
  return &entries_.back();
}

uint32_t Corpus::Rarity(const Entry& entry) const {
  uint32_t least = UINT32_MAX;
  for (uint32_t feature : entry.reached) least = std::min(least, seen_.at(feature));
  return least;
}

const Corpus::Entry* Corpus::Draw(ByteSource& bytes) const {
  const Entry* best = nullptr;
  for (int i = 0; i < kDraws && !entries_.empty(); ++i) {
    const Entry* drawn = &bytes.Pick(entries_);
    if (best == nullptr || Rarity(*drawn) < Rarity(*best)) best = drawn;
  }
  return best;
}

std::vector<std::string> Corpus::Distil() {
  std::unordered_map<uint32_t, size_t> owner;
  for (size_t i = 0; i < entries_.size(); ++i) {
    for (uint32_t feature : entries_[i].reached) {
      size_t& smallest = owner.emplace(feature, i).first->second;
      if (entries_[i].bytes.size() < entries_[smallest].bytes.size()) smallest = i;
    }
  }
  std::vector<bool> kept(entries_.size());
  for (const auto& [feature, entry] : owner) kept[entry] = true;
  std::vector<Entry> left;
  std::vector<std::string> gone;
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (kept[i]) {
      left.push_back(std::move(entries_[i]));
    } else {
      gone.push_back(entries_[i].name);
    }
  }
  entries_ = std::move(left);
  return gone;
}

// ---- files

std::string CorpusText(const Corpus::Entry& entry) {
  Context ctx;
  auto module = Deserialize(ctx, entry.bytes, OpOfFullName);
  std::string text(kHead);
  for (uint32_t feature : entry.reached) text += fmt::format(" {:x}", feature);
  return text + "\n" + (module.ok() ? PrintModule(*module) : std::string());
}

std::optional<Corpus::Entry> CorpusEntryOf(const std::string& text) {
  size_t end = text.find('\n');
  if (!text.starts_with(kHead) || end == text.npos) return std::nullopt;
  Context ctx;
  auto module = ParseModule(ctx, "corpus.py", text);
  if (!module.ok()) return std::nullopt;
  Corpus::Entry entry;
  const char* at = text.data() + kHead.size();
  const char* last = text.data() + end;
  for (uint32_t feature = 0; at < last;) {
    auto [next, error] = std::from_chars(at + 1, last, feature, 16);
    if (error != std::errc()) return std::nullopt;
    entry.reached.push_back(feature);
    at = next;
  }
  std::ranges::sort(entry.reached);
  entry.bytes = Serialize(*module);
  return entry;
}

}  // namespace assay
