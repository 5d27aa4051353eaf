// Code shared by the two OpenCV shims, in addition to `CShimGuard.hpp`.
#ifndef COPENCV_GUARD_HPP
#define COPENCV_GUARD_HPP

#include "CShimGuard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>

#include <mutex>

namespace cshim {

/// Turns off OpenCV's threads and output, once per process.
inline void prepareOpenCV() {
    static std::once_flag prepared;
    std::call_once(prepared, [] {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::redirectError(
            [](int, const char *, const char *, const char *, int, void *) { return 0; });
        // The callers' threads already use all cores.
        if (cv::getNumThreads() != 1) cv::setNumThreads(1);
    });
}

/// Runs an OpenCV call like `guarded`; the reason is written to the caller's message as one line,
/// empty after success.
template <typename Status, typename Message, typename Body>
Status guardedOpenCV(Status ok, Status outOfMemory, Status failed, Message *message,
                     const Body &body) noexcept {
    const auto report = [message](const char *reason) noexcept {
        if (message != nullptr) copyLine(reason, message->text, sizeof message->text);
    };
    report("");
    const Failures<Status> failures = {outOfMemory, "not enough memory", failed,
                                       "OpenCV failed for an unknown reason"};
    return guarded(failures, report, [&] {
        prepareOpenCV();
        try {
            body();
        } catch (const cv::Exception &error) {
            if (error.code == cv::Error::StsNoMem) throw std::bad_alloc();
            throw std::runtime_error(error.err.empty() ? error.what() : error.err);
        }
        return ok;
    });
}

}  // namespace cshim

#endif
