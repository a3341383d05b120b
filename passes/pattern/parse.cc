// Reading patterns. Nesting is capped, so that recursion is.
#include <cctype>
#include <charconv>

#include "ir/ops/infer.h"
#include "ir/ops/op_spec.h"
#include "ir/tensor/unknown_dtype.h"
#include "ir/text/parse.h"
#include "passes/pattern/pattern.h"

namespace assay {

const Pattern* PatternGraph::Find(std::string_view name) const {
  for (const auto& [known, pattern] : names) {
    if (known == name) return pattern;
  }
  return nullptr;
}

namespace {

constexpr int kMaxNesting = 100;

bool IsWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool IsWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class PatternParser {
 public:
  PatternParser(Context& ctx, std::string_view text) : ctx_(ctx), text_(text) {}

  Result<PatternGraph> Run() {
    graph_.root = Either();
    Blank();
    if (!failed_ && at_ != text_.size()) Fail("expected the end");
    if (failed_) return std::move(*failed_);
    return std::move(graph_);
  }

 private:
  // ---- characters

  void Fail(std::string what, DiagKind kind = DiagKind::kSyntax) {
    if (failed_) return;
    failed_ = Diag{kind, {}, "pattern, column " + std::to_string(at_ + 1) + ": " + std::move(what), "", {}};
    at_ = text_.size();
  }
  void Blank() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  char Peek() {
    Blank();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool Take(std::string_view token) {
    Blank();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void Expect(std::string_view token) {
    if (!Take(token)) Fail("expected '" + std::string(token) + "'");
  }
  std::string_view Word() {
    Blank();
    size_t start = at_;
    if (at_ < text_.size() && !IsWordStart(text_[at_])) return {};
    while (at_ < text_.size() && IsWordPart(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  std::string_view Quoted() {
    Expect("\"");
    size_t end = text_.find('"', at_);
    if (failed_ || end == std::string_view::npos) {
      Fail("a string does not end");
      return {};
    }
    std::string_view text = text_.substr(at_, end - at_);
    at_ = end + 1;
    return text;
  }
  int64_t Integer() {
    Blank();
    int64_t value = 0;
    auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) Fail("expected an integer");
    if (!failed_) at_ = static_cast<size_t>(end - text_.data());
    return value;
  }
  // Calls item() between commas, up to `close`.
  template <class F>
  void List(std::string_view close, F&& item) {
    while (!failed_ && !Take(close)) {
      item();
      if (!Take(",") && !failed_ && Peek() != close[0]) Fail("expected ',' or '" + std::string(close) + "'");
    }
  }

  // ---- patterns

  const Pattern* Make(Pattern pattern, const std::vector<const Pattern*>& parts = {}) {
    pattern.parts = ctx_.Copy(parts);
    return ctx_.arena.New<Pattern>(pattern);
  }
  const Pattern* Either() {
    if (++depth_ > kMaxNesting) Fail("it nests too deep");
    const Pattern* left = Both();
    while (Take("|")) left = Make({.kind = PatternKind::kOr}, {left, Both()});
    --depth_;
    return left;
  }
  const Pattern* Both() {
    const Pattern* left = Negated();
    while (Take("&")) left = Make({.kind = PatternKind::kAnd}, {left, Negated()});
    return left;
  }
  const Pattern* Negated() {
    bool negated = false;
    while (Take("~")) negated = !negated;
    const Pattern* pattern = Peek() == '$' ? Named() : Suffixed(Primary());
    return negated ? Make({.kind = PatternKind::kNot}, {pattern}) : pattern;
  }
  // $name=pattern, or $name for the one of that name; a new name alone is a wildcard.
  const Pattern* Named() {
    Expect("$");
    std::string name(Word());
    if (name.empty()) Fail("expected a name after '$'");
    const Pattern* known = graph_.Find(name);
    bool defines = Take("=");
    if (defines && known != nullptr) Fail("'" + name + "' is defined twice");
    if (known != nullptr) return Suffixed(known);
    const Pattern* named = defines ? Suffixed(Primary()) : Make({});
    graph_.names.emplace_back(name, named);
    return defines ? named : Suffixed(named);
  }
  const Pattern* Suffixed(const Pattern* pattern) {
    while (!failed_) {
      if (Take("[")) {
        int64_t index = Take("_") ? -1 : Integer();
        Expect("]");
        pattern = Make({.kind = PatternKind::kTupleGetItem, .index = index}, {pattern});
      } else if (Take(".")) {
        pattern = WithProperty(pattern, Word());
      } else {
        break;
      }
    }
    return pattern;
  }
  const Pattern* WithProperty(const Pattern* pattern, std::string_view property) {
    Expect("(");
    Pattern made;
    if (property == "shape") {
      made.kind = PatternKind::kHasShape;
      made.dims = Dims();
    } else if (property == "dtype") {
      made.kind = PatternKind::kHasDType;
      std::string name(Quoted());
      std::optional<DType> dtype = ParseDType(name);
      if (!dtype) Fail(UnknownDTypeText(name));
      made.dtype = dtype.value_or(DType::Void());
      Expect(")");
    } else if (property == "type") {
      made.kind = PatternKind::kHasType;
      NamedVars vars;
      auto type = ParseType(ctx_, std::string(Single()), vars);
      if (!type.ok()) Fail("it is no type: " + type.error().message);
      made.type = type.ok() ? *type : nullptr;
      Expect(")");
    } else if (property == "attrs") {
      made.kind = PatternKind::kHasAttrs;
      made.attrs = Attributes();
    } else {
      Fail("'" + std::string(property) + "' is no property; there are shape, dtype, type, attrs");
    }
    return Make(made, {pattern});
  }
  // A text in single quotes.
  std::string_view Single() {
    Expect("'");
    size_t end = std::min(text_.find('\'', at_), text_.size());
    std::string_view text = text_.substr(at_, end - at_);
    at_ = end;
    Expect("'");
    return text;
  }
  std::span<const int64_t> Dims() {
    std::vector<int64_t> dims;
    List(")", [&] { dims.push_back(Integer()); });
    return ctx_.Copy(dims);
  }
  const AttrDict* Attributes() {
    AttrItems items;
    List(")", [&] {
      std::string_view name = Word();
      Expect("=");
      items.emplace_back(name, AttrValue());
    });
    return MakeDict(ctx_, items);
  }
  // recursion: stops at kMaxNesting
  const Attr* AttrValue() {
    if (Peek() == '"') return MakeAttrString(ctx_, Quoted());
    if (Take("[")) {
      std::vector<const Attr*> items;
      if (++depth_ > kMaxNesting) Fail("it nests too deep");
      List("]", [&] { items.push_back(AttrValue()); });
      --depth_;
      return MakeAttrList(ctx_, items);
    }
    std::string_view word = Word();
    if (word == "True" || word == "False") return MakeAttrBool(ctx_, word == "True");
    if (word == "None") return MakeNull(ctx_);
    return Number();
  }
  const Attr* Number() {
    Blank();
    size_t end = std::min(text_.find_first_of(",)] \n", at_), text_.size());
    std::string text(text_.substr(at_, end - at_));
    if (text.find_first_of(".e") == std::string::npos) return MakeAttrInt(ctx_, Integer());
    char* stop = nullptr;
    double value = std::strtod(text.c_str(), &stop);
    if (stop != text.c_str() + text.size()) Fail("expected a value");
    if (!failed_) at_ = end;
    return MakeAttrFloat(ctx_, value);
  }

  // recursion: stops at kMaxNesting
  const Pattern* Primary() {
    if (Take("(")) return Parenthesised();
    std::vector<const Pattern*> parts;
    if (Take("{")) {
      List("}", [&] { parts.push_back(Either()); });
      return Make({.kind = PatternKind::kUnorderedTuple}, parts);
    }
    std::string_view word = Word();
    static constexpr std::pair<std::string_view, PatternKind> kLeaves[] = {
        {"_", PatternKind::kWildcard},       {"const", PatternKind::kConstant},
        {"var", PatternKind::kVar},          {"dataflow_var", PatternKind::kDataflowVar},
        {"global", PatternKind::kGlobalVar}, {"extern", PatternKind::kExternFunc},
    };
    for (auto [name, kind] : kLeaves) {
      if (word == name) return Leaf(kind);
    }
    if (word == "shape") {
      Expect("(");
      return Make({.kind = PatternKind::kShape, .dims = Dims()});
    }
    if (word == "op") {
      Expect("(");
      const Pattern* op = Operator(std::string(Word()));
      Expect(")");
      return op;
    }
    if (word == "call") return CallOf(nullptr);
    if (word.empty()) Fail("expected a pattern");
    return failed_ ? Make({}) : CallOf(Operator(std::string(word)));
  }
  const Pattern* Leaf(PatternKind kind) {
    std::string_view name;
    if (kind != PatternKind::kWildcard && kind != PatternKind::kConstant && Take("(")) {
      name = Quoted();
      Expect(")");
    }
    return Make({.kind = kind, .name = ctx_.Intern(name)});
  }
  // The operator whose name begins with `name`; dots follow.
  const Pattern* Operator(std::string name) {
    while (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      name += "." + std::string(Word());
    }
    if (name.starts_with("relax.")) name.erase(0, 6);
    if (FindOp(name) == nullptr) Fail(UnknownOperatorText(name), DiagKind::kUnknownName);
    return Make({.kind = PatternKind::kOp, .name = ctx_.Intern("relax." + name)});
  }
  const Pattern* CallOf(const Pattern* callee) {
    std::vector<const Pattern*> parts;
    if (callee != nullptr) parts.push_back(callee);
    bool more = false;
    Expect("(");
    List(")", [&] {
      if (more) Fail("'...' stands last");
      more = more || Take("...");
      if (!more) parts.push_back(Either());
    });
    if (parts.empty()) Fail("a call has a callee");
    return Make({.kind = PatternKind::kCall, .more_args = more}, parts);
  }
  // (p) is p; (p,) and (p, q) are tuples.
  const Pattern* Parenthesised() {
    std::vector<const Pattern*> parts;
    bool comma = false;
    while (!failed_ && !Take(")")) {
      parts.push_back(Either());
      if (Take(",")) {
        comma = true;
      } else if (Peek() != ')') {
        Fail("expected ',' or ')'");
      }
    }
    return parts.size() == 1 && !comma ? parts[0] : Make({.kind = PatternKind::kTuple}, parts);
  }

  Context& ctx_;
  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  PatternGraph graph_;
  std::optional<Diag> failed_;
};

}  // namespace

Result<PatternGraph> ParsePattern(Context& ctx, std::string_view text) { return PatternParser(ctx, text).Run(); }

}  // namespace assay
