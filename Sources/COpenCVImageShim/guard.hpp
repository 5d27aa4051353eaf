#ifndef COPENCV_IMAGE_GUARD_HPP
#define COPENCV_IMAGE_GUARD_HPP

#include "COpenCVImageShim.h"

#include <COpenCVGuard.hpp>

namespace cimage {

/// An argument out of its range.
struct BadArgument : cshim::Refusal<cimage_status> {
    explicit BadArgument(const std::string &reason) : Refusal(CIMAGE_BAD_ARGUMENT, reason) {}
};

/// The caller's pixels without a copy; throws `BadArgument` for sizes that nothing here handles.
cv::Mat view(const cimage_source *source);

/// The caller's pixels to write; throws `BadArgument` as for a source.
cv::Mat view(const cimage_target *target);

/// Runs a call's body and turns what it throws into a status and a message.
template <typename Body>
cimage_status guarded(cimage_message *message, const Body &body) noexcept {
    return cshim::guardedOpenCV(CIMAGE_OK, CIMAGE_OUT_OF_MEMORY, CIMAGE_FAILED, message, body);
}

}  // namespace cimage

#endif
