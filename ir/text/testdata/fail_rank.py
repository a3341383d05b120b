@T.prim_func(s_tir=True)
def f(A: T.Buffer((4, 4), "float32")):
    A[0] = T.float32(0.0)

# input.py:3:5: error: the number of indices differs from the buffer's rank
