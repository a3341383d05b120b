// A fixed number of threads that share tasks. Tested by thread_pool_test.cc.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace assay {

class ThreadPool {
 public:
  // `threads` with the one that calls Run.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  size_t threads() const { return workers_.size() + 1; }
  // Runs task(0) … task(count - 1), each once, the first ones first, and returns when all are done. One call at a time.
  void Run(size_t count, const std::function<void(size_t)>& task);

 private:
  void Work();
  // Takes tasks until none is left. `lock` is held between them.
  void Share(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable to_do_, done_;
  const std::function<void(size_t)>* task_ = nullptr;
  size_t next_ = 0;
  size_t count_ = 0;
  size_t running_ = 0;
  bool stop_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace assay
