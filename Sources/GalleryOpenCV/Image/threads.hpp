#ifndef COPENCV_IMAGE_THREADS_HPP
#define COPENCV_IMAGE_THREADS_HPP

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace cimage {

/// Runs `body(index)` for every index below `count` on at most the given number of threads,
/// including the calling one. Rethrows the first exception after all threads have ended.
///
/// If the system provides fewer threads, the work is only slower.
template <typename Body>
void forEach(int64_t count, int threads, const Body &body) {
    std::atomic<int64_t> next(0);
    std::exception_ptr failure;
    std::mutex lock;
    const auto work = [&]() noexcept {
        for (int64_t index = next++; index < count; index = next++) {
            try {
                body(index);
            } catch (...) {
                const std::lock_guard<std::mutex> held(lock);
                if (!failure) failure = std::current_exception();
                next = count;
            }
        }
    };
    std::vector<std::thread> others;
    const int64_t wanted = std::min<int64_t>({threads, count, 256}) - 1;
    others.reserve(size_t(std::max<int64_t>(wanted, 0)));
    try {
        for (int64_t index = 0; index < wanted; ++index) others.emplace_back(work);
    } catch (const std::system_error &) {
    }
    work();
    for (std::thread &other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace cimage

#endif
