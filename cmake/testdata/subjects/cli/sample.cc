// "one" == name in a comment does not count, nor do a longer word, another literal and what a test expects.
bool No(std::string_view name) { return name == "onerous" || name.starts_with("others.") || name == "two"; }
void Test() { EXPECT_EQ(name, "one"); }
bool Yes(std::string_view name) {
  if (name == "one") return true;
  if ("other:1.2" != name) return true;
  if (name.starts_with("one@")) return true;
  if (name.find("other") == 0) return true;
  return name.starts_with("one");
}
