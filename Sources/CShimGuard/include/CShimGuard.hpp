// Code shared by the shims for C++ libraries: it keeps exceptions from leaving their calls.
//
// For the C++ sources of the shims; no Swift module imports it.
#ifndef CSHIM_GUARD_HPP
#define CSHIM_GUARD_HPP

#include <cstddef>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace cshim {

/// Thrown if a call's arguments are invalid; holds the resulting status and the reason.
template <typename Status>
class Refusal : public std::runtime_error {
public:
    Refusal(Status status, const std::string &reason)
        : std::runtime_error(reason), status_(status) {}

    Status status() const noexcept { return status_; }

private:
    Status status_;
};

/// The statuses for failures not caused by arguments, and the messages for exceptions without one.
template <typename Status>
struct Failures {
    Status outOfMemory;
    const char *outOfMemoryReason;
    Status failed;
    const char *unknownReason;
};

/// Copies a terminated text, truncated to the capacity.
void copyText(const char *text, char *target, size_t capacity) noexcept;

/// Copies a text as one line of printable ASCII, with spaces for everything else.
void copyLine(const char *text, char *target, size_t capacity) noexcept;

/// Runs the body of a call, which returns a status, and converts exceptions to a status and a
/// reason.
///
/// report: receives the reason, which is valid only during that call; must not throw.
template <typename Status, typename Report, typename Body>
Status guarded(const Failures<Status> &failures, const Report &report, const Body &body) noexcept {
    try {
        return body();
    } catch (const Refusal<Status> &refusal) {
        report(refusal.what());
        return refusal.status();
    } catch (const std::bad_alloc &) {
        report(failures.outOfMemoryReason);
        return failures.outOfMemory;
    } catch (const std::exception &error) {
        report(error.what());
        return failures.failed;
    } catch (...) {
        report(failures.unknownReason);
        return failures.failed;
    }
}

}  // namespace cshim

#endif
