#include "ir/text/print_scope.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "ir/relax/node.h"

namespace assay {

void PrintScope::PushFrame(const Node* node, int extra_indent) {
  int indent = frames_.empty() ? 0 : Top().indent;
  frames_.emplace_back();
  Top().node = node;
  Top().indent = indent + extra_indent;
}

std::string PrintScope::PopFrame() {
  PrintFrame frame = std::move(Top());
  frames_.pop_back();
  PrintFrame* around = frame.relax_function ? RelaxFunctionFrame() : nullptr;
  for (const Node* node : frame.defined) {
    auto found = names_of_.find(node);
    FreeName(found->second);
    const auto* var = node->kind == NodeKind::kVar ? static_cast<const Var*>(node) : nullptr;
    if (around != nullptr && var != nullptr && Is<PrimType>(var->type)) around->inner_symbols.insert(found->second);
    names_of_.erase(found);
  }
  // Those of functions deeper inside as well.
  if (around != nullptr) around->inner_symbols.merge(frame.inner_symbols);
  return std::move(frame.text);
}

void PrintScope::LineIn(PrintFrame& frame, std::string_view line) {
  frame.text.append(static_cast<size_t>(frame.indent), ' ');
  frame.text += line;
  frame.text += '\n';
}

namespace {

// Words that Python keeps to itself.
bool IsPythonKeyword(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "for",      "finally",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

}  // namespace

std::string PrintScope::UniqueName(std::string_view hint, const std::unordered_set<std::string>& others) {
  std::string base(hint);
  for (char& c : base) {
    if (c != '_' && !std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  auto taken = [&](const std::string& name) { return names_.contains(name) || others.contains(name); };
  if (!taken(base) && !IsPythonKeyword(base)) return base;
  uint64_t& first_free = free_from_.try_emplace(base, 1).first->second;
  while (names_.contains(fmt::format("{}_{}", base, first_free))) ++first_free;
  uint64_t number = first_free;
  while (taken(fmt::format("{}_{}", base, number))) ++number;
  return fmt::format("{}_{}", base, number);
}

void PrintScope::FreeName(const std::string& name) {
  names_.erase(name);
  size_t end = name.rfind('_');
  auto found = end == std::string::npos ? free_from_.end() : free_from_.find(name.substr(0, end));
  uint64_t number = 0;
  if (found == free_from_.end()) return;
  auto [rest, error] = std::from_chars(name.data() + end + 1, name.data() + name.size(), number);
  if (error == std::errc() && rest == name.data() + name.size())
    found->second = std::min(found->second, std::max<uint64_t>(number, 1));
}

std::string PrintScope::Define(const Node* node, std::string_view hint, PrintFrame& frame) {
  if (auto found = names_of_.find(node); found != names_of_.end()) return found->second;
  std::string name = UniqueName(hint, frame.inner_symbols);
  names_.insert(name);
  names_of_.emplace(node, name);
  frame.defined.push_back(node);
  return name;
}

void PrintScope::DefineAs(const Node* node, std::string text, PrintFrame& frame) {
  if (names_of_.emplace(node, std::move(text)).second) frame.defined.push_back(node);
}

const Buffer* PrintScope::BufferNamed(std::string_view name) const {
  for (const auto& [node, written] : names_of_) {
    if (node->kind == NodeKind::kBuffer && written == name) return static_cast<const Buffer*>(node);
  }
  return nullptr;
}

void PrintScope::LeaveKernel() {
  kernel_ = nullptr;
  mentions_.reset();
}

const PrintFrame* PrintScope::SignatureFrame() const {
  auto found = std::ranges::find(frames_, true, &PrintFrame::in_signature);
  return found == frames_.end() ? nullptr : &*found;
}

PrintFrame* PrintScope::RelaxFunctionFrame() {
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it) {
    if (it->relax_function) return &*it;
  }
  return nullptr;
}

PrintFrame& PrintScope::Before() {
  auto before =
      std::find_if(frames_.rbegin(), frames_.rend(), [](const PrintFrame& frame) { return !frame.in_header; });
  return before == frames_.rend() ? Top() : *before;
}

PrintFrame& PrintScope::FrameOfAllUses(const Node* what) {
  if (kernel_ == nullptr) return Top();
  if (!mentions_) mentions_.emplace(kernel_);
  std::vector<const Node*> path = mentions_->NodesAround(what);
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it) {
    bool holds = it->node != nullptr && !it->in_header;
    if (holds && std::find(path.begin(), path.end(), it->node) != path.end()) return *it;
  }
  return Before();
}

const For* PrintScope::EnclosingLoop(const Var* loop_var) const {
  for (const PrintFrame& frame : frames_) {
    for (const auto* loop = As<For>(frame.node); loop != nullptr; loop = As<For>(loop->body)) {
      if (loop->loop_var == loop_var) return loop;
    }
  }
  return nullptr;
}

}  // namespace assay
