// What a pass has in a file of its own.
bool IsShared(int a) {
  return a == 1 || a == 2;
}
