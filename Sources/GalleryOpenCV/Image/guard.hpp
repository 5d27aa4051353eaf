#ifndef COPENCV_IMAGE_GUARD_HPP
#define COPENCV_IMAGE_GUARD_HPP

#include "COpenCVImageShim.h"

#include <COpenCVGuard.hpp>

namespace cimage {

/// An argument that is out of range.
struct BadArgument : cshim::Refusal<cimage_status> {
    explicit BadArgument(const std::string &reason) : Refusal(CIMAGE_BAD_ARGUMENT, reason) {}
};

/// Wraps the caller's pixels without copying; throws `BadArgument` for unsupported sizes.
cv::Mat view(const cimage_source *source);

/// Wraps the caller's output pixels; throws `BadArgument` for unsupported sizes.
cv::Mat view(const cimage_target *target);

/// Runs the body of a call and converts exceptions to a status and a message.
template <typename Body>
cimage_status guarded(cimage_message *message, const Body &body) noexcept {
    return cshim::guardedOpenCV(CIMAGE_OK, CIMAGE_OUT_OF_MEMORY, CIMAGE_FAILED, message, body);
}

}  // namespace cimage

#endif
