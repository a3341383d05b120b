// Where the writer stands: frames of text, the names in scope, and the module and kernel that are being written. Names
// and the places of definitions follow TVM's printer: a frame owns the names that it defines and frees them at its end;
// a variable that is met undefined is declared in the innermost frame that holds all of its uses. Internal to ir/text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/module.h"
#include "ir/text/mention_scopes.h"

namespace assay {

// One indented region that is being written.
struct PrintFrame {
  // What the frame stands for in TIR: a PrimFunc, For, SBlock, or a branch's statement; null in Relax.
  const Node* node = nullptr;
  std::string text;
  int indent = 0;
  // The line that opens it is being written: what that mentions, nothing inside declares.
  bool in_header = false;
  // A Relax function's frame, and whether its signature is being written (symbolic variables are quoted then).
  bool relax_function = false;
  bool in_signature = false;
  bool alias_printed = false;
  std::unordered_set<const Var*> signature_vars;
  std::vector<const Node*> defined;
  // Symbolic variables of functions inside, by name: one that is declared at the top of this function would be theirs.
  std::unordered_set<std::string> inner_symbols;
};

class PrintScope {
 public:
  // ---- frames
  PrintFrame& Top() { return frames_.back(); }
  // The innermost frame where a line can stand before what is being written.
  PrintFrame& Before();
  void PushFrame(const Node* node, int extra_indent);
  // Ends the top frame and returns its text.
  std::string PopFrame();
  void Line(std::string_view line) { LineIn(Top(), line); }
  static void LineIn(PrintFrame& frame, std::string_view line);
  // Appends lines that are indented already.
  void Lines(const std::string& lines) { Top().text += lines; }
  // The innermost Relax function's; null outside of all.
  PrintFrame* RelaxFunctionFrame();
  // That of the outermost function whose signature is being written; null in none.
  const PrintFrame* SignatureFrame() const;
  // The innermost frame whose node encloses all occurrences of `what` in the kernel that is being written.
  PrintFrame& FrameOfAllUses(const Node* what);
  // The loop that defines `loop_var`, looking along the loops directly below each enclosing frame's loop, as TVM does.
  const For* EnclosingLoop(const Var* loop_var) const;

  // ---- names
  std::string Define(const Node* node, std::string_view hint, PrintFrame& frame);
  void DefineAs(const Node* node, std::string text, PrintFrame& frame);
  bool IsDefined(const Node* node) const { return names_of_.contains(node); }
  // Of what is defined.
  const std::string& NameOf(const Node* node) const { return names_of_.at(node); }
  // Null for what is not.
  const std::string* FindName(const Node* node) const {
    auto found = names_of_.find(node);
    return found == names_of_.end() ? nullptr : &found->second;
  }
  const Buffer* BufferNamed(std::string_view name) const;
  std::string UniqueName(std::string_view hint, const std::unordered_set<std::string>& others = {});
  // Nothing else is called so.
  void Reserve(std::string name) { names_.insert(std::move(name)); }
  static std::string_view Hint(Name name, std::string_view fallback) { return name.empty() ? fallback : name.text(); }

  // ---- what has no form
  // Only the first is kept.
  void CannotSay(std::string_view what) {
    if (cannot_say_.empty()) cannot_say_ = what;
  }
  // Empty when all was said.
  const std::string& cannot_say() const { return cannot_say_; }

  // ---- what is being written
  void EnterModule(const Module& module) { module_ = &module; }
  void EnterKernel(const PrimFunc& func) { kernel_ = &func; }
  void LeaveKernel();
  // Null where a function or less stands alone.
  const Module* module() const { return module_; }
  // Null outside of kernels.
  const PrimFunc* kernel() const { return kernel_; }
  // Within a Relax function, outside of kernels.
  bool InRelax() { return kernel_ == nullptr && RelaxFunctionFrame() != nullptr; }

 private:
  void FreeName(const std::string& name);

  std::string cannot_say_;
  const Module* module_ = nullptr;
  const PrimFunc* kernel_ = nullptr;
  // Of that function; looked up when first asked for.
  std::optional<MentionScopes> mentions_;
  std::vector<PrintFrame> frames_;
  std::unordered_map<const Node*, std::string> names_of_;
  std::unordered_set<std::string> names_{"I", "T", "R", "cls"};
  // Of a name without its number: no number below this one is free. Thousands of variables may have one name.
  std::unordered_map<std::string, uint64_t> free_from_;
};

}  // namespace assay
