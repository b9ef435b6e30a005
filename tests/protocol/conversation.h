// A GUI's side of the conversation: lines in, lines out, and waiting for an answer with a limit.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <istream>
#include <mutex>
#include <ostream>
#include <streambuf>
#include <string>
#include <thread>
#include <vector>

#include "engine/protocol/uci.h"

namespace tabiya {

// Characters written on one thread and read on another; reading waits, until the writer closes.
class Channel : public std::streambuf {
 public:
  void send(const std::string& text) {
    {
      const std::scoped_lock lock(mutex_);
      waiting_.push_back(text);
    }
    changed_.notify_all();
  }
  void close() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }

 protected:
  int_type underflow() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return traits_type::eof();
    current_ = std::move(waiting_.front());
    waiting_.pop_front();
    setg(current_.data(), current_.data(), current_.data() + current_.size());
    return current_.empty() ? traits_type::eof() : traits_type::to_int_type(current_[0]);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  std::string current_;
  bool closed_ = false;
};

// Collects the lines written to it.
class Listener : public std::streambuf {
 public:
  // The first line, from the one after the last found on, that begins with `prefix`; empty when none comes in time.
  std::string waitFor(const std::string& prefix, std::chrono::milliseconds limit = std::chrono::seconds(60)) {
    std::unique_lock lock(mutex_);
    std::string found;
    changed_.wait_for(lock, limit, [&] {
      while (next_ < lines_.size()) {
        const std::string& line = lines_[next_++];
        if (line.starts_with(prefix)) {
          found = line;
          return true;
        }
      }
      return false;
    });
    return found;
  }
  std::vector<std::string> lines() {
    const std::scoped_lock lock(mutex_);
    return lines_;
  }
  int count(const std::string& prefix) {
    int n = 0;
    for (const std::string& line : lines()) n += line.starts_with(prefix);
    return n;
  }

 protected:
  int_type overflow(int_type c) override {
    const std::scoped_lock lock(mutex_);
    if (c == '\n') {
      lines_.push_back(std::exchange(line_, {}));
      changed_.notify_all();
    } else {
      line_ += static_cast<char>(c);
    }
    return c;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  std::string line_;
};

class Conversation {
 public:
  Conversation()
      : in_(&channel_), out_(&listener_), thread_([this] {
          Uci uci(in_, out_);
          uci.run();
          ended_ = true;
        }) {}
  ~Conversation() {
    channel_.close();
    if (thread_.joinable()) thread_.join();
  }

  void send(const std::string& line) { channel_.send(line + "\n"); }
  std::string waitFor(const std::string& prefix) { return listener_.waitFor(prefix); }
  // What comes before `readyok`.
  void ready() {
    send("isready");
    waitFor("readyok");
  }
  bool silentFor(std::chrono::milliseconds time, const std::string& prefix) {
    return listener_.waitFor(prefix, time).empty();
  }
  int count(const std::string& prefix) { return listener_.count(prefix); }
  std::vector<std::string> lines() { return listener_.lines(); }
  // Closes the input and waits for the end; how long that took.
  std::chrono::milliseconds finish() {
    const auto start = std::chrono::steady_clock::now();
    channel_.close();
    if (thread_.joinable()) thread_.join();
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  }
  bool ended() const { return ended_; }

 private:
  Channel channel_;
  Listener listener_;
  std::istream in_;
  std::ostream out_;
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace tabiya
