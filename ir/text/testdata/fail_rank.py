@T.prim_func(s_tir=True)
def f(A: T.Buffer((4, 4), "float32")):
    A[0] = T.float32(0.0)

# input.py:3:5: error: invalid number of indices into A: expected 2, its rank, got 1
