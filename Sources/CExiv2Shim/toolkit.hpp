#ifndef CEXIV2_TOOLKIT_HPP
#define CEXIV2_TOOLKIT_HPP

// exiv2 0.27 hands out std::auto_ptr, which every use of its pointers would warn about.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <exiv2/exiv2.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace cexiv2 {

/// Sets exiv2 up for use from several threads, once a process.
void prepareToolkit();

/// Keeps other threads from decoding and encoding XMP. exiv2 0.27 locks its tables for each change and
/// not for a packet as a whole: a packet that gives a known prefix another meaning would change it under
/// another thread's hands.
std::unique_lock<std::recursive_mutex> lockToolkit();

/// Collects what exiv2 logs on this thread while it lives; outside of one, messages are dropped.
class LogCapture {
public:
    LogCapture();
    ~LogCapture();
    LogCapture(const LogCapture &) = delete;
    LogCapture &operator=(const LogCapture &) = delete;

    /// At most eight messages, without line ends.
    const std::vector<std::string> &messages() const { return messages_; }
    void add(std::string message);

private:
    std::vector<std::string> messages_;
    LogCapture *outer_;
};

}  // namespace cexiv2

#endif
