#include "passes/rewrite/copies.h"

#include <unordered_map>
#include <unordered_set>

#include "ir/equal.h"
#include "ir/walk.h"
#include "passes/rewrite/renew_defs.h"

namespace assay {
namespace {

// A declaration over memory that has a name already defines no variable for it.
bool IsView(const Node* node) {
  const auto* decl = As<DeclBuffer>(node);
  return decl != nullptr && (decl->data == nullptr || decl->data == decl->buffer->data);
}

void AddDefined(const Node* node, FieldRole role, std::vector<const Var*>& vars) {
  if (role != FieldRole::kDef && role != FieldRole::kDefDeep) return;
  if (const auto* var = As<Var>(node)) vars.push_back(var);
  const auto* buffer = As<Buffer>(node);
  if (buffer != nullptr) vars.push_back(buffer->data);
}

// Where the memory that is matched begins, and how far its rows are apart; not extents, which the buffer may share with
// others.
void AddMatched(const MatchBufferRegion& match, std::vector<const Var*>& vars) {
  if (const auto* offset = As<Var>(match.buffer->elem_offset)) vars.push_back(offset);
  for (const Expr* stride : match.buffer->strides) {
    if (const auto* var = As<Var>(stride)) vars.push_back(var);
  }
}

// Whether one of its Lets stands at two places.
bool SharesLets(const Expr* e) {
  std::unordered_set<const Var*> seen;
  bool shares = false;
  WalkBeforeChildren(e, [&](const Node* node) {
    const auto* let = As<Let>(node);
    shares |= let != nullptr && !seen.insert(let->var).second;
    return !shares;
  });
  return shares;
}

std::vector<const Var*> LetsIn(const Node* root) {
  std::vector<const Var*> vars;
  WalkOnce(root, [&](const Node* node) {
    if (const auto* let = As<Let>(node)) vars.push_back(let->var);
  });
  return vars;
}

}  // namespace

const Expr* WithOwnLets(Context& ctx, const Expr* e) {
  auto rule = [&](const Node* rebuilt, const Node*) -> const Node* {
    // Children are apart in themselves by now, but one may be another, or a part of it.
    std::unordered_set<const Var*> seen;
    return MapChildren(ctx, rebuilt, Types::kSkip, [&](const Node* child) {
      VarMap fresh;
      for (const Var* var : child == nullptr || AsExpr(child) == nullptr ? std::vector<const Var*>{} : LetsIn(child)) {
        if (!seen.insert(var).second) fresh[var] = Renewed(ctx, var);
      }
      return fresh.empty() ? child : SubstituteIn(ctx, child, fresh);
    });
  };
  return SharesLets(e) ? static_cast<const Expr*>(Rewrite(ctx, e, rule)) : e;
}

std::vector<const Var*> DefinedIn(const Stmt* s) {
  std::vector<const Var*> vars;
  WalkOnce(s, [&](const Node* node) {
    if (IsView(node) || Is<Buffer>(node)) return;
    if (const auto* match = As<MatchBufferRegion>(node)) AddMatched(*match, vars);
    Visit(node, [&](const auto& n) {
      ForEachField(n, [&](const auto& value, const auto& field) {
        using V = std::remove_cvref_t<decltype(value)>;
        if constexpr (NodePointer<V>) {
          if (value != nullptr) AddDefined(value, field.role, vars);
        } else if constexpr (kIsNodeSpan<V>) {
          for (const Node* child : value) AddDefined(child, field.role, vars);
        }
      });
    });
  });
  return vars;
}

namespace {

// A view has no variable of its own by which it would be told from the one that it is a copy of.
// other kinds: declare no view
const Stmt* WithOwnViews(Context& ctx, const Stmt* s) {
  std::unordered_map<const Node*, const Buffer*> fresh;
  WalkOnce(s, [&](const Node* node) {
    if (IsView(node)) fresh.emplace(As<DeclBuffer>(node)->buffer, nullptr);
  });
  if (fresh.empty()) return s;
  auto rule = [&](const Node* rebuilt, const Node* original) -> const Node* {
    auto own = fresh.find(original);
    if (own == fresh.end()) return rebuilt;
    if (own->second == nullptr) own->second = ctx.arena.New<Buffer>(*As<Buffer>(rebuilt));
    return own->second;
  };
  return static_cast<const Stmt*>(Rewrite(ctx, s, rule));
}

}  // namespace

const Stmt* FreshCopy(Context& ctx, const Stmt* s, VarMap values) {
  for (const Var* var : DefinedIn(s)) values.emplace(var, Renewed(ctx, var));
  return WithOwnViews(ctx, SubstituteIn(ctx, s, values));
}

const Expr* FreshCopy(Context& ctx, const Expr* e) {
  VarMap fresh;
  for (const Var* var : LetsIn(e)) fresh.emplace(var, Renewed(ctx, var));
  return fresh.empty() ? e : SubstituteIn(ctx, e, fresh);
}

const PrimFunc* WithDistinctLets(Context& ctx, const PrimFunc* func) {
  std::unordered_map<const Var*, const Expr*> values;
  bool apart = false;
  WalkOnce(func->body, [&](const Node* node) {
    const auto* let = As<Let>(node);
    if (let == nullptr || apart) return;
    auto [known, fresh] = values.emplace(let->var, let->value);
    apart = !fresh && known->second != let->value && !Equal(known->second, let->value);
  });
  return apart ? WithOwnDefinitions(ctx, func) : func;
}

bool JumpsOut(const Stmt* s) {
  bool jumps = false;
  WalkBeforeChildren(s, [&](const Node* node) {
    const Stmt* inner = AsStmt(node);
    if (inner == nullptr) return AsExpr(node) == nullptr;
    switch (StmtKindOf(inner)) {
      case StmtKind::kBreak:
      case StmtKind::kContinue: jumps = true; return false;
      // What they hold jumps within them.
      case StmtKind::kFor:
      case StmtKind::kWhile: return false;
      case StmtKind::kBind:
      case StmtKind::kAttrStmt:
      case StmtKind::kAssertStmt:
      case StmtKind::kBufferStore:
      case StmtKind::kDeclBuffer:
      case StmtKind::kAllocBuffer:
      case StmtKind::kSeqStmt:
      case StmtKind::kEvaluate:
      case StmtKind::kIfThenElse:
      case StmtKind::kReturn:
      case StmtKind::kSBlock:
      case StmtKind::kSBlockRealize: return !jumps;
    }
    ASSAY_UNREACHABLE();
  });
  return jumps;
}

}  // namespace assay
