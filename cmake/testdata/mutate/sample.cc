// What is mutated, and what is left alone.
constexpr int Twice(int x) {
  if (x < 0) return 0;
  return x + 1;
}
bool Between(int a, int low, int high) {
  return a >= low && a < high;
}
int Sum(const List& list, const char* word) {
  int sum = 0;
  for (int i = 0; i < list.size(); ++i) sum += list.at(i - 1);
  if (const Item* item = list.Find(word)) return item->value;
  if (list.empty()) return 0;
  if (word == nullptr || *word == ')') return sum;
  if (list.ready && list.full) return 2;
  list.Forget(word);
  list.reserve(2);
  if (FaultOn(Fault::kSome)) return 1;
  return Make(MakeSub(ctx_, sum, list.first));
}
bool SampleOptions(const List& list, ByteSource& bytes) {
  if (list.empty()) return false;
  list.Forget(word);
  return true;
}
