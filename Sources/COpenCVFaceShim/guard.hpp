#ifndef COPENCV_FACE_GUARD_HPP
#define COPENCV_FACE_GUARD_HPP

#include "COpenCVFaceShim.h"

#include <COpenCVGuard.hpp>

namespace copencv {

/// A model whose bytes cannot be used.
struct BadModel : cshim::Refusal<copencv_status> {
    explicit BadModel(const std::string &reason) : Refusal(COPENCV_BAD_MODEL, reason) {}
};

/// An argument out of its range.
struct BadArgument : cshim::Refusal<copencv_status> {
    explicit BadArgument(const std::string &reason) : Refusal(COPENCV_BAD_ARGUMENT, reason) {}
};

/// The caller's pixels without a copy; throws `BadArgument` for sizes OpenCV cannot handle.
cv::Mat view(const copencv_pixels *pixels);

/// Runs a call's body and turns what it throws into a status and a message.
template <typename Body>
copencv_status guarded(copencv_message *message, const Body &body) noexcept {
    return cshim::guardedOpenCV(COPENCV_OK, COPENCV_OUT_OF_MEMORY, COPENCV_FAILED, message, body);
}

}  // namespace copencv

#endif
