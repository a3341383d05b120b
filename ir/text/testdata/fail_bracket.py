@R.function
def main(x: R.Tensor((4,), dtype="float32"):
    return x

# input.py:2:9: error: '(' is never closed
