// What sizes.py must tell apart: scopes, bodies, tables, lambdas in tables. Compared with sample.expected.
#include <vector>
#define OPENS {
namespace sample {
namespace {

constexpr int kTable[] = {
    1,
    2,
};
const char* const kText = "{ not a brace";
const char kBrace = '{';
const char* const kRaw = R"x(
  void NotAFunction() {
  }
)x";

int OneLine() { return 1'000; }

}  // namespace

struct Point {
  int x = 0;
  int y{0};
  int Sum() const { return x + y; }
  bool operator==(const Point& other) const {
    return x == other.x && y == other.y;
  }
};

enum class Colour {
  kRed,
  kBlue,
};

class Holder : public Point {
 public:
  explicit Holder(int a)
      : first_{a},
        second_(a) {
    if (a) {
      ++second_;
    }
  }

 private:
  int first_;
  int second_;
};

template <class T, class = int>
std::vector<T> Repeat(const T& value,
                      int times = 3) {
  std::vector<T> result;
  for (int i = 0; i < times; ++i) {
    result.push_back(value);
  }
  return result;
}

class Methods {
 public:
  using Made = Point (*)(int);
  friend bool operator<(const Methods& a, const Methods& b);
  static_assert(sizeof(int) == 4);
  explicit Methods(int a);
  Methods(const Methods&) = delete;
  ~Methods() = default;
  virtual int Pure() const = 0;
  std::vector<int (*)(int)> Two(int a = One(), std::vector<int> b = {}) const;
  template <class T, class = std::vector<T>>
  T Three(T a) {
    struct Within {
      int NotOfMethods() { return 1; }
    };
    return a;
  }
  decltype(One()) operator()(int a) const { return a; }
  struct Inner {
    void OfInner();
  };

 private:
  int made_ = One();
  std::vector<int> list_{One(), One()};
  int (*pointer_)(int) = nullptr;
  alignas(8) int aligned_;
};

struct Row {
  int (*eval)(int);
  int (*lower)(int);
};

constexpr Row kRows[] = {
    {.eval =
         [](int a) {
           return a + 1;
         },
     .lower = [](int a) { return a; }},
};

auto Trailing(int a) -> std::vector<int> {
  return {a};
}

TEST(Sample, Case) {
  auto inner = [] {
    return 2;
  };
  inner();
}

}  // namespace sample
