// Nobody includes it: both passes beside it may use it.
bool IsBeside(int a) {
  return a == 3 || a == 4;
}
