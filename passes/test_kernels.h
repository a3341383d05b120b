// For tests: a kernel given by its body in TVMScript, with the nodes that tests ask about.
#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {

// Of A (64 int32), B (4 × 16 float32), C (n × 4 float32), D (64 float32) and the int32 numbers p and q. Lines of the
// body are written without indent.
class TestKernel {
 public:
  explicit TestKernel(std::string_view body) {
    std::string text =
        "from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n"
        "    @T.prim_func(s_tir=True)\n    def main(A: T.Buffer((64,), \"int32\"), B: T.Buffer((4, 16), \"float32\"), "
        "c: T.handle, D: T.Buffer((64,), \"float32\"), p: T.int32, q: T.int32):\n"
        "        n = T.int32()\n        C = T.match_buffer(c, (n, 4), \"float32\")\n        ";
    for (char letter : body) {
      text += letter;
      if (letter == '\n') text += "        ";
    }
    Result<Module> parsed = ParseModule(ctx, "test.py", text + "\n");
    EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : Render(parsed.error(), ctx.sources)) << text;
    if (parsed.ok()) func = As<PrimFunc>(parsed->Find("main"));
    EXPECT_NE(func, nullptr);
  }

  // All nodes of a kind in the body, in the order of the text.
  template <class T>
  std::vector<const T*> All() const {
    std::vector<const T*> found;
    WalkBeforeChildren(func->body, [&](const Node* node) {
      if (const auto* one = As<T>(node)) found.push_back(one);
      return true;
    });
    return found;
  }
  template <class T>
  const T* First() const {
    std::vector<const T*> all = All<T>();
    EXPECT_FALSE(all.empty());
    return all.empty() ? nullptr : all[0];
  }
  // The statements of the body.
  // other kinds: are the only statement
  std::vector<const Stmt*> Statements() const {
    const Stmt* body = func->body;
    if (const auto* root = As<SBlockRealize>(body)) body = root->block->body;
    const auto* seq = As<SeqStmt>(body);
    return seq == nullptr ? std::vector<const Stmt*>{body} : std::vector<const Stmt*>(seq->seq.begin(), seq->seq.end());
  }
  // The parameter's or an allocated buffer.
  const Buffer* Named(std::string_view name) const {
    for (const Buffer* buffer : func->buffers) {
      if (buffer != nullptr && buffer->name == name) return buffer;
    }
    for (const AllocBuffer* alloc : All<AllocBuffer>()) {
      if (alloc->buffer->name == name) return alloc->buffer;
    }
    for (const SBlock* block : All<SBlock>()) {
      for (const Buffer* buffer : block->alloc_buffers) {
        if (buffer->name == name) return buffer;
      }
    }
    return nullptr;
  }

  Context ctx;
  const PrimFunc* func = nullptr;
};

// As in a kernel, where numbers without a dtype have 32 bits: "i * 2 + 1".
inline std::string IndexText(const Expr* e) {
  return std::regex_replace(PrintExpr(e), std::regex(R"(T\.int32\((-?\d+)\))"), "$1");
}

}  // namespace assay
