// Distributed Relax comes back as it was written, in the words of each TVM; what makes no mesh and no type is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/equal.h"
#include "ir/text/parse.h"
#include "ir/text/print.h"

namespace assay {
namespace {

using testing::HasSubstr;

constexpr const char* kText = R"(# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"device_num": 10})
    I.module_global_infos({"mesh": [R.device_mesh((2, 2), I.Range(0, 4)), R.device_mesh((1,), [4])]})
    @T.prim_func(private=True, s_tir=True)
    def copy(A: T.Buffer((T.int64(8),), "float32"), B: T.Buffer((T.int64(8),), "float32")):
        # with T.sblock("root"):
        for i in range(T.int64(8)):
            with T.sblock("B"):
                v = T.axis.spatial(T.int64(8), i)
                T.reads(A[v])
                T.writes(B[v])
                B[v] = A[v]

    @R.function
    def foo(x: R.DTensor((8,), "float32", "mesh[0]", "S[0], R"), y: R.DTensor(("n", 4), device_mesh="mesh[1]", placement="R"), z: R.DTensor(dtype="float32", device_mesh="mesh[1]", placement="S[0]", ndim=2)) -> R.Tuple(R.DTensor((8,), "float32", "mesh[0]", "S[0], R"), R.DTensor((), "float32", "mesh[1]", "R")):
        n = T.int64()
        cls = Module
        a = R.dist.call_tir(cls.copy, (x,), out_ty=R.DTensor((8,), "float32", "mesh[0]", "S[0], R"))
        b: R.DTensor((8,), "float32", "mesh[0]", "R, R") = R.dist.redistribute(a, device_mesh="mesh[0]", placement="R, R")
        c: R.DTensor((8,), "float32", "mesh[0]", "R, R") = R.dist.annotate_sharding(b, device_mesh="mesh[1]", placement="R")
        d: R.DTensor((8,), "float32", "mesh[0]", "S[0], R") = R.dist.call_tir_local_view(cls.copy, (c,), out_ty=R.DTensor((8,), "float32", "mesh[0]", "S[0], R"))
        e: R.DTensor((8,), "float32", "mesh[0]", "S[0], R") = R.add(d, d)
        f: R.DTensor((), "float32", "mesh[1]", "R") = R.dist.const(1.0, R.DTensor((), "float32", "mesh[1]", "R"))
        g: R.Tuple(R.DTensor((8,), "float32", "mesh[0]", "S[0], R"), R.DTensor((), "float32", "mesh[1]", "R")) = e, f
        return g)";

TEST(Distributed, TextComesBackTheSame) {
  Context ctx;
  Result<Module> module = ParseModule(ctx, "dist.py", kText);
  ASSERT_TRUE(module.ok()) << Render(module.error(), ctx.sources);
  EXPECT_EQ(PrintModule(*module), kText);
}

TEST(Distributed, EachDialectComesBack) {
  for (TextDialect dialect : {TextDialect::k017, TextDialect::k025, TextDialect::k026, TextDialect::k027}) {
    Context ctx, other;
    PrintOptions options;
    options.dialect = dialect;
    Result<Module> module = ParseModule(ctx, "dist.py", kText);
    ASSERT_TRUE(module.ok());
    std::string text = PrintModule(*module, options);
    Result<Module> again = ParseModule(other, "again.py", text);
    ASSERT_TRUE(again.ok()) << Render(again.error(), other.sources) << text;
    EXPECT_TRUE(Equal(*module, *again)) << text;
  }
}

TEST(Distributed, TypesOutsideAModuleTellTheirMesh) {
  Context ctx;
  std::string text = R"(R.DTensor((32, 32), "float32", R.device_mesh((2, 2), R.Range(0, 4)), "S[1], R"))";
  NamedVars vars;
  Result<const Type*> type = ParseType(ctx, text, vars);
  ASSERT_TRUE(type.ok()) << type.error().message;
  EXPECT_EQ(PrintType(*type), text);
}

TEST(Distributed, WhatFitsNoMeshIsRefused) {
  auto refusal = [](const std::string& type) -> std::string {
    Context ctx;
    NamedVars vars;
    Result<const Type*> parsed = ParseType(ctx, type, vars);
    return parsed.ok() ? "" : parsed.error().message;
  };
  EXPECT_THAT(refusal("R.DTensor((4,), \"float32\", \"mesh[0]\", \"R\")"), HasSubstr("no device mesh 'mesh[0]'"));
  EXPECT_THAT(refusal("R.DTensor((4,), \"float32\", R.device_mesh((2,), [0]), \"R\")"),
              HasSubstr("one device id for each"));
  EXPECT_THAT(refusal("R.DTensor((4,), \"float32\", R.device_mesh((2,), [0, 1]), \"R, R\")"),
              HasSubstr("one word for each"));
  EXPECT_THAT(refusal("R.DTensor((4,), \"float32\", R.device_mesh((2,), [0, 1]), \"S[1]\")"),
              HasSubstr("splits an axis"));
  EXPECT_THAT(refusal("R.DTensor((4,), \"float32\", R.device_mesh((2,), [0, 1]), \"Q\")"),
              HasSubstr("a list of R and S"));
  EXPECT_THAT(refusal("R.DTensor((4,), \"float32\", R.device_mesh((1,), I.Range(0, 99999999)), \"R\")"),
              HasSubstr("too large"));
}

}  // namespace
}  // namespace assay
