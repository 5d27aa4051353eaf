#ifndef COPENCV_FACE_GUARD_HPP
#define COPENCV_FACE_GUARD_HPP

#include "COpenCVFaceShim.h"

#include <COpenCVGuard.hpp>

namespace copencv {

/// An invalid model.
struct BadModel : cshim::Refusal<copencv_status> {
    explicit BadModel(const std::string &reason) : Refusal(COPENCV_BAD_MODEL, reason) {}
};

/// An argument that is out of range.
struct BadArgument : cshim::Refusal<copencv_status> {
    explicit BadArgument(const std::string &reason) : Refusal(COPENCV_BAD_ARGUMENT, reason) {}
};

/// Wraps the caller's pixels without copying; throws `BadArgument` for unsupported sizes.
cv::Mat view(const copencv_pixels *pixels);

/// Runs the body of a call and converts exceptions to a status and a message.
template <typename Body>
copencv_status guarded(copencv_message *message, const Body &body) noexcept {
    return cshim::guardedOpenCV(COPENCV_OK, COPENCV_OUT_OF_MEMORY, COPENCV_FAILED, message, body);
}

}  // namespace copencv

#endif
