// The way out of a long call.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <exception>
#include <optional>
#include <utility>

namespace vorhand::bindings {

using Wish = std::optional<nanobind::typed<nanobind::callable, bool()>>;

// Asks Python for pending signals and the caller's own wish to stop. An exception out of either is
// kept for `rethrow`: other threads may still be at work.
class Asking {
 public:
  explicit Asking(Wish cancelled = {}) : cancelled_(std::move(cancelled)) {}
  bool operator()() {
    const nanobind::gil_scoped_acquire gil;
    try {
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      return !cancelled_ || !nanobind::cast<bool>((*cancelled_)());
    } catch (...) {
      raised_ = std::current_exception();
      return false;
    }
  }
  void rethrow() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  Wish cancelled_;
  std::exception_ptr raised_;
};

}  // namespace vorhand::bindings
