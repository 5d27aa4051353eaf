#ifndef COPENCV_IMAGE_GUARD_HPP
#define COPENCV_IMAGE_GUARD_HPP

#include "COpenCVImageShim.h"

#include <opencv2/core.hpp>

#include <exception>
#include <new>
#include <stdexcept>

namespace cimage {

/// An argument out of its range.
struct BadArgument : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Turns OpenCV's threads and its printing off, once a process.
void prepare();

/// Writes one line into the caller's message.
void report(cimage_message *message, const char *text) noexcept;

/// The caller's pixels without a copy; throws `BadArgument` for sizes that nothing here handles.
cv::Mat view(const cimage_source *source);

/// The caller's pixels to write; throws `BadArgument` as for a source.
cv::Mat view(const cimage_target *target);

/// Runs a call's body and turns what it throws into a status and a message.
template <typename Body>
cimage_status guarded(cimage_message *message, const Body &body) noexcept {
    report(message, "");
    try {
        prepare();
        body();
        return CIMAGE_OK;
    } catch (const BadArgument &error) {
        report(message, error.what());
        return CIMAGE_BAD_ARGUMENT;
    } catch (const std::bad_alloc &) {
        report(message, "not enough memory");
        return CIMAGE_OUT_OF_MEMORY;
    } catch (const cv::Exception &error) {
        report(message, error.err.empty() ? error.what() : error.err.c_str());
        return error.code == cv::Error::StsNoMem ? CIMAGE_OUT_OF_MEMORY : CIMAGE_FAILED;
    } catch (const std::exception &error) {
        report(message, error.what());
        return CIMAGE_FAILED;
    } catch (...) {
        report(message, "OpenCV failed for an unknown reason");
        return CIMAGE_FAILED;
    }
}

}  // namespace cimage

#endif
