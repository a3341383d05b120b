#include "vm/llvm/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

namespace assay {
namespace {

TEST(ThreadPoolTest, EachTaskRunsOnceWhateverTheThreads) {
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), static_cast<size_t>(threads));
    for (size_t count : {size_t{0}, size_t{1}, size_t{3}, size_t{100}}) {
      std::vector<int> runs(count);
      pool.Run(count, [&](size_t i) { ++runs[i]; });
      EXPECT_EQ(runs, std::vector<int>(count, 1));
    }
  }
}

// Neither task ends before the other one has begun.
TEST(ThreadPoolTest, TasksRunAtOnce) {
  ThreadPool pool(2);
  std::atomic<int> begun = 0;
  std::set<std::thread::id> threads;
  std::mutex mutex;
  pool.Run(2, [&](size_t) {
    ++begun;
    while (begun < 2) std::this_thread::yield();
    std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), 2u);
}

}  // namespace
}  // namespace assay
