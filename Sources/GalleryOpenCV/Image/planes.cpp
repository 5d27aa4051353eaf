#include "COpenCVImageShim.h"
#include "guard.hpp"

#include <opencv2/imgproc.hpp>

namespace {

using namespace cimage;

/// Enlarges a half-size plane bilinearly to full size; returns a full-size plane unchanged.
cv::Mat enlarged(const cimage_source *plane, const cv::Mat &luma) {
    const cv::Mat small = view(plane);
    if (small.type() == CV_8UC1 && small.size() == luma.size()) return small;
    if (small.type() != CV_8UC1 || small.cols != (luma.cols + 1) / 2
        || small.rows != (luma.rows + 1) / 2) {
        throw BadArgument("the planes do not fit together");
    }
    cv::Mat large;
    // The last sample of an odd side belongs to a single pixel.
    cv::resize(small, large, cv::Size(small.cols * 2, small.rows * 2), 0, 0, cv::INTER_LINEAR);
    return large(cv::Rect(0, 0, luma.cols, luma.rows));
}

}  // namespace

cimage_status cimage_colours(const cimage_source *luma, const cimage_source *blue,
                             const cimage_source *red, const cimage_target *target,
                             cimage_message *message) {
    return guarded(message, [&] {
        const cv::Mat light = view(luma);
        cv::Mat pixels = view(target);
        if (light.type() != CV_8UC1 || pixels.type() != CV_8UC3 || pixels.size() != light.size()) {
            throw BadArgument("the layouts differ");
        }
        const cv::Mat planes[] = {light, enlarged(red, light), enlarged(blue, light)};
        cv::Mat merged;
        cv::merge(planes, 3, merged);
        cv::cvtColor(merged, pixels, cv::COLOR_YCrCb2BGR);
        if (pixels.data != target->bytes) {
            throw std::logic_error("OpenCV did not fill the picture");
        }
    });
}
