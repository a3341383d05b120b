// Readable text of an image.
#include <iterator>

#include <fmt/format.h>

#include "vm/bytecode/image.h"

namespace assay {
namespace {

std::string ArgText(const VmImage& image, const VmArg& arg) {
  switch (arg.kind) {
    case ArgKind::kRegister: return fmt::format("%{}", arg.value);
    case ArgKind::kImmediate: return fmt::format("i{}", arg.value);
    case ArgKind::kConstant: return fmt::format("c[{}]", arg.value);
    case ArgKind::kFunction: return fmt::format("f[{}]", image.functions[static_cast<size_t>(arg.value)].name);
  }
  return {};
}

std::string InstructionText(const VmImage& image, const VmInstruction& instruction) {
  switch (instruction.op) {
    case VmOpcode::kCall: {
      std::string args;
      for (uint32_t i = 0; i < instruction.arg_count; ++i) {
        if (i != 0) args += ", ";
        args += ArgText(image, image.args[instruction.first_arg + i]);
      }
      std::string_view callee = image.functions[static_cast<size_t>(instruction.func)].name;
      return fmt::format("call  {:<36} in: {:<24} dst: %{}", callee, args, instruction.dst);
    }
    case VmOpcode::kRet: return fmt::format("ret   %{}", instruction.dst);
    case VmOpcode::kGoto: return fmt::format("goto  {:+}", instruction.offset);
    case VmOpcode::kIf: return fmt::format("if    %{} else {:+}", instruction.dst, instruction.offset);
  }
  return {};
}

std::string ConstantText(const Value& value) {
  if (const auto* tensor = value.As<TensorValue>()) {
    return fmt::format("tensor {}[{}]", DTypeName(tensor->tensor.dtype()), fmt::join(tensor->tensor.shape(), ", "));
  }
  if (const auto* shape = value.As<ShapeValue>()) return fmt::format("shape [{}]", fmt::join(shape->dims, ", "));
  if (const auto* prim = value.As<PrimValue>())
    return fmt::format("{} {}", DTypeName(prim->scalar.dtype), ToText(prim->scalar));
  if (const auto* text = value.As<StringValue>()) return fmt::format("\"{}\"", text->text);
  if (const auto* dtype = value.As<DTypeValue>()) return DTypeName(dtype->dtype);
  return "null";
}

}  // namespace

std::string Disassemble(const VmImage& image) {
  std::string out;
  auto append = std::back_inserter(out);
  fmt::format_to(append, "executable: O{}, {}, {} functions, {} instructions, {} constants\n", image.opt_level,
                 ExecModeName(image), image.functions.size(), image.code.size(), image.constants.size());
  for (size_t i = 0; i < image.constants.size(); ++i)
    fmt::format_to(append, "c[{}] = {}\n", i, ConstantText(image.constants[i]));
  for (const VmFunction& function : image.functions) {
    if (function.kind == VmFunctionKind::kPacked) continue;
    bool kernel = function.kind == VmFunctionKind::kKernel;
    fmt::format_to(append, "@{}{}:\n", function.name,
                   kernel ? " kernel" : fmt::format(" packed={} registers={}", function.params, function.registers));
    for (uint32_t pc = function.first; !kernel && pc < function.end; ++pc) {
      fmt::format_to(append, "  {:>4}  {}\n", pc - function.first, InstructionText(image, image.code[pc]));
    }
  }
  return out;
}

}  // namespace assay
