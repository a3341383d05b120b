#include "vm/llvm/thread_pool.h"

namespace assay {

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { Work(); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(mutex_);
    stop_ = true;
  }
  to_do_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::Run(size_t count, const std::function<void(size_t)>& task) {
  std::unique_lock lock(mutex_);
  task_ = &task;
  next_ = 0;
  count_ = count;
  to_do_.notify_all();
  Share(lock);
  done_.wait(lock, [this] { return running_ == 0; });
  task_ = nullptr;
}

void ThreadPool::Share(std::unique_lock<std::mutex>& lock) {
  ++running_;
  while (next_ < count_) {
    size_t mine = next_++;
    lock.unlock();
    (*task_)(mine);
    lock.lock();
  }
  if (--running_ == 0) done_.notify_all();
}

void ThreadPool::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    to_do_.wait(lock, [this] { return stop_ || next_ < count_; });
    if (stop_) return;
    Share(lock);
  }
}

}  // namespace assay
