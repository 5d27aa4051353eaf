#include "guard.hpp"

#include <opencv2/core/utils/logger.hpp>

#include <mutex>

namespace copencv {

namespace {

/// OpenCV addresses pixels by 16-bit coordinates in places; a side beyond them throws late.
const int32_t longestSide = 32766;
const int64_t mostPixels = int64_t(1) << 26;

int ignoreError(int, const char *, const char *, const char *, int, void *) { return 0; }

std::once_flag prepared;

}  // namespace

void prepare() {
    std::call_once(prepared, [] {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::redirectError(ignoreError);
        // The callers' threads use all cores already.
        cv::setNumThreads(1);
    });
}

void report(copencv_message *message, const char *text) noexcept {
    if (message == nullptr) return;
    size_t length = 0;
    for (; text[length] != 0 && length + 1 < sizeof message->text; ++length) {
        const auto byte = static_cast<unsigned char>(text[length]);
        // One line of ASCII, whatever a model's bytes put into OpenCV's words.
        message->text[length] = byte >= 0x20 && byte < 0x7f ? text[length] : ' ';
    }
    message->text[length] = 0;
}

cv::Mat view(const copencv_pixels *pixels) {
    if (pixels == nullptr || pixels->bytes == nullptr) throw BadArgument("there are no pixels");
    if (pixels->channels != 1 && pixels->channels != 3) throw BadArgument("unknown pixel layout");
    const int64_t area = int64_t(pixels->width) * pixels->height;
    if (pixels->width < 1 || pixels->height < 1 || pixels->width > longestSide
        || pixels->height > longestSide || area > mostPixels) {
        throw BadArgument("the picture is too large to search");
    }
    // A Mat has no constant form; no function here writes through this one.
    return cv::Mat(pixels->height, pixels->width, CV_8UC(pixels->channels),
                   const_cast<uint8_t *>(pixels->bytes));
}

}  // namespace copencv
