#include "ir/text/parse.h"

#include <algorithm>

#include "ir/text/lexer.h"
#include "ir/text/metadata.h"
#include "ir/text/no_module.h"
#include "ir/text/py_parser.h"
#include "ir/text/read.h"
#include "ir/text/untaken.h"

namespace assay {
namespace {

DialectAliases DefaultAliases() {
  return {{"R", 'R'}, {"T", 'T'}, {"Tx", 'T'}, {"I", 'I'}, {"relax", 'R'}, {"tir", 'T'}, {"tirx", 'T'}, {"ir", 'I'}};
}
char DialectOf(std::string_view module) {
  if (module == "relax") return 'R';
  if (module == "tir" || module == "tirx") return 'T';
  return module == "ir" ? 'I' : '\0';
}

class ProgramReader {
 public:
  ProgramReader(Context& ctx, uint32_t file, DiagSink& sink)
      : ctx_(ctx),
        file_(file),
        sink_(sink),
        text_(ctx.sources.TextOf(file)),
        tokens_(Tokenize(text_)),
        parser_(ctx, text_, tokens_, file),
        aliases_(DefaultAliases()) {}

  Program Run() {
    while (!parser_.AtEnd()) {
      const Token& token = parser_.Peek();
      bool structural =
          token.kind == TokenKind::kNewline || token.kind == TokenKind::kIndent || token.kind == TokenKind::kDedent;
      if (structural) {
        parser_.Skip();
      } else if (StartsModule()) {
        ReadDecorated();
      } else {
        SkipLine();
      }
    }
    if (!functions_.empty()) Lower("Module", functions_);
    if (sink_.ok()) ReportUntakenArguments(parser_.calls(), plain_defs_, sink_);
    return std::move(program_);
  }

 private:
  // "@I.ir_module", "@tvm.script.ir_module", "@R.function(…)", "@T.prim_func", …
  bool StartsModule() const {
    if (parser_.Peek().kind != TokenKind::kPunct || parser_.Peek().punct != Punct("@")) return false;
    size_t i = 1;
    std::string_view first = parser_.TextOf(parser_.Peek(i));
    while (parser_.Peek(i).kind == TokenKind::kName && parser_.Peek(i + 1).kind == TokenKind::kPunct &&
           parser_.Peek(i + 1).punct == Punct(".")) {
      i += 2;
    }
    std::string_view last = parser_.TextOf(parser_.Peek(i));
    if (last == "ir_module" || last == "prim_func") return true;
    auto alias = aliases_.find(first);
    return last == "function" && alias != aliases_.end() && alias->second == 'R';
  }

  void ReadDecorated() {
    const PyStmt* stmt = parser_.ParseStmt();
    if (stmt == nullptr) {
      std::optional<Diag> error = parser_.TakeError();
      if (error) sink_.Report(*std::move(error));
      SkipLine();
    } else if (stmt->kind == PyStmtKind::kClass) {
      Lower(stmt->name, stmt->body);
    } else {
      functions_.push_back(stmt);
    }
  }

  void Lower(std::string_view name, std::span<const PyStmt* const> body) {
    DiagSink own;
    // Up to 0.25 the dialect was called tir, and all of it was scheduled by blocks.
    bool s_tir = text_.find("tirx") == std::string_view::npos;
    ModuleReader lowering(ctx_, file_, own, aliases_, s_tir);
    lowering.UseMetadata(metadata_);
    Module module = lowering.LowerModule(name, body, type_vars_);
    plain_defs_.insert(plain_defs_.end(), lowering.plain_defs().begin(), lowering.plain_defs().end());
    if (own.ok()) program_.modules.push_back({std::string(name), module});
    for (Diag& diag : own.Take()) sink_.Report(MarkCutOff(std::move(diag)));
  }

  // What is wrong with the last word of a text that does not end its line is mostly that the text is cut off.
  Diag MarkCutOff(Diag diag) const {
    bool last = !text_.empty() && text_.back() != '\n' && diag.span.file == file_ && diag.span.end >= text_.size();
    if (last) diag.message = "unexpected end of file: " + diag.message;
    return diag;
  }

  // Skips one logical line of plain Python; imports and TypeVar declarations are noted.
  void SkipLine() {
    std::vector<Token> line;
    while (!parser_.AtEnd() && parser_.Peek().kind != TokenKind::kNewline) {
      line.push_back(parser_.Peek());
      parser_.Skip();
    }
    if (line.empty()) return;
    bool noted = NoteImport(line) || NoteTypeVar(line) || NoteMetadata(line);
    if (!noted) NoteSkipped(line.front().begin, line.back().end);
  }

  std::string_view TextAt(const std::vector<Token>& line, size_t i) const {
    return i < line.size() ? parser_.TextOf(line[i]) : std::string_view();
  }

  // from tvm.script import relax as R, tirx as T
  bool NoteImport(const std::vector<Token>& line) {
    if (TextAt(line, 0) == "import") return true;
    if (TextAt(line, 0) != "from") return false;
    for (size_t i = 1; i < line.size(); ++i) {
      char dialect = DialectOf(TextAt(line, i));
      bool imported = TextAt(line, i - 1) == "import" || TextAt(line, i - 1) == ",";
      if (dialect == '\0' || !imported) continue;
      bool renamed = TextAt(line, i + 1) == "as";
      std::string_view name = TextAt(line, renamed ? i + 2 : i);
      if (!name.empty()) aliases_[name] = dialect;
    }
    return true;
  }

  // n = TypeVar("n"), n = T.TypeVar("n").
  bool NoteTypeVar(const std::vector<Token>& line) {
    if (line.size() < 4 || line[0].kind != TokenKind::kName || TextAt(line, 1) != "=") return false;
    bool found = TextAt(line, 2) == "TypeVar" || (TextAt(line, 3) == "." && TextAt(line, 4) == "TypeVar");
    if (found) type_vars_.push_back(TextAt(line, 0));
    return found;
  }

  // metadata = tvm.ir.load_json("""…""").
  bool NoteMetadata(const std::vector<Token>& line) {
    bool found = TextAt(line, 0) == "metadata" && TextAt(line, 1) == "=" && line.size() >= 5 &&
                 line[line.size() - 2].kind == TokenKind::kString && TextAt(line, line.size() - 4) == "load_json";
    std::string json;
    if (!found || !DecodeString(TextAt(line, line.size() - 2), json)) return false;
    Result<std::vector<const Constant*>> constants = ReadMetadata(ctx_, json);
    if (constants.ok()) {
      metadata_ = *std::move(constants);
    } else {
      Diag diag = std::move(constants).error();
      diag.span = {file_, line.front().begin, line.back().end};
      sink_.Report(std::move(diag));
    }
    return true;
  }

  void NoteSkipped(uint32_t begin, uint32_t end) {
    uint32_t first = LineOf(begin);
    uint32_t last = LineOf(end);
    if (!program_.skipped.empty() && program_.skipped.back().last + 1 >= first) {
      program_.skipped.back().last = last;
    } else {
      program_.skipped.push_back({first, last});
    }
  }

  // The line of an offset; each call looks further on than the one before, so that a whole file is counted once.
  uint32_t LineOf(uint32_t offset) {
    std::string_view passed = text_.substr(counted_, offset - counted_);
    line_ += static_cast<uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
    counted_ = offset;
    return line_;
  }

  Context& ctx_;
  uint32_t file_;
  DiagSink& sink_;
  std::string_view text_;
  uint32_t counted_ = 0;
  uint32_t line_ = 1;
  std::vector<Token> tokens_;
  PyParser parser_;
  DialectAliases aliases_;
  std::vector<std::string_view> type_vars_;
  std::vector<const Constant*> metadata_;
  std::vector<const PyStmt*> functions_;
  std::vector<const PyStmt*> plain_defs_;
  Program program_;
};

// Runs `lower(lowering, tree)` on the one expression in `text`.
template <class T, class F>
Result<const T*> ReadLone(Context& ctx, std::string name, std::string text, F&& lower) {
  uint32_t file = ctx.sources.Add(std::move(name), std::move(text));
  std::string_view kept = ctx.sources.TextOf(file);
  ASSAY_RETURN_IF_ERROR(CheckText(kept, file));
  std::vector<Token> tokens = Tokenize(kept);
  PyParser parser(ctx, kept, tokens, file);
  const PyExpr* tree = parser.ParseLoneExpr();
  if (tree == nullptr) return *parser.TakeError();
  DiagSink sink;
  DialectAliases aliases = DefaultAliases();
  ModuleReader lowering(ctx, file, sink, aliases, true);
  const T* value = lower(lowering, tree);
  if (sink.ok()) ReportUntakenArguments(parser.calls(), {}, sink);
  if (!sink.ok()) return sink.Take().front();
  ASSAY_CHECK(value != nullptr, "lowering fails with a diagnostic");
  return value;
}

}  // namespace

Program ParseProgram(Context& ctx, std::string name, std::string text, DiagSink& sink) {
  uint32_t file = ctx.sources.Add(std::move(name), std::move(text));
  Status status = CheckText(ctx.sources.TextOf(file), file);
  if (!status.ok()) {
    sink.Report(std::move(status).error());
    return {};
  }
  return ProgramReader(ctx, file, sink).Run();
}

Result<Module> ParseModule(Context& ctx, std::string name, std::string text, DiagSink& sink) {
  std::string source = name;
  Program program = ParseProgram(ctx, std::move(name), std::move(text), sink);
  if (!sink.ok()) return sink.diags().front();
  if (program.modules.size() == 1) return program.modules[0].module;
  Diag diag = NoModule(ctx, source, program.modules.size());
  sink.Report(diag);
  return diag;
}

Result<Module> ParseModule(Context& ctx, std::string name, std::string text) {
  DiagSink sink;
  return ParseModule(ctx, std::move(name), std::move(text), sink);
}

Result<const Type*> ParseType(Context& ctx, std::string text, NamedVars& vars) {
  return ReadLone<Type>(ctx, "<type>", std::move(text),
                        [&](ModuleReader& lowering, const PyExpr* tree) { return lowering.LowerLoneType(tree, vars); });
}

Result<const Expr*> ParseExpr(Context& ctx, std::string text, const NamedVars& vars) {
  return ReadLone<Expr>(ctx, "<expression>", std::move(text),
                        [&](ModuleReader& lowering, const PyExpr* tree) { return lowering.LowerLoneExpr(tree, vars); });
}

}  // namespace assay
