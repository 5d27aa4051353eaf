#include "COpenCVImageShim.h"
#include "guard.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cstring>

namespace {

/// The maximum height of capitals and width of the line, relative to the rectangle.
const double mostHeight = 0.45;
const double mostWidth = 0.94;
const size_t longestText = 256;

}  // namespace

cimage_status cimage_draw_label(const cimage_target *pixels, int32_t x, int32_t y, int32_t width,
                                int32_t height, const char *text, uint8_t shade,
                                cimage_message *message) {
    using namespace cimage;
    return guarded(message, [&] {
        cv::Mat image = view(pixels);
        if (text == nullptr || std::strlen(text) > longestText) throw BadArgument("no such label");
        if (x < 0 || y < 0 || width < 1 || height < 1 || width > image.cols - x
            || height > image.rows - y) {
            throw BadArgument("the label lies outside");
        }
        if (text[0] == 0) return;
        const int font = cv::FONT_HERSHEY_SIMPLEX;
        int baseline = 0;
        const cv::Size whole = cv::getTextSize(text, font, 1, 1, &baseline);
        if (whole.width < 1 || whole.height < 1) return;
        const double scale = std::min(height * mostHeight / whole.height,
                                      width * mostWidth / whole.width);
        const int stroke = std::max(1, int(scale * 2.2));
        const cv::Size size = cv::getTextSize(text, font, scale, stroke, &baseline);
        cv::Mat part = image(cv::Rect(x, y, width, height));
        cv::putText(part, text, {(width - size.width) / 2, (height + size.height) / 2}, font, scale,
                    cv::Scalar(shade, shade, shade), stroke, cv::LINE_AA);
    });
}
