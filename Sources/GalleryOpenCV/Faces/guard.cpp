#include "guard.hpp"

namespace copencv {

namespace {

/// Some of OpenCV uses 16-bit pixel coordinates; longer sides fail late.
const int32_t longestSide = 32766;
const int64_t mostPixels = int64_t(1) << 26;

}  // namespace

cv::Mat view(const copencv_pixels *pixels) {
    if (pixels == nullptr || pixels->bytes == nullptr) throw BadArgument("there are no pixels");
    if (pixels->channels != 1 && pixels->channels != 3) throw BadArgument("unknown pixel layout");
    const int64_t area = int64_t(pixels->width) * pixels->height;
    if (pixels->width < 1 || pixels->height < 1 || pixels->width > longestSide
        || pixels->height > longestSide || area > mostPixels) {
        throw BadArgument("the picture is too large to search");
    }
    // A Mat has no const form; no function here writes through this one.
    return cv::Mat(pixels->height, pixels->width, CV_8UC(pixels->channels),
                   const_cast<uint8_t *>(pixels->bytes));
}

}  // namespace copencv
