#ifndef COPENCV_GUARD_HPP
#define COPENCV_GUARD_HPP

#include "COpenCVFaceShim.h"

#include <opencv2/core.hpp>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace copencv {

/// A model whose bytes cannot be used.
struct BadModel : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// An argument out of its range.
struct BadArgument : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Turns OpenCV's threads and its printing off, once a process.
void prepare();

/// Writes one line into the caller's message.
void report(copencv_message *message, const char *text) noexcept;

/// The caller's pixels without a copy; throws `BadArgument` for sizes OpenCV cannot handle.
cv::Mat view(const copencv_pixels *pixels);

/// Runs a call's body and turns what it throws into a status and a message.
template <typename Body>
copencv_status guarded(copencv_message *message, const Body &body) noexcept {
    report(message, "");
    try {
        prepare();
        body();
        return COPENCV_OK;
    } catch (const BadModel &error) {
        report(message, error.what());
        return COPENCV_BAD_MODEL;
    } catch (const BadArgument &error) {
        report(message, error.what());
        return COPENCV_BAD_ARGUMENT;
    } catch (const std::bad_alloc &) {
        report(message, "not enough memory");
        return COPENCV_OUT_OF_MEMORY;
    } catch (const cv::Exception &error) {
        report(message, error.err.empty() ? error.what() : error.err.c_str());
        return error.code == cv::Error::StsNoMem ? COPENCV_OUT_OF_MEMORY : COPENCV_FAILED;
    } catch (const std::exception &error) {
        report(message, error.what());
        return COPENCV_FAILED;
    } catch (...) {
        report(message, "OpenCV failed for an unknown reason");
        return COPENCV_FAILED;
    }
}

}  // namespace copencv

#endif
