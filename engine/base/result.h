// Result<T>: a value, or one sentence that says what is wrong with the input.
//
// For bad data only (a FEN, a file, a setting). Bugs are asserts; a broken world (disk full, no memory) is an
// exception.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tabiya {

// One clear sentence, without a full stop at its end: what was found, where, and what was expected.
struct Error {
  std::string message;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & {
    assert(ok());
    return *std::get_if<0>(&content_);
  }
  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&content_);
  }
  // By value, so that `for (auto& x : *f())` keeps what it walks over.
  T value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&content_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const std::string& error() const {
    assert(!ok());
    return std::get_if<1>(&content_)->message;
  }

 private:
  std::variant<T, Error> content_;
};

// Success, or a sentence.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  const std::string& error() const {
    assert(!ok());
    return error_->message;
  }

 private:
  std::optional<Error> error_;
};

}  // namespace tabiya
