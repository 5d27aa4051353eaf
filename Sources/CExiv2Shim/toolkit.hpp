#ifndef CEXIV2_TOOLKIT_HPP
#define CEXIV2_TOOLKIT_HPP

// exiv2 0.27 returns std::auto_ptr, which would cause a warning at every use.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <exiv2/exiv2.hpp>

#include <mutex>
#include <string>
#include <vector>

namespace cexiv2 {

/// Prepares exiv2 for use from several threads, once per process.
void prepareToolkit();

/// Keeps other threads from decoding and encoding XMP. exiv2 0.27 locks its tables for each change,
/// but not for a whole packet, so a packet that redefines a known prefix would affect another
/// thread.
std::unique_lock<std::recursive_mutex> lockToolkit();

/// Collects exiv2's log messages of the current thread during its lifetime; other messages are
/// dropped.
class LogCapture {
public:
    LogCapture();
    ~LogCapture();
    LogCapture(const LogCapture &) = delete;
    LogCapture &operator=(const LogCapture &) = delete;

    /// At most eight messages, without line breaks.
    const std::vector<std::string> &messages() const { return messages_; }
    void add(std::string message);

private:
    std::vector<std::string> messages_;
    LogCapture *outer_;
};

}  // namespace cexiv2

#endif
