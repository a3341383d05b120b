#include "coverage/disassemble.h"

#include <algorithm>
#include <optional>
#include <string>

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrAnalysis.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

namespace assay {
namespace {

constexpr const char* kTriple = "x86_64-unknown-linux-gnu";

const llvm::Target* FindTarget() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetDisassembler();
  std::string error;
  return llvm::TargetRegistry::lookupTarget(kTriple, error);
}

}  // namespace

struct Disassembler::Parts {
  const llvm::Target* target = FindTarget();
  std::unique_ptr<llvm::MCRegisterInfo> registers{target->createMCRegInfo(kTriple)};
  std::unique_ptr<llvm::MCAsmInfo> assembly{target->createMCAsmInfo(*registers, kTriple, {})};
  std::unique_ptr<llvm::MCSubtargetInfo> processor{target->createMCSubtargetInfo(kTriple, "", "")};
  std::unique_ptr<llvm::MCInstrInfo> instructions{target->createMCInstrInfo()};
  std::unique_ptr<llvm::MCInstrAnalysis> analysis{target->createMCInstrAnalysis(instructions.get())};
  llvm::MCContext context{llvm::Triple(kTriple), assembly.get(), registers.get(), processor.get()};
  std::unique_ptr<llvm::MCDisassembler> reader{target->createMCDisassembler(*processor, context)};
};

Disassembler::Disassembler() {
  if (FindTarget() != nullptr) parts_ = std::make_unique<Parts>();
}

Disassembler::~Disassembler() = default;

bool Disassembler::Ready() const { return parts_ != nullptr && parts_->reader != nullptr; }

Disassembler::Result Disassembler::Read(std::span<const uint8_t> code, uint64_t address) const {
  Result result{{address}, {}, {}};
  std::vector<uint64_t> places, led_to;
  llvm::ArrayRef<uint8_t> bytes(code.data(), code.size());
  for (uint64_t at = 0; at < code.size();) {
    llvm::MCInst inst;
    uint64_t size = 0;
    if (parts_->reader->getInstruction(inst, size, bytes.slice(at), address + at, llvm::nulls()) !=
        llvm::MCDisassembler::Success)
      break;
    uint64_t here = address + at;
    places.push_back(here);
    at += size;
    const llvm::MCInstrDesc& row = parts_->instructions->get(inst.getOpcode());
    if (row.isTerminator()) {
      led_to.push_back(address + at);
      uint64_t target = 0;
      if (row.isBranch() && parts_->analysis->evaluateBranch(inst, here, size, target)) {
        led_to.push_back(target);
        // The last call of a function may be a jump.
        if (target - address >= code.size()) result.calls.emplace_back(here, target);
      }
    } else if (row.isCall()) {
      uint64_t target = 0;
      bool known = parts_->analysis->evaluateBranch(inst, here, size, target);
      result.calls.emplace_back(here, known ? target : 0);
    } else {
      std::optional<uint64_t> named =
          parts_->analysis->evaluateMemoryOperandAddress(inst, parts_->processor.get(), here, size);
      if (named) result.named.push_back(*named);
    }
  }
  std::ranges::sort(led_to);
  led_to.erase(std::ranges::unique(led_to).begin(), led_to.end());
  // Both ascend. What no instruction begins at is another function, or none.
  std::ranges::set_intersection(places, led_to, std::back_inserter(result.blocks));
  // A loop may lead back to the beginning.
  result.blocks.erase(std::ranges::unique(result.blocks).begin(), result.blocks.end());
  return result;
}

}  // namespace assay
