#ifndef CEXIV2_GUARD_HPP
#define CEXIV2_GUARD_HPP

#include "CExiv2Shim.h"

#include <CShimGuard.hpp>

namespace cexiv2 {

/// Runs the body of a call and converts exceptions to a status and a message, which may be null.
template <typename Body>
cexiv2_status guarded(char *message, size_t capacity, const Body &body) noexcept {
    const cshim::Failures<cexiv2_status> failures = {
        CEXIV2_OUT_OF_MEMORY, "out of memory", CEXIV2_FAILED, "unknown reason"};
    const auto report = [=](const char *reason) noexcept {
        cshim::copyText(reason, message, capacity);
    };
    return cshim::guarded(failures, report, body);
}

}  // namespace cexiv2

#endif
