// Interruption of long calls.
#pragma once

#include <exception>

#include "bindings.hpp"
#include "keep_going.hpp"

namespace vorhand::bindings {

using Wish = std::optional<nb::typed<nb::callable, bool()>>;

// A poll for pending Python signals and for the caller's request to stop. An exception raised by
// either is stored for `rethrow`, since other threads may still be working.
class Asking {
 public:
  explicit Asking(Wish cancelled = {}) : cancelled_(std::move(cancelled)) {}
  bool operator()() {
    const nb::gil_scoped_acquire gil;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      return !cancelled_ || !nb::cast<bool>((*cancelled_)());
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

// Return the result of `search`, run without the interpreter lock. An interrupt ends it: it then
// returns, or throws `Stopped`.
template <class Stopped, class Search>
auto interruptibly(Search&& search) {
  Asking asking;
  try {
    auto found = without_gil([&] { return search(KeepGoing([&] { return asking(); })); });
    asking.rethrow();
    return found;
  } catch (const Stopped&) {
    asking.rethrow();
    throw;
  }
}

}  // namespace vorhand::bindings
