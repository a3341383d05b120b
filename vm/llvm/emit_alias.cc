// What LLVM cannot know by itself: the tensors of a call lie apart where one is written, and what a kernel allocates
// lies apart from everything. Without that no loop that stores is vectorised, and no sum stays in a register.
#include <llvm/IR/MDBuilder.h>

#include "vm/llvm/memory_tracker.h"

namespace assay {
namespace {

// Each memory names all others: with more of them nothing is told.
constexpr size_t kMaxMemories = 64;

}  // namespace

void MemoryTracker::Touches(llvm::Instruction* access, const KernelMemory& memory) {
  if (memory.id < fn_.plan().written.size() && llvm::isa<llvm::StoreInst>(access)) fn_.plan().written[memory.id] = true;
  touched_ = true;
  if (options_.optimised) touches_.emplace_back(access, memory.id);
}

void MemoryTracker::MarkNoAlias() {
  if (memory_count_ > kMaxMemories) return;
  llvm::LLVMContext& context = fn_.module().getContext();
  llvm::MDBuilder metadata(context);
  llvm::MDNode* domain = metadata.createAnonymousAliasScopeDomain();
  std::vector<llvm::Metadata*> scopes;
  // Parameters that may overlap are one memory.
  size_t one = options_.overlapping ? fn_.plan().written.size() : 0;
  for (size_t id = 0; id < memory_count_; ++id) {
    scopes.push_back(id > 0 && id < one ? scopes[0] : metadata.createAnonymousAliasScope(domain));
  }
  std::vector<llvm::MDNode*> others;
  for (llvm::Metadata* scope : scopes) {
    std::vector<llvm::Metadata*> rest;
    for (llvm::Metadata* other : scopes) {
      if (other != scope) rest.push_back(other);
    }
    others.push_back(llvm::MDNode::get(context, rest));
  }
  for (auto& [access, id] : touches_) {
    access->setMetadata(llvm::LLVMContext::MD_alias_scope, llvm::MDNode::get(context, {scopes[id]}));
    access->setMetadata(llvm::LLVMContext::MD_noalias, others[id]);
  }
}

}  // namespace assay
