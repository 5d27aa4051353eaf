#include "guard.hpp"

#include <opencv2/core/utils/logger.hpp>

#include <mutex>

namespace cimage {

namespace {

/// Twice as long as the longest side of any format, and small enough for the sums over squares of
/// sides in 64 bits and of areas in OpenCV's `int`.
const int32_t longestSide = 1 << 20;
const int64_t mostPixels = int64_t(1) << 30;

int ignoreError(int, const char *, const char *, const char *, int, void *) { return 0; }

std::once_flag prepared;

void check(int32_t channels, int32_t width, int32_t height) {
    if (channels != 1 && channels != 3) throw BadArgument("unknown pixel layout");
    if (width < 1 || height < 1 || width > longestSide || height > longestSide
        || int64_t(width) * height > mostPixels) {
        throw BadArgument("the picture is too large");
    }
}

}  // namespace

void prepare() {
    std::call_once(prepared, [] {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::redirectError(ignoreError);
        // The callers' threads use all cores already.
        if (cv::getNumThreads() != 1) cv::setNumThreads(1);
    });
}

void report(cimage_message *message, const char *text) noexcept {
    if (message == nullptr) return;
    size_t length = 0;
    for (; text[length] != 0 && length + 1 < sizeof message->text; ++length) {
        const auto byte = static_cast<unsigned char>(text[length]);
        message->text[length] = byte >= 0x20 && byte < 0x7f ? text[length] : ' ';
    }
    message->text[length] = 0;
}

cv::Mat view(const cimage_source *source) {
    if (source == nullptr || source->bytes == nullptr) throw BadArgument("there are no pixels");
    check(source->channels, source->width, source->height);
    if (source->stride < size_t(source->width) * size_t(source->channels)
        || source->stride > size_t(longestSide) * 3) {
        throw BadArgument("rows overlap");
    }
    // A Mat has no constant form; no function here writes through this one.
    return cv::Mat(source->height, source->width, CV_8UC(source->channels),
                   const_cast<uint8_t *>(source->bytes), source->stride);
}

cv::Mat view(const cimage_target *target) {
    if (target == nullptr || target->bytes == nullptr) throw BadArgument("there are no pixels");
    check(target->channels, target->width, target->height);
    return cv::Mat(target->height, target->width, CV_8UC(target->channels), target->bytes);
}

}  // namespace cimage
