#include "parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <list>
#include <thread>
#include <utility>

#ifndef _WIN32
#include <pthread.h>
#endif

namespace vorhand {

namespace {

// Yield to other threads a few times until ready() is true. If calls follow each other closely,
// waking a sleeping thread would take longer than its work.
template <typename Ready>
void wait_briefly(const Ready& ready) {
  constexpr int kYields = 200;
  for (int i = 0; i < kYields && !ready(); ++i) std::this_thread::yield();
}

// The helper threads of the process. The object is never destroyed, because threads still wait in
// it when the process ends.
class Helpers {
 public:
  void call(std::size_t threads, const std::function<void(std::size_t)>& work) {
    const auto job = post(work, threads);
    std::exception_ptr error;
    try {
      work(0);
    } catch (...) {
      error = std::current_exception();
    }
    std::unique_lock lock(mutex_);
    unclaimed_ -= job->unclaimed();
    job->end = job->next;
    if (has_spare()) posted_.notify_all();
    lock.unlock();
    wait_briefly([&] { return job->running == 0; });
    lock.lock();
    job->done.wait(lock, [&] { return job->running == 0; });
    if (!error) error = std::move(job->error);
    jobs_.erase(job);
    lock.unlock();
    if (error) std::rethrow_exception(error);
  }

 private:
  // A call in progress. Helpers claim the numbers of its threads from `next` to `end`.
  struct Job {
    const std::function<void(std::size_t)>* work;
    std::size_t next, end;
    std::atomic<std::size_t> running{0};
    std::condition_variable done{};
    std::exception_ptr error{};  // the first exception of a helper

    std::size_t unclaimed() const { return end - next; }
  };

  // Add a job. Start helpers until there is an idle one for each unclaimed thread number, so that a
  // nested call does not wait.
  std::list<Job>::iterator post(const std::function<void(std::size_t)>& work, std::size_t threads) {
    std::unique_lock lock(mutex_);
    const auto job = jobs_.emplace(jobs_.end(), &work, 1, threads);
    unclaimed_ += job->unclaimed();
    try {
      for (; idle_ < unclaimed_; ++idle_) std::thread([this] { help(); }).detach();
    } catch (...) {
      // If no more threads can be created, the existing ones do all the work.
    }
    lock.unlock();
    for (std::size_t t = 1; t < threads; ++t) posted_.notify_one();
    return job;
  }

  void help() {
    std::unique_lock lock(mutex_, std::defer_lock);
    for (;;) {
      wait_briefly([this] { return unclaimed_ > 0; });
      lock.lock();
      posted_.wait(lock, [this] { return unclaimed_ > 0 || has_spare(); });
      if (unclaimed_ == 0) {
        --idle_;
        return;
      }
      const auto job = std::ranges::find_if(jobs_, [](const Job& j) { return j.unclaimed() > 0; });
      const std::size_t number = job->next++;
      --unclaimed_, --idle_, ++job->running;
      lock.unlock();
      std::exception_ptr error;
      try {
        (*job->work)(number);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      if (!job->error) job->error = std::move(error);
      ++idle_;
      if (--job->running == 0) job->done.notify_one();
      lock.unlock();
    }
  }

  // A thread keeps the memory of its searches, so at most as many idle threads stay as there are
  // cores.
  bool has_spare() const { return unclaimed_ == 0 && idle_ > most_idle_; }

  const std::size_t most_idle_ = std::max(1u, std::thread::hardware_concurrency());
  std::mutex mutex_;
  std::condition_variable posted_;
  std::list<Job> jobs_;
  std::size_t idle_ = 0;                   // helpers without a job
  std::atomic<std::size_t> unclaimed_{0};  // unclaimed thread numbers of all jobs
};

// The helpers of this process. A forked process has none of its parent's threads, so it begins with
// new ones.
Helpers*& helpers() {
  static Helpers* of_process = [] {
#ifndef _WIN32
    pthread_atfork(nullptr, nullptr, [] { helpers() = new Helpers; });
#endif
    return new Helpers;
  }();
  return of_process;
}

}  // namespace

void on_threads(std::size_t threads, const std::function<void(std::size_t)>& work) {
  if (threads > 1) {
    helpers()->call(threads, work);
  } else {
    work(0);
  }
}

}  // namespace vorhand
