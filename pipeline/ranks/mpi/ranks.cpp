// SPDX-License-Identifier: Apache-2.0
// Ranks over Open MPI's C interface. A waiting process sleeps between polls. Processes that make a world together often
// have more threads than the machine has processors, and a waiting one should leave them to the others.
#include "ranks/ranks.hpp"

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace terrawright::ranks {
namespace {

constexpr int told = 1, ticket_asked = 2, ticket_given = 3;  // tags

void check(int answer) {
  if (answer == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(answer, text, &length);
  throw std::runtime_error("Open MPI: " + std::string(text, static_cast<std::size_t>(length)));
}

class OverMpi final : public Started {
 public:
  OverMpi() {
    int provided = 0;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided));
    if (provided < MPI_THREAD_SERIALIZED) throw std::runtime_error("Open MPI was built without threads");
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_));
    check(MPI_Comm_size(MPI_COMM_WORLD, &count_));
    MPI_Comm here{};
    check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here));
    check(MPI_Comm_size(here, &count_here_));
    check(MPI_Comm_free(&here));
    check(MPI_Comm_dup(MPI_COMM_WORLD, &at_the_end_));
    listener_ = std::thread([this] { hear_all(); });
  }
  ~OverMpi() override {
    leave();
    if (!ended_) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  OverMpi(const OverMpi&) = delete;
  OverMpi& operator=(const OverMpi&) = delete;

  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t count() const override { return static_cast<std::size_t>(count_); }
  std::size_t count_here() const override { return static_cast<std::size_t>(count_here_); }

  std::vector<std::string> say(const std::string& mine) override {
    if (mine.size() > std::numeric_limits<int>::max() / static_cast<std::size_t>(count_))
      throw std::runtime_error("more is to be said than Open MPI takes at once");
    tell_all();
    const int size = static_cast<int>(mine.size());
    std::vector<int> sizes(count()), offsets(count());
    collective([&](MPI_Request* request) {
      return MPI_Iallgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, MPI_COMM_WORLD, request);
    });
    int total = 0;
    for (std::size_t rank = 0; rank < count(); ++rank) {
      offsets[rank] = total;
      total += sizes[rank];
    }
    std::string bytes(static_cast<std::size_t>(total), '\0');
    collective([&](MPI_Request* request) {
      return MPI_Iallgatherv(mine.data(), size, MPI_BYTE, bytes.data(), sizes.data(), offsets.data(), MPI_BYTE,
                             MPI_COMM_WORLD, request);
    });
    std::vector<std::string> all;
    for (std::size_t rank = 0; rank < count(); ++rank)
      all.push_back(bytes.substr(static_cast<std::size_t>(offsets[rank]), static_cast<std::size_t>(sizes[rank])));
    if (rank_ == 0) {
      while (hear_one()) continue;
      tickets_ = 0;
    }
    collective([&](MPI_Request* request) { return MPI_Ibarrier(MPI_COMM_WORLD, request); });
    return all;
  }

  std::uint64_t ticket() override {
    if (rank_ == 0) return tickets_++;
    const std::lock_guard one_at_a_time(asking_);
    std::uint64_t number = 0;
    MPI_Request request{};
    {
      const std::lock_guard lock(calling_);
      check(MPI_Irecv(&number, 1, MPI_UINT64_T, 0, ticket_given, MPI_COMM_WORLD, &request));
      check(MPI_Send(nullptr, 0, MPI_BYTE, 0, ticket_asked, MPI_COMM_WORLD));
    }
    wait(request);
    return number;
  }

  void tell(const std::string& said, bool brief) override {
    const std::lock_guard lock(reporter_);
    (brief ? briefly_ : to_tell_).push_back(said);
    if (briefly_.size() > most_brief) briefly_.pop_front();
  }
  void listen(std::function<void(std::size_t, const std::string&)> hear) override {
    const std::lock_guard lock(hearing_);
    hear_ = std::move(hear);
  }

  bool end(double seconds) override {
    leave();
    MPI_Request request{};
    check(MPI_Ibarrier(at_the_end_, &request));
    ended_ = wait(request, std::chrono::duration<double>(seconds));
    if (ended_) MPI_Finalize();
    return ended_;
  }

 private:
  static constexpr std::size_t most_brief = 64;

  template <class Begin>
  void collective(const Begin& begin) {
    MPI_Request request{};
    {
      const std::lock_guard lock(calling_);
      check(begin(&request));
    }
    wait(request);
  }
  bool wait(MPI_Request& request, std::chrono::duration<double> at_most = std::chrono::hours(1000000)) {
    const auto begin = std::chrono::steady_clock::now();
    for (int looks = 0; std::chrono::steady_clock::now() - begin < at_most; ++looks) {
      int done = 0;
      {
        const std::lock_guard lock(calling_);
        check(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
      }
      if (done != 0) return true;
      if (looks < 100) {
        std::this_thread::yield();
      } else {
        std::this_thread::sleep_for(std::chrono::microseconds(looks < 1000 ? 100 : 1000));
      }
    }
    return false;
  }

  // Separate thread: handles messages and requests for the first process, and sends those of this one.
  void hear_all() {
    while (!leaving_) {
      tell_all();
      bool heard = rank_ == 0;
      while (heard) heard = hear_one();
      std::this_thread::sleep_for(std::chrono::milliseconds(rank_ == 0 ? 1 : 20));
    }
  }
  void tell_all() {
    std::deque<std::string> all;
    {
      const std::lock_guard lock(reporter_);
      all.swap(to_tell_);
      all.insert(all.end(), briefly_.begin(), briefly_.end());
      briefly_.clear();
    }
    const std::lock_guard lock(calling_);
    for (const std::string& said : all) {
      if (leaving_) return;
      MPI_Send(said.data(), static_cast<int>(said.size()), MPI_BYTE, 0, told, MPI_COMM_WORLD);
    }
  }
  bool hear_one() {
    std::string said;
    MPI_Status status{};
    {
      const std::lock_guard lock(calling_);
      int there = 0, size = 0;
      if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || there == 0)
        return false;
      MPI_Get_count(&status, MPI_BYTE, &size);
      said.resize(static_cast<std::size_t>(size));
      MPI_Recv(said.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (status.MPI_TAG == ticket_asked) {
        const std::uint64_t number = tickets_++;
        MPI_Send(&number, 1, MPI_UINT64_T, status.MPI_SOURCE, ticket_given, MPI_COMM_WORLD);
        return true;
      }
    }
    const std::lock_guard lock(hearing_);
    if (hear_) hear_(static_cast<std::size_t>(status.MPI_SOURCE), said);
    return true;
  }
  void leave() {
    if (leaving_.exchange(true)) return;
    if (listener_.joinable()) listener_.join();
  }

  int rank_ = 0, count_ = 1, count_here_ = 1;
  MPI_Comm at_the_end_{};  // nobody waits here for what was said elsewhere
  std::mutex calling_;     // of MPI: one thread at a time
  std::mutex asking_, reporter_, hearing_;
  std::deque<std::string> to_tell_, briefly_;
  std::function<void(std::size_t, const std::string&)> hear_;
  std::atomic<std::uint64_t> tickets_{0};  // of the first process
  std::atomic<bool> leaving_{false};
  bool ended_ = false;
  std::thread listener_;
};

}  // namespace
}  // namespace terrawright::ranks

__attribute__((visibility("default"))) terrawright::ranks::Started* terrawright_ranks_1() {
  return new terrawright::ranks::OverMpi();
}
