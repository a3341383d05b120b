// What kinds.py tells apart: functions that ask for statements, switches with a default, and recursions.
namespace assay {

bool Stops(const Stmt* s) {
  switch (StmtKindOf(s)) {
    case StmtKind::kFor: return true;
    case StmtKind::kWhile: return false;
  }
}

// other kinds: do not loop
bool SaysWhy(const Stmt* s) {
  return Is<For>(s) || Is<While>(s);
}

bool OneKind(const Stmt* s) {
  return Is<For>(s);
}

bool SaysNothing(const Stmt* s) {
  if (Is<For>(s)) return true;
  return Is<While>(s);
}

class Walker : public StmtMutator {
 public:
  using StmtMutator::StmtMutator;
};

int Weight(const Node* node) {
  switch (node->kind) {
    case NodeKind::kVar: return 0;
    // other kinds: weigh the same
    default: return 1;
  }
}

int Depth(const Node* node) {
  switch (node->kind) {
    case NodeKind::kVar: return 0;
    default: return 1;
  }
}

// recursion: tuples nest as deep as the parser lets them
int Fields(const Expr* e, int depth) {
  const auto* tuple = As<Tuple>(e);
  return tuple == nullptr ? 1 : Fields(tuple->fields[0], depth + 1);
}

int Length(const Expr* e) {
  return e == nullptr ? 0 : 1 + Length(Next(e));
}
int Outer(const Expr* e) {
  return Inner(e, 0);
}
int Inner(const Expr* e, int more) {
  return e == nullptr ? more : Outer(Next(e));
}
// Not itself.
int Length(const Expr* e, int more) {
  return more + Length(e);
}

}  // namespace assay
