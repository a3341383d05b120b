// A module that has something of every facet, under names of its own. Part of frame_items_test.cc and
// frame_kept_test.cc.
#pragma once

#include <string_view>

#include <gtest/gtest.h>

#include "ir/builder.h"
#include "ir/text/parse.h"

namespace assay {

inline constexpr std::string_view kFrameSample = R"(
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

@I.ir_module
class Module:
    I.module_attrs({"system_lib_prefix": "sample_", "list": [1, 2.5, "text", True]})
    I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "tag": ""}, 0, "global")], "mesh": [R.device_mesh((2, 2), I.Range(0, 4))]})
    @T.prim_func(s_tir=True)
    def kernel(a: T.Buffer((8,), "float32"), b: T.Buffer((8,), "float32", strides=[1], offset_factor=4), n: T.int32) -> T.int32:
        T.func_attr({"global_symbol": "kernel", "op_pattern": 0, "target": T.target({"kind": "llvm", "keys": ["cpu"], "tag": ""})})
        with T.sblock("root"):
            own = T.sblock_alloc_buffer((8,), scope="shared", align=64)
            for i in T.serial(8, annotations={"pragma_hint": 1}):
                with T.sblock("made"):
                    v = T.axis.spatial(8, i)
                    T.reads(a[v])
                    T.writes(own[v])
                    T.sblock_attr({"script": 3})
                    own[v] = a[v]
            for j in T.thread_binding(8, thread="threadIdx.x"):
                with T.sblock("given"):
                    w = T.axis.spatial(8, j)
                    T.reads(own[w])
                    T.writes(b[w])
                    b[w] = own[w]

    @T.prim_func(private=True)
    def flat(x: T.Buffer((4,), "int32"), y: T.Buffer((4,), "int32"), h: T.handle("float32", "shared")):
        T.func_attr({"tirx.noalias": True})
        held = T.alloc_buffer((4,), "int32", annotations={"kept": 1})
        with T.attr(0, "pragma_scope", 5):
            for k in T.unroll(4, annotations={"unit": 2}):
                assert x[k] < 100, ("ValueError", ["too", "large"])
                held[k] = x[k]
                y[k] = held[k]

    @R.function(private=True)
    def helper(p: R.Tensor((4,), dtype="int32"), q: R.Object, shape: R.Shape(ndim=2), f: R.Callable((R.Tensor((4,), dtype="int32"),), R.Tensor((4,), dtype="int32"), False)) -> R.Tensor((4,), dtype="int32"):
        R.func_attr({"note": "text"})
        cls = Module
        room: R.Any = R.memory.alloc_storage(R.shape([64]), 0, R.str("global"), R.dtype("uint8"))
        h = R.call_tir(cls.flat, (p,), out_ty=R.Tensor((4,), dtype="int32"))
        return h

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global"), y: R.Tensor(dtype="float32"), d: R.DTensor((4, 4), "float32", "mesh[0]", "S[0], R"), s: R.Prim("int64")) -> R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global"):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            lv: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global") = R.add(x, x)
            gv: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0:global") = R.multiply(lv, x)
            R.output(gv)
        z = R.call_pure_packed("vm.builtin.copy", gv, ty_args=(R.Tensor((2, 3), dtype="float32"),))
        return gv
)";

// With attributes that no text says.
inline Module FrameSample(Context& ctx) {
  auto parsed = ParseModule(ctx, "sample.py", std::string(kFrameSample));
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
  Module module = *parsed;
  const AttrDict* attrs = WithAttr(ctx, module.attrs, "dtype", MakeAttrDType(ctx, DType::Float(32)));
  module.attrs = WithAttr(ctx, attrs, "size", MakeAttrNode(ctx, MakeInt(ctx, 3)));
  return module;
}

}  // namespace assay
