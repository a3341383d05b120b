// The writer's machinery: frames of text, names in scope, and one function per construct. Names and the places of
// definitions follow TVM's printer: a frame owns the names that it defines and frees them at its end; a variable that
// is met undefined is declared in the innermost frame that holds all of its uses. Internal to ir/text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/text/mention_scopes.h"
#include "ir/text/print.h"

namespace assay {

// Python's operator precedence, as far as the printed language goes.
enum class Precedence : uint8_t {
  kLambda = 1,
  kOr = 3,
  kAnd = 4,
  kNot = 5,
  kCompare = 6,
  kBitOr = 7,
  kBitXor = 8,
  kBitAnd = 9,
  kShift = 10,
  kAdd = 11,
  kMul = 12,
  kInvert = 13,
  kAtom = 15
};

// One indented region that is being written.
struct PrintFrame {
  // What the frame stands for in TIR: a PrimFunc, For, SBlock, or a branch's statement; null in Relax.
  const Node* node = nullptr;
  std::string text;
  int indent = 0;
  // A Relax function's frame, and whether its signature is being written (symbolic variables are quoted then).
  bool relax_function = false;
  bool in_signature = false;
  bool alias_printed = false;
  std::unordered_set<const Var*> signature_vars;
  std::vector<const Node*> defined;
  // Symbolic variables of functions inside, by name: one that is declared at the top of this function would be theirs.
  std::unordered_set<std::string> inner_symbols;
};

class Printer {
 public:
  explicit Printer(const PrintOptions& options) : options_(options) {}

  std::string Module(const assay::Module& module);
  std::string Function(const assay::Expr* func);
  std::string StandAlone(const assay::Type* type);
  std::string StandAlone(const assay::Expr* expr);

 private:
  using Out = std::string&;
  bool Old() const { return options_.dialect == TextDialect::k017; }
  // Of types in Relax: out_sinfo, R.Prim, R.Object.
  bool OldRelax() const { return Old() || options_.dialect == TextDialect::k025; }

  // ---- frames and names (printer.cc)
  PrintFrame& Top() { return frames_.back(); }
  void PushFrame(const Node* node, int extra_indent);
  // Ends the top frame and returns its text.
  std::string PopFrame();
  void Line(std::string_view line) { LineIn(Top(), line); }
  void LineIn(PrintFrame& frame, std::string_view line);
  // Appends lines that are indented already.
  void Lines(const std::string& lines) { Top().text += lines; }
  std::string Define(const Node* node, std::string_view hint, PrintFrame& frame);
  void DefineAs(const Node* node, std::string text, PrintFrame& frame);
  bool IsDefined(const Node* node) const { return docs_.contains(node); }
  std::string UniqueName(std::string_view hint, const std::unordered_set<std::string>& others = {});
  void FreeName(const std::string& name);
  // The innermost frame whose node encloses all occurrences of `what` in the PrimFunc that is being written.
  PrintFrame& FrameOfAllUses(const Node* what);
  PrintFrame* RelaxFunctionFrame();
  static std::string_view Hint(Name name, std::string_view fallback) { return name.empty() ? fallback : name.text(); }

  std::string Imports() const;
  // In 0.27 int64 dimensions of a signature are declared once, before the module.
  bool IsTypeVar(const Var* var) const;
  void NoteTypeVar(const Var* var, const std::string& name);
  // Those from number `first` on, by name.
  void SortTypeVars(size_t first);

  // ---- literals and attributes (print_attr.cc)
  static void Quoted(Out out, std::string_view text);
  static void Int(Out out, int64_t value);
  static void Float(Out out, double value);
  void Attribute(Out out, const Attr* attr);
  void OperatorAttribute(Out out, const Attr* attr);
  void Dictionary(Out out, const AttrDict* dict);
  void AnyNode(Out out, const Node* node);
  void VDeviceInfo(Out out, const VDevice& vdevice);
  // "llvm:0:global".
  void VDeviceReference(Out out, const VDevice& vdevice);
  // ---- meshes of devices (print_dist.cc)
  void DTensorTypeText(Out out, const DTensorType& type);
  void DeviceMeshText(Out out, const DeviceMesh& mesh);
  void DeviceMeshReference(Out out, const DeviceMesh& mesh);
  void IndexMapLambda(Out out, const IndexMap& map);
  void IndexMapValue(Out out, const IndexMap& map);

  // ---- types (print_type.cc)
  void Type(Out out, const assay::Type* type);
  void TensorTypeText(Out out, const TensorType& type);
  void TensorShapeText(Out out, const assay::Expr* shape);
  void ShapeTypeText(Out out, const ShapeType& type);
  void FuncTypeText(Out out, const FuncType& type);
  void PointerTypeText(Out out, const PointerType& type);
  // A dimension: quoted where it mentions variables that a signature defines.
  void Dimension(Out out, const assay::Expr* dim);
  void TirName(Out out, std::string_view name) { Prefixed(out, tir_used_, "T.", name); }
  void RelaxName(Out out, std::string_view name) { Prefixed(out, relax_used_, "R.", name); }
  void IrName(Out out, std::string_view name) { Prefixed(out, ir_used_, "I.", name); }
  static void Prefixed(Out out, bool& used, std::string_view prefix, std::string_view name) {
    used = true;
    out += prefix;
    out += name;
  }
  void DTypeCall(Out out, DType dtype) { TirName(out, DTypeName(dtype)); }

  // ---- expressions (print_expr.cc)
  void Expr(Out out, const assay::Expr* e);
  void RelaxExpr(Out out, const assay::Expr* e);
  void LetExpr(Out out, const Let& let);
  void Load(Out out, const BufferLoad& load);
  static bool IsOpaque(const assay::Type* type);
  void Child(Out out, const assay::Expr* e, Precedence parent, bool also_when_equal);
  Precedence PrecedenceOf(const assay::Expr* e);
  // Within a Relax function, outside of kernels.
  bool InRelax() { return prim_func_ == nullptr && RelaxFunctionFrame() != nullptr; }
  bool PrintsBareNumber(const assay::Expr* e);
  void Binary(Out out, const BinaryExpr& e);
  void Immediate(Out out, const IntImm& imm);
  void Immediate(Out out, const FloatImm& imm);
  void NamedNumber(Out out, const IntImm& imm);
  // One of several scalars that are read with one dtype.
  void Member(Out out, const assay::Expr* e, Nodes<assay::Expr> group);
  static bool NumbersAlone(Nodes<assay::Expr> group);
  void Variable(Out out, const Var* var);
  void UndefinedTirVar(const Var* var);
  void UndefinedRelaxScalar(const Var* var);
  void UndefinedRelaxVar(const Var* var);
  void Global(Out out, const GlobalVar& global);
  void Intrinsic(Out out, const Call& call);
  // Python's sign of a bit operation, which 0.27 writes; null for all other calls.
  struct BitSign {
    std::string_view sign;
    Precedence precedence;
    size_t operands;
  };
  const BitSign* BitSignOf(const Call& call) const;
  void CommaList(Out out, Nodes<assay::Expr> items);
  void CallOf(Out out, std::string_view name, std::initializer_list<const assay::Expr*> args);
  void VariableCreation(Out out, const Var& var);
  // TVM knows no such variables from 0.26 on.
  bool SaysSize(const Var& var) const { return var.flavor == VarFlavor::kSize && !options_.matched_buffers; }

  // ---- Relax (print_relax.cc, print_relax_call.cc)
  void RelaxFunction(const assay::Function& func, std::string_view name, bool top_level);
  void RelaxSignature(std::string& line, const assay::Function& func);
  void Sequence(const SeqExpr& seq, const std::string& result_prefix);
  void Block(const BindingBlock& block);
  // What a block gives out has a name in any case.
  void BindingLine(const Binding& binding, bool is_output = false);
  bool IsUsed(const Var* var);
  void NestedFunction(const assay::Function& func, const std::string& name);
  void AssignedValue(Out out, const assay::Expr* value);
  void IfLines(const If& branch, const std::string& result_prefix);
  bool HidesType(const Binding& binding) const;
  void RelaxCall(Out out, const Call& call);
  bool SpecialCall(Out out, const Call& call, std::string_view op);
  void CallTir(Out out, const Call& call, std::string_view op);
  void FormatCall(Out out, const Call& call, std::string_view op, size_t format_at);
  void HintOnDevice(Out out, const Call& call);
  void Callee(Out out, const assay::Expr* callee);
  // A value where a bare True is read as bool: an operand of an operator, or the value of a binding.
  void Operand(Out out, const assay::Expr* operand);
  void ConstantValue(Out out, const Constant& constant);
  void ConstantReference(Out out, const Constant& constant);
  std::string WithConstants(std::string text) const;
  static void ConstantElements(Out out, const TensorView& value, size_t axis, int64_t& at);

  // ---- TIR (print_tir.cc, print_tir_block.cc, print_buffer.cc)
  void PrimFunction(const PrimFunc& func, std::string_view name, bool top_level);
  void PrimParam(std::string& line, const PrimFunc& func, size_t i);
  const SBlock* ImplicitRoot(const PrimFunc& func) const;
  void Body(const Stmt* stmt, bool concise_at_end = true);
  void Statement(const Stmt* stmt, bool last);
  void BindLine(const Bind& bind);
  void DeclareLine(const DeclBuffer& declare);
  // break or continue.
  void JumpLine(std::string_view word);
  void StoreLine(const BufferStore& store);
  void AllocLine(const AllocBuffer& alloc);
  // `x: T.int32 = value` for an allocation and the store that follows it; the number of statements written, or 0.
  size_t ScalarVariable(const Stmt* stmt, const Stmt* next);
  void ForLines(const For& loop);
  void LoopKind(Out out, const For& loop);
  void LoopNotes(Out out, const AttrDict& notes);
  void Nested(std::string_view header, const Node* node, const Stmt* body);
  void IfThenElseLines(const IfThenElse& branch);
  void AttrLines(const AttrStmt& attr, bool concise);
  bool LaunchThread(const AttrStmt& attr, Out header, Out variable);
  void AssertLine(const AssertStmt& stmt);
  void BlockLines(const SBlockRealize& realize);
  void BlockIterVars(const SBlockRealize& realize);
  bool IsRemapped(const SBlockRealize& realize, size_t i) const;
  const For* EnclosingLoop(const Var* loop_var) const;
  void IterVarLine(const SBlockRealize& realize, size_t i);
  void RemapLine(const SBlockRealize& realize, size_t begin, size_t end);
  void BlockHead(const SBlock& block);
  void AllocLines(Nodes<Buffer> buffers);
  void Region(Out out, const BufferRegion& region);
  void BufferUse(Out out, const Buffer* buffer);
  void Indices(Out out, Nodes<assay::Expr> indices);
  // The text of T.<method>(shape, dtype, …) for a buffer; defines what it introduces in `frame`.
  std::string BufferDeclaration(const Buffer& buffer, std::string_view method, PrintFrame& frame, bool own_data,
                                bool parameter, const assay::Expr* data = nullptr, bool declares_strides = false);
  // A variable that the strides alone define and that T.Buffer, which names it by a string, would make an int32.
  bool HasWideStride(const Buffer& buffer) const;
  bool UsesMatched(const Buffer& buffer) const;
  std::string BufferShape(const Buffer& buffer, bool parameter, std::vector<const Var*>& fresh);
  // With `fresh`, new variables of strides are named bare and collected there.
  void BufferExtras(Out out, const Buffer& buffer, PrintFrame& frame, bool own_data, const assay::Expr* data,
                    std::vector<const Var*>* fresh);
  // A.view(…) for a declaration that changes only the shape or the dtype of another buffer; empty for all others.
  std::string ViewOf(const DeclBuffer& declare);
  const Buffer* BufferBehind(const assay::Expr* data) const;
  void SumOf(Out out, const assay::Expr* a, const assay::Expr* b);

  PrintOptions options_;
  const assay::Module* module_ = nullptr;
  const PrimFunc* prim_func_ = nullptr;
  // Of that function; looked up when first asked for.
  std::optional<MentionScopes> mentions_;
  const assay::Function* current_function_ = nullptr;
  // How often each variable of the current function stands in it; counted when first asked for.
  std::unordered_map<const Var*, int> occurrences_;
  bool occurrences_counted_ = false;
  std::vector<PrintFrame> frames_;
  std::unordered_map<const Node*, std::string> docs_;
  std::unordered_set<std::string> names_{"I", "T", "R", "cls"};
  // Of a name without its number: no number below this one is free. Thousands of variables may have one name.
  std::unordered_map<std::string, uint64_t> free_from_;
  std::unordered_set<const Var*> dimension_vars_;
  std::vector<std::string> type_vars_;
  // What the text refers to, each once.
  std::vector<const Constant*> constants_;
  // Scalar parameters of the signature that is being written, until their place comes.
  std::unordered_set<const Var*> unbound_;
  // Variables that T.match_buffer declares in the body, where the signature cannot name them.
  std::unordered_set<const Var*> matched_;
  // Buffers that stand for scalar variables: their bare name is element 0.
  std::unordered_set<const Buffer*> scalars_;
  // Inside the lambda of an index map.
  bool in_index_map_ = false;
  bool ir_used_ = false;
  bool tir_used_ = false;
  bool relax_used_ = false;
};

}  // namespace assay
