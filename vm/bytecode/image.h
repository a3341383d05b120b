// VmImage: an executable of the register machine, as TVM's: four instructions, a constant pool, a table of functions.
// Emitted from lowered Relax, verified before it runs, written to disk and read back. Tested by bytecode_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vm/engine.h"

namespace assay {

enum class VmOpcode : uint8_t {
  // dst = func(args…); dst -1: the result is dropped.
  kCall,
  // Returns register `dst`.
  kRet,
  // Jumps by `offset` instructions.
  kGoto,
  // Goes on when register `dst` holds; otherwise jumps by `offset`.
  kIf,
};
enum class ArgKind : uint8_t { kRegister, kImmediate, kConstant, kFunction };

struct VmArg {
  ArgKind kind = ArgKind::kRegister;
  // Register number, int64 value, index of a constant, or index of a function.
  int64_t value = 0;
};
struct VmInstruction {
  VmOpcode op = VmOpcode::kCall;
  int32_t dst = -1;
  int32_t func = -1;
  int32_t offset = 0;
  // In VmImage::args.
  uint32_t first_arg = 0;
  uint32_t arg_count = 0;
  // Where the instruction comes from: as long as its text is there, and its line, which is saved; 0 when unknown.
  SourceSpan span;
  uint32_t line = 0;
  // Index in VmImage::names: the variable whose binding this is of; 0 for none.
  uint32_t name = 0;
};
// kBytecode: code of this image. kKernel: a PrimFunc. kPacked: a builtin of the VM or a registered function.
enum class VmFunctionKind : uint8_t { kBytecode, kKernel, kPacked };
struct VmFunction {
  VmFunctionKind kind = VmFunctionKind::kPacked;
  std::string name;
  // Another name that callers may use; empty when there is none.
  std::string symbol;
  // For kBytecode only.
  int32_t params = 0;
  int32_t registers = 0;
  uint32_t first = 0;
  uint32_t end = 0;
};
// What makes a register forget its value. It takes no arguments; its result is the register.
inline bool Kills(const VmFunction& function) {
  return function.kind == VmFunctionKind::kPacked && function.name == "vm.builtin.kill";
}
struct VmImage {
  std::vector<VmFunction> functions;
  std::vector<VmInstruction> code;
  std::vector<VmArg> args;
  // Of variables; the first is empty.
  std::vector<std::string> names = {""};
  // Tensors, shapes, scalars, strings, dtypes and null.
  std::vector<Value> constants;
  // Texts of modules with functions that are called by symbol (vm/external_functions.h).
  std::vector<std::string> external_modules;
  // The kernels, and what functions take, as a serialised module (executable.h); empty when they are kept elsewhere.
  std::vector<uint8_t> module;
  // The level at which kernels are compiled unless the caller says otherwise, 0 to 3.
  uint8_t opt_level = 0;
  // Whether functions are compiled too, unless the caller says otherwise: engine vm-compiled instead of vm-llvm.
  bool compiled = false;
  // The file that lines are of; empty when there are none.
  std::string source;
};

// As TVM's exec_mode.
inline std::string_view ExecModeName(const VmImage& image) { return image.compiled ? "compiled" : "bytecode"; }

// From the form that the pipelines end in; Diag kCannotLower names the first operator that has no place in it.
Result<VmImage> EmitVm(Context& ctx, const Module& module);
// Whether every index, jump and count is in range, so that any image that passes runs safely. Diag kCorrupt otherwise.
Status VerifyVm(const VmImage& image);
// "ASVM", version, checksum of the rest, tables. Diag kCorrupt with the byte for anything else.
inline constexpr std::string_view kVmMagic = "ASVM";
std::vector<uint8_t> EncodeVm(const VmImage& image);
// The bytes with the checksum that belongs to them in its place: what a fuzzer needs to come past it.
std::vector<uint8_t> WithVmChecksum(std::vector<uint8_t> bytes);
Result<VmImage> DecodeVm(std::span<const uint8_t> bytes);
std::string Disassemble(const VmImage& image);

}  // namespace assay
