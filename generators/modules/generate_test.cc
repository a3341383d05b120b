// Generated modules are well-formed, all of them; the same bytes give the same module; every operator comes up.
#include "generators/modules/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "generators/modules/plan.h"
#include "ir/check/well_formed.h"
#include "ir/equal.h"
#include "ir/ops/engine_rows.h"
#include "ir/serial/serial.h"
#include "ir/text/print.h"
#include "ir/walk.h"

namespace assay {
namespace {

GenOptions Options(Profile profile) {
  GenOptions options;
  options.profile = profile;
  return options;
}

void ExpectWellFormed(Profile profile, uint64_t seeds) {
  GenStats stats;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, Options(profile), &stats);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    ASSERT_TRUE(sink.ok()) << "seed " << seed << ": " << sink.diags()[0].message << " [" << sink.diags()[0].rule << "]";
  }
  EXPECT_EQ(stats.modules, seeds);
  // A sampler that makes calls which inference refuses is a bug of its row.
  EXPECT_THAT(stats.refusals, testing::IsEmpty());
}

TEST(Generate, RelaxModulesAreWellFormed) { ExpectWellFormed(Profile::kRelax, 3000); }
TEST(Generate, TirModulesAreWellFormed) { ExpectWellFormed(Profile::kTir, 3000); }
TEST(Generate, MixedModulesAreWellFormed) { ExpectWellFormed(Profile::kMixed, 3000); }

TEST(Generate, EveryOperatorComesUp) {
  std::set<std::string_view> missing;
  for (const OpSpec* row : AllOps()) {
    // Rows that no engine carries out are not for every run.
    if (IsCarriedOut(*row)) missing.insert(row->name);
  }
  for (uint64_t seed = 0; seed < 20000 && !missing.empty(); ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, Options(Profile::kMixed));
    for (const ModuleEntry& entry : module.entries) {
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* op = As<Op>(node);
        if (op != nullptr && op->spec != nullptr) missing.erase(op->spec->name);
      });
    }
  }
  EXPECT_THAT(missing, testing::IsEmpty());
}

// How many of 400 modules have an operator that TVM does not read back from its own text.
int ModulesThatTvmDoesNotRead(const GenOptions& options) {
  int found = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    bool has = false;
    for (const ModuleEntry& entry : Generate(ctx, bytes, options).entries) {
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* op = As<Op>(node);
        has |= op != nullptr && op->spec != nullptr && !op->spec->tvm_reads_back;
      });
    }
    found += has ? 1 : 0;
  }
  return found;
}

TEST(Generate, WhatIsUnwantedDoesNotComeUp) {
  GenOptions options = Options(Profile::kRelax);
  options.wanted = BitOf(Feature::kUnreadable);
  EXPECT_GT(ModulesThatTvmDoesNotRead(options), 0);
  options.unwanted = BitOf(Feature::kUnreadable);
  EXPECT_EQ(ModulesThatTvmDoesNotRead(options), 0);
}

// Modules are not shallow: each construct stands in some share of them.
TEST(Generate, ConstructsComeUp) {
  std::map<std::string_view, int> modules;
  constexpr uint64_t kModules = 2000;
  for (uint64_t seed = 0; seed < kModules; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, Options(Profile::kMixed));
    std::set<std::string_view> seen;
    if (module.entries.size() > 1) seen.insert("several functions");
    for (const ModuleEntry& entry : module.entries) {
      WalkOnce(
          entry.func,
          [&](const Node* node) {
            seen.insert(NodeKindName(node->kind));
            const auto* block = As<BindingBlock>(node);
            if (block != nullptr && block->is_dataflow) seen.insert("dataflow");
            const auto* op = As<Op>(node);
            if (op != nullptr && op->name == "relax.call_tir") seen.insert("call_tir");
            if (op != nullptr && op->name == "relax.vm.call_tir_dyn" && entry.var->name == "main")
              seen.insert("memory written out");
            if (op != nullptr && op->name == "relax.tensor_to_shape") seen.insert("shape that is computed");
            const auto* choice = As<If>(node);
            if (choice != nullptr && !Equal(choice->true_branch->type, choice->false_branch->type))
              seen.insert("branches of two types");
            if (choice != nullptr && Is<ShapeType>(choice->type)) seen.insert("shape of a branch");
            const auto* call = As<Call>(node);
            if (call != nullptr && Is<GlobalVar>(call->op)) seen.insert("call of a function");
            const auto* var = As<Var>(node);
            if (var != nullptr && Is<Function>(entry.func) && Is<PrimType>(var->type)) seen.insert("symbolic shape");
          },
          Types::kInclude);
    }
    for (std::string_view construct : seen) ++modules[construct];
  }
  for (std::string_view construct : {"If", "Tuple", "TupleGetItem", "MatchCast", "Constant", "dataflow", "call_tir",
                                     "call of a function", "shape that is computed", "branches of two types",
                                     "symbolic shape", "several functions", "Let", "While", "IfThenElse", "Select"}) {
    EXPECT_GE(modules[construct], static_cast<int>(kModules) / 200) << construct;
  }
  for (std::string_view rare : {"memory written out", "shape of a branch"}) EXPECT_GT(modules[rare], 0) << rare;
}

// Whether a local function of the module mentions a variable of the given sort.
struct LocalSorts {
  int functions = 0, impure = 0, recursive = 0, capturing = 0, inside_dataflow = 0, inside_branch = 0, nested = 0;

  void Add(const Node* root, bool in_branch, bool in_local) {
    WalkBeforeChildren(root, [&](const Node* node) {
      const auto* choice = As<If>(node);
      if (choice != nullptr && !in_branch) {
        Add(choice->true_branch, true, in_local);
        Add(choice->false_branch, true, in_local);
        return false;
      }
      const auto* block = As<BindingBlock>(node);
      for (const Binding* binding : block == nullptr ? Nodes<Binding>() : block->bindings) {
        const auto* func = As<Function>(binding->value);
        if (func == nullptr) continue;
        inside_dataflow += block->is_dataflow ? 1 : 0;
        inside_branch += in_branch ? 1 : 0;
        nested += in_local ? 1 : 0;
        AddFunction(*func, binding->var);
      }
      const auto* func = As<Function>(node);
      if (func == nullptr || in_local) return true;
      Add(func->body, in_branch, true);
      return false;
    });
  }
  void AddFunction(const Function& func, const Var* self) {
    ++functions;
    impure += func.is_pure ? 0 : 1;
    std::set<const Node*> own(func.params.begin(), func.params.end());
    bool calls_itself = false, captures = false;
    WalkBeforeChildren(func.body, [&](const Node* node) {
      if (const auto* binding = As<VarBinding>(node)) own.insert(binding->var);
      if (const auto* cast = As<MatchCast>(node)) own.insert(cast->var);
      const auto* var = As<Var>(node);
      calls_itself |= var == self;
      captures |= var != nullptr && var != self && !own.contains(var) && Is<TensorType>(var->type);
      return true;
    });
    recursive += calls_itself ? 1 : 0;
    capturing += captures ? 1 : 0;
  }
};

TEST(Generate, LocalFunctionsOfEverySort) {
  LocalSorts seen;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options = Options(Profile::kMixed);
    options.wanted = BitOf(Feature::kClosures) | BitOf(Feature::kIf);
    Module module = Generate(ctx, bytes, options);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    ASSERT_TRUE(sink.ok()) << "seed " << seed << ": " << sink.diags()[0].message << " [" << sink.diags()[0].rule << "]";
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<Function>(entry.func);
      if (func != nullptr) seen.Add(func->body, false, false);
    }
  }
  for (int count : {seen.impure, seen.recursive, seen.capturing, seen.inside_dataflow, seen.inside_branch, seen.nested})
    EXPECT_GT(count, 5) << seen.functions;
}

// As TVM has it, and as text can say it: what stands in a row is one block, and nothing mentions a void value.
TEST(Generate, IsNormalised) {
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, Options(Profile::kRelax));
    for (const ModuleEntry& entry : module.entries) {
      const auto* func = As<Function>(entry.func);
      if (func == nullptr) continue;
      for (size_t i = 1; i < func->body->blocks.size(); ++i) {
        EXPECT_NE(func->body->blocks[i]->is_dataflow, func->body->blocks[i - 1]->is_dataflow) << seed;
      }
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* tuple = As<Tuple>(node);
        for (size_t i = 0; tuple != nullptr && i < tuple->fields.size(); ++i) {
          const auto* type = As<TupleType>(tuple->fields[i]->type);
          EXPECT_TRUE(type == nullptr || !type->fields.empty()) << seed;
        }
      });
    }
  }
}

TEST(Generate, EveryDtypeOfTheTableAndCallsInPlaceComeUp) {
  std::set<std::string> dtypes;
  int in_place = 0;
  for (uint64_t seed = 0; seed < 8000; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    for (const ModuleEntry& entry : Generate(ctx, bytes, {}).entries) {
      WalkOnce(
          entry.func,
          [&](const Node* node) {
            if (const auto* tensor = As<TensorType>(node)) dtypes.insert(DTypeName(tensor->dtype));
            const auto* op = As<Op>(node);
            in_place += op != nullptr && op->name == "relax.call_tir_inplace" ? 1 : 0;
          },
          Types::kInclude);
    }
  }
  for (DType dtype : AllTensorDTypes()) EXPECT_TRUE(dtypes.contains(DTypeName(dtype))) << DTypeName(dtype);
  EXPECT_GT(in_place, 50);
}

TEST(Generate, KernelsHaveVectorsAndCallsWhereThatIsAskedFor) {
  std::map<std::string_view, int> seen;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    GenOptions options = Options(Profile::kTir);
    options.bare_kernels = true;
    options.hazards = seed % 2 == 0;
    Module module = Generate(ctx, bytes, options);
    DiagSink sink;
    CheckWellFormed(ctx, module, sink);
    ASSERT_TRUE(sink.ok()) << "seed " << seed << ": " << sink.diags()[0].message << " [" << sink.diags()[0].rule << "]";
    for (const ModuleEntry& entry : module.entries) {
      if (!Is<PrimFunc>(entry.func)) continue;
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* load = As<BufferLoad>(node);
        const auto* store = As<BufferStore>(node);
        seen["assert"] += Is<AssertStmt>(node) ? 1 : 0;
        seen["call"] += Is<GlobalVar>(node) ? 1 : 0;
        seen["predicated load"] += load != nullptr && load->predicate != nullptr ? 1 : 0;
        seen["predicated store"] += store != nullptr && store->predicate != nullptr ? 1 : 0;
        seen["vector store"] += store != nullptr && DTypeOf(store->value).lanes > 1 ? 1 : 0;
      });
    }
  }
  for (const char* form : {"assert", "call", "predicated load", "predicated store", "vector store"})
    EXPECT_GT(seen[form], 20) << form;
}

std::vector<uint8_t> Bytes(uint64_t seed, Profile profile) {
  Context ctx;
  ByteSource bytes = ByteSource::FromSeed(seed);
  return Serialize(Generate(ctx, bytes, Options(profile)));
}

TEST(Generate, IsDeterministic) {
  for (uint64_t seed = 0; seed < 200; ++seed) EXPECT_EQ(Bytes(seed, Profile::kMixed), Bytes(seed, Profile::kMixed));
  EXPECT_NE(Bytes(1, Profile::kMixed), Bytes(2, Profile::kMixed));
}

TEST(Generate, EndsWhenBytesRunOut) {
  ByteSource stream = ByteSource::FromSeed(7);
  for (size_t size = 0; size < 400; ++size) {
    std::vector<uint8_t> data(size);
    for (uint8_t& byte : data) byte = static_cast<uint8_t>(stream.Below(256));
    for (Profile profile : {Profile::kRelax, Profile::kTir, Profile::kMixed}) {
      Context ctx;
      ByteSource bytes{std::span<const uint8_t>(data)};
      Module module = Generate(ctx, bytes, Options(profile));
      ASSERT_FALSE(module.entries.empty());
      ASSERT_TRUE(IsWellFormed(ctx, module)) << size;
    }
  }
}

TEST(Generate, KeepsToTheOperatorsAndDtypesAskedFor) {
  GenOptions options = Options(Profile::kRelax);
  options.ops = {"add", "nn.relu"};
  options.dtypes = {DType::Float(32)};
  std::set<std::string_view> seen;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, options);
    for (const ModuleEntry& entry : module.entries) {
      WalkOnce(entry.func, [&](const Node* node) {
        const auto* op = As<Op>(node);
        if (op != nullptr && op->spec != nullptr) seen.insert(op->spec->name);
      });
    }
  }
  seen.erase("zeros");
  EXPECT_THAT(seen, testing::UnorderedElementsAre("add", "nn.relu"));
}

// An attribute that asks for another result is none of them.
TEST(Generate, ResultsKeepToTheDtypesAskedFor) {
  GenOptions options = Options(Profile::kRelax);
  options.ops = {"matmul", "nn.conv2d"};
  options.dtypes = {DType::Float(16)};
  // What nobody reads is of any dtype.
  options.unwanted = BitOf(Feature::kNotes);
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, options);
    EXPECT_THAT(PrintModule(module), testing::Not(testing::HasSubstr("float32"))) << seed;
  }
}

TEST(Generate, SharesNodesBetweenFunctions) {
  int shared = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Context ctx;
    ByteSource bytes = ByteSource::FromSeed(seed);
    Module module = Generate(ctx, bytes, Options(Profile::kRelax));
    std::set<const Node*> earlier;
    for (const ModuleEntry& entry : module.entries) {
      std::set<const Node*> own;
      WalkOnce(
          entry.func,
          [&](const Node* node) {
            if (Is<TensorType>(node) || Is<Constant>(node) || Is<ShapeExpr>(node)) own.insert(node);
          },
          Types::kInclude);
      for (const Node* node : own) shared += earlier.contains(node) ? 1 : 0;
      earlier.insert(own.begin(), own.end());
    }
  }
  EXPECT_GT(shared, 50);
}

}  // namespace
}  // namespace assay
