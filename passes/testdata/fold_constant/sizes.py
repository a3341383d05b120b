# RUN: FoldConstant
# What has no elements is folded, too; what is large and made of nothing is not.
from tvm.script import ir as I
from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tuple(R.Tensor((0, 4), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((512, 512), dtype="float32")):
        with R.dataflow():
            a = R.zeros(R.shape([0, 4]), dtype="float32")
            b = R.zeros(R.shape([2, 2]), dtype="float32")
            c = R.zeros(R.shape([512, 512]), dtype="float32")
            R.output(a, b, c)
        return (a, b, c)
# ---
metadata = tvm.ir.load_json("""{
  \"root_index\": 13,
  \"nodes\": [
    {
      \"type\": \"ffi.String\",
      \"data\": \"relax.expr.Constant\"
    },
    {
      \"type\": \"None\"
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"int64\"
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 0
      }
    },
    {
      \"type\": \"ir.IntImm\",
      \"data\": {
        \"span\": 1,
        \"ty\": 2,
        \"value\": 4
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        3,
        4
      ]
    },
    {
      \"type\": \"relax.ShapeType\",
      \"data\": {
        \"span\": 1,
        \"values\": 5,
        \"ndim\": 2
      }
    },
    {
      \"type\": \"relax.expr.ShapeExpr\",
      \"data\": {
        \"span\": 1,
        \"ty\": 6,
        \"values\": 5
      }
    },
    {
      \"type\": \"ir.PrimType\",
      \"data\": {
        \"span\": 1,
        \"dtype\": \"float32\"
      }
    },
    {
      \"type\": \"relax.TensorType\",
      \"data\": {
        \"span\": 1,
        \"shape\": 7,
        \"dtype\": 8,
        \"vdevice\": 1,
        \"ndim\": 2
      }
    },
    {
      \"type\": \"ffi.Tensor\",
      \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAgAAAAIgAQAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAA=\"
    },
    {
      \"type\": \"relax.expr.Constant\",
      \"data\": {
        \"span\": 1,
        \"ty\": 9,
        \"data\": 10
      }
    },
    {
      \"type\": \"ffi.Array\",
      \"data\": [
        11
      ]
    },
    {
      \"type\": \"ffi.Map\",
      \"data\": [
        0,
        12
      ]
    }
  ],
  \"metadata\": {
    \"tvm_version\": \"0.26.0\"
  }
}""")
# from tvm.script import ir as I
# from tvm.script import relax as R

@I.ir_module
class Module:
    @R.function
    def main() -> R.Tuple(R.Tensor((0, 4), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((512, 512), dtype="float32")):
        with R.dataflow():
            c: R.Tensor((512, 512), dtype="float32") = R.zeros(R.shape([512, 512]), dtype="float32")
            R.output(c)
        return (metadata["relax.expr.Constant"][0], R.const([[0.0, 0.0], [0.0, 0.0]], "float32"), c)
