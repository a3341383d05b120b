// Names as the reader meets them: what is visible at a point, and under which names the dialects were imported.
// Internal to ir/text.
#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/prim/node.h"
#include "ir/text/py_ast.h"

namespace assay {

// Names visible at a point: variables, buffers, or the module itself. Frames are undone in reverse.
class Scope {
 public:
  const Node* Find(std::string_view name) const {
    auto found = names_.find(name);
    return found == names_.end() ? nullptr : found->second;
  }
  void Define(std::string_view name, const Node* node);
  size_t Mark() const { return undo_.size(); }
  // What was defined since the mark and still stands.
  std::vector<std::pair<std::string_view, const Node*>> DefinedSince(size_t mark) const;
  void RollBack(size_t mark);

 private:
  std::unordered_map<std::string_view, const Node*> names_;
  std::vector<std::pair<std::string_view, const Node*>> undo_;
};

// T.int64(is_size_var=True), as TVM up to 0.17 writes it, and T.SizeVar("n", "int64").
bool DeclaresSize(const PyExpr* call, std::string_view path);

// "R.nn.conv2d": dialect 'R', path "nn.conv2d".
struct DottedName {
  char dialect = 0;
  std::string_view path;
  bool Is(char d, std::string_view p) const { return dialect == d && path == p; }
};

// Names under which the three dialects were imported, e.g. {"rx", 'R'}.
using DialectAliases = std::unordered_map<std::string_view, char>;

}  // namespace assay
