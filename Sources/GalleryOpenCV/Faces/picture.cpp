#include "COpenCVFaceShim.h"
#include "guard.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace copencv;

const cv::Scalar frameColour(0, 220, 0);
const cv::Scalar labelColour(0, 0, 0);

/// Limits a coordinate to a range that OpenCV can clip, far outside the picture.
int pixel(double value) {
    if (!std::isfinite(value)) throw BadArgument("a frame has no place");
    return int(std::lround(std::min(std::max(value, -40000.0), 80000.0)));
}

}  // namespace

copencv_status copencv_turn(const copencv_pixels *pixels, double degrees, int32_t width,
                            int32_t height, uint8_t *target, copencv_message *message) {
    return guarded(message, [&] {
        const cv::Mat image = view(pixels);
        if (!std::isfinite(degrees)) throw BadArgument("a picture is turned by an angle");
        const copencv_pixels canvas = {target, pixels->channels, width, height};
        cv::Mat turned = view(&canvas);
        const cv::Point2f centre(float(image.cols - 1) / 2, float(image.rows - 1) / 2);
        cv::Matx23d matrix = cv::getRotationMatrix2D(centre, degrees, 1);
        matrix(0, 2) += (width - image.cols) / 2.0;
        matrix(1, 2) += (height - image.rows) / 2.0;
        cv::warpAffine(image, turned, matrix, turned.size(), cv::INTER_LINEAR);
        // If OpenCV had changed the size, it would have written elsewhere.
        if (turned.data != target) throw std::logic_error("OpenCV did not fill the picture");
    });
}

copencv_status copencv_draw_frame(uint8_t *bytes, int32_t width, int32_t height, double x, double y,
                                  double frameWidth, double frameHeight, const char *label,
                                  copencv_message *message) {
    return guarded(message, [&] {
        const copencv_pixels pixels = {bytes, 3, width, height};
        cv::Mat image = view(&pixels);
        const int thickness = std::max(2, std::max(width, height) / 400);
        const cv::Point corner(pixel(x), pixel(y));
        const cv::Point opposite(pixel(x + frameWidth), pixel(y + frameHeight));
        cv::rectangle(image, corner, opposite, frameColour, thickness);
        if (label == nullptr || label[0] == 0) return;
        const double scale = std::max(0.5, std::max(width, height) / 1600.0);
        const int stroke = std::max(1, thickness / 2);
        int baseline = 0;
        const cv::Size size =
            cv::getTextSize(label, cv::FONT_HERSHEY_SIMPLEX, scale, stroke, &baseline);
        // Above the frame, or inside it if there is no space above.
        const int space = size.height + baseline;
        const int top = corner.y >= space ? corner.y - space : corner.y;
        cv::rectangle(image, {corner.x, top}, {corner.x + size.width, top + space}, frameColour,
                      cv::FILLED);
        cv::putText(image, label, {corner.x, top + size.height}, cv::FONT_HERSHEY_SIMPLEX, scale,
                    labelColour, stroke, cv::LINE_AA);
    });
}
