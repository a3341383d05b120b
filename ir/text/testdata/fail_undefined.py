@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), dtype="float32")):
        return R.add(x, y)

# input.py:5:25: error: 'y' is not defined
