#include "ir/text/dump.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>
#include <vector>

#include "ir/builder.h"
#include "ir/fields.h"
#include "ir/make.h"
#include "ir/text/print.h"

namespace assay {
namespace {

// The lines of a function's body, without what the printer puts around it: the header and one level of indent.
std::string BodyOf(std::string_view text) {
  std::string body;
  bool inside = false;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (inside) body += fmt::format("{}\n", line.starts_with("    ") ? line.substr(4) : line);
    inside |= line.starts_with("def ");
  }
  return body;
}

// As the body of a kernel without parameters: what it uses stands declared before it.
std::string StatementText(const Stmt* stmt) {
  Context ctx;
  const auto* func = Make<PrimFunc>(ctx, [&](PrimFunc& n) {
    n.ret_type = MakeTupleType(ctx, {});
    n.body = stmt;
    n.is_s_tir = false;
  });
  return BodyOf(PrintFunction(func));
}

std::string BlockText(const BindingBlock* block, Context& ctx) {
  const auto* body = MakeSeq(ctx, {block}, MakeTuple(ctx, {}));
  return BodyOf(PrintFunction(MakeFunction(ctx, {}, body, ctx.Object())));
}

// What stands in the body of a function by itself.
bool StandsAlone(StmtKind kind) {
  switch (kind) {
    case StmtKind::kBind:
    case StmtKind::kAttrStmt:
    case StmtKind::kAssertStmt:
    case StmtKind::kBufferStore:
    case StmtKind::kDeclBuffer:
    case StmtKind::kAllocBuffer:
    case StmtKind::kSeqStmt:
    case StmtKind::kEvaluate:
    case StmtKind::kIfThenElse:
    case StmtKind::kFor:
    case StmtKind::kWhile:
    case StmtKind::kReturn:
    case StmtKind::kSBlockRealize: return true;
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kSBlock: return false;
  }
  ASSAY_UNREACHABLE();
}

std::string ScriptOf(const Node* node) {
  Context ctx;
  if (const Stmt* s = AsStmt(node)) return StandsAlone(StmtKindOf(s)) ? StatementText(s) : "";
  if (IsTypeKind(node->kind)) return PrintType(static_cast<const Type*>(node));
  switch (node->kind) {
    case NodeKind::kFunction:
    case NodeKind::kPrimFunc: return PrintFunction(static_cast<const Expr*>(node));
    case NodeKind::kVarBinding:
    case NodeKind::kMatchCast: return BlockText(MakeBlock(ctx, {static_cast<const Binding*>(node)}, false), ctx);
    case NodeKind::kBindingBlock: return BlockText(static_cast<const BindingBlock*>(node), ctx);
    case NodeKind::kSeqExpr:
    case NodeKind::kIf:
    case NodeKind::kOp: return "";
    // other kinds: attributes, ranges, regions and their like have no script of their own; expressions have
    default: return AsExpr(node) == nullptr ? "" : PrintExpr(static_cast<const Expr*>(node));
  }
}

class FieldWriter {
 public:
  std::string Write(const Node* node, int depth) {
    Write(node, depth, 0);
    return std::move(out_);
  }

 private:
  // recursion: at most `depth` deep
  void Write(const Node* node, int depth, int indent) {
    if (node == nullptr) return void(out_ += "null\n");
    out_ += NodeKindName(node->kind);
    if (depth == 0) return void(out_ += " …\n");
    out_ += '\n';
    Visit(node, [&](const auto& n) {
      using T = std::remove_cvref_t<decltype(n)>;
      if constexpr (std::is_base_of_v<Expr, T>) {
        if (n.type != nullptr) Line(indent + 2, "type", PrintType(n.type));
      }
      ForEachField(n, [&](const auto& value, const auto& field) { Field(field.name, value, depth, indent + 2); });
    });
  }
  void Line(int indent, std::string_view name, std::string_view value) {
    out_ += fmt::format("{:{}}{} = {}\n", "", indent, name, value);
  }
  template <class V>
  void Field(std::string_view name, const V& value, int depth, int indent) {
    if constexpr (NodePointer<V>) {
      out_ += fmt::format("{:{}}{} = ", "", indent, name);
      Write(value, depth - 1, indent);
    } else if constexpr (kIsNodeSpan<V>) {
      out_ += fmt::format("{:{}}{} = {} nodes\n", "", indent, name, value.size());
      for (const Node* item : value) {
        out_ += fmt::format("{:{}}- ", "", indent + 2);
        Write(item, depth - 1, indent + 2);
      }
    } else {
      Line(indent, name, Text(value));
    }
  }
  static std::string Text(bool value) { return value ? "true" : "false"; }
  static std::string Text(Name name) { return fmt::format("\"{}\"", name.text()); }
  static std::string Text(DType dtype) { return DTypeName(dtype); }
  static std::string Text(const TensorView& view) {
    return fmt::format("{}[{}]", DTypeName(view.dtype), fmt::join(view.shape, ", "));
  }
  static std::string Text(std::span<const int64_t> values) { return fmt::format("[{}]", fmt::join(values, ", ")); }
  static std::string Text(std::span<const Name> names) {
    std::vector<std::string> texts;
    for (Name name : names) texts.push_back(Text(name));
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }
  template <class V>
    requires std::is_arithmetic_v<V>
  static std::string Text(V value) {
    return fmt::format("{}", value);
  }
  template <class V>
    requires std::is_enum_v<V>
  static std::string Text(V value) {
    return fmt::format("{}", static_cast<int>(value));
  }
  // Rows of tables, which their nodes' names say.
  template <class V>
    requires(std::is_pointer_v<V> && !NodePointer<V>)
  static std::string Text(V value) {
    return value == nullptr ? "null" : "a row";
  }

  std::string out_;
};

}  // namespace

std::string DumpText(const Node* node) {
  if (node == nullptr) return "null\n";
  std::string script = ScriptOf(node);
  if (script.empty()) return DumpFields(node);
  if (!script.ends_with('\n')) script += '\n';
  bool lines = script.find('\n') + 1 < script.size();
  return fmt::format("{}:{}{}", NodeKindName(node->kind), lines ? "\n" : " ", script);
}

std::string DumpFields(const Node* node, int depth) { return FieldWriter().Write(node, depth); }

void Dump(const Node* node) { fmt::print(stderr, "{}", DumpText(node)); }
void Dump(const Module& module) { fmt::print(stderr, "{}\n", PrintModule(module)); }

}  // namespace assay
