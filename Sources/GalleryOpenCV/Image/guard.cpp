#include "guard.hpp"

namespace cimage {

namespace {

/// Twice the long edge of any format, and small enough for sums of squared sides in 64 bits and
/// areas in OpenCV's `int`.
const int32_t longestSide = 1 << 20;
const int64_t mostPixels = int64_t(1) << 30;

void check(int32_t channels, int32_t width, int32_t height) {
    if (channels != 1 && channels != 3) throw BadArgument("unknown pixel layout");
    if (width < 1 || height < 1 || width > longestSide || height > longestSide
        || int64_t(width) * height > mostPixels) {
        throw BadArgument("the picture is too large");
    }
}

}  // namespace

cv::Mat view(const cimage_source *source) {
    if (source == nullptr || source->bytes == nullptr) throw BadArgument("there are no pixels");
    check(source->channels, source->width, source->height);
    if (source->stride < size_t(source->width) * size_t(source->channels)
        || source->stride > size_t(longestSide) * 3) {
        throw BadArgument("rows overlap");
    }
    // A Mat has no const form; no function here writes through this one.
    return cv::Mat(source->height, source->width, CV_8UC(source->channels),
                   const_cast<uint8_t *>(source->bytes), source->stride);
}

cv::Mat view(const cimage_target *target) {
    if (target == nullptr || target->bytes == nullptr) throw BadArgument("there are no pixels");
    check(target->channels, target->width, target->height);
    return cv::Mat(target->height, target->width, CV_8UC(target->channels), target->bytes);
}

}  // namespace cimage
