// What the shims around C++ libraries share: no exception leaves a call of theirs, written once.
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

/// Says that what a call was given cannot be used: with which status it ends, and why.
template <typename Status>
class Refusal : public std::runtime_error {
public:
    Refusal(Status status, const std::string &reason)
        : std::runtime_error(reason), status_(status) {}

    Status status() const noexcept { return status_; }

private:
    Status status_;
};

/// How a shim's calls end where something else than their arguments is to blame, and what they say where
/// an exception does not.
template <typename Status>
struct Failures {
    Status outOfMemory;
    const char *outOfMemoryReason;
    Status failed;
    const char *unknownReason;
};

/// Copies a terminated text; what is beyond the capacity is cut off.
void copyText(const char *text, char *target, size_t capacity) noexcept;

/// Copies a text as one line of printable ASCII, with spaces for everything else.
void copyLine(const char *text, char *target, size_t capacity) noexcept;

/// Runs a call's body, which gives a status, and turns what it throws into a status and a reason.
///
/// report: takes the reason, valid during that call only, and throws nothing.
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
