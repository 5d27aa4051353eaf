// What the two shims around OpenCV share beside `CShimGuard.hpp`.
#ifndef COPENCV_GUARD_HPP
#define COPENCV_GUARD_HPP

#include "CShimGuard.hpp"

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>

#include <mutex>

namespace cshim {

/// Turns OpenCV's threads and its printing off, once a process.
inline void prepareOpenCV() {
    static std::once_flag prepared;
    std::call_once(prepared, [] {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::redirectError(
            [](int, const char *, const char *, const char *, int, void *) { return 0; });
        // The callers' threads use all cores already.
        if (cv::getNumThreads() != 1) cv::setNumThreads(1);
    });
}

/// Runs the body of a call to OpenCV as `guarded`; the reason becomes one line of the caller's message,
/// empty after a success.
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
