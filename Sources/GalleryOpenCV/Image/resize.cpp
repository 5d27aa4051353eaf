#include "COpenCVImageShim.h"
#include "guard.hpp"
#include "threads.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace {

using namespace cimage;

/// Warps are computed in tiles, as OpenCV addresses sources with 16 bits.
const int tileSide = 256;
/// Bicubic weights extend two pixels, and coordinates are rounded.
const double margin = 4;
const int longestRegion = 16384;

int interpolation(cimage_filter filter) {
    switch (filter) {
    case CIMAGE_AREA: return cv::INTER_AREA;
    case CIMAGE_LINEAR: return cv::INTER_LINEAR;
    case CIMAGE_CUBIC: return cv::INTER_CUBIC;
    }
    throw BadArgument("unknown filter");
}

struct Range {
    int start;
    int length;
};

/// The integer pixels of `0..<count` that cover a range, at least one.
Range covering(double low, double high, int count) {
    const double last = count - 1;
    const int start = int(std::min(std::max(std::floor(low - margin), 0.0), last));
    const int end = int(std::min(std::max(std::ceil(high + margin), double(start)), last));
    return {start, end - start + 1};
}

void warpTile(const cv::Mat &source, cv::Mat &target, const cv::Matx23d &map,
              const cv::Rect &tile) {
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (int corner = 0; corner < 4; ++corner) {
        const double x = tile.x + (corner % 2 == 0 ? 0 : tile.width);
        const double y = tile.y + (corner / 2 == 0 ? 0 : tile.height);
        const double across = map(0, 0) * x + map(0, 1) * y + map(0, 2);
        const double down = map(1, 0) * x + map(1, 1) * y + map(1, 2);
        left = std::min(left, across);
        right = std::max(right, across);
        top = std::min(top, down);
        bottom = std::max(bottom, down);
    }
    const Range columns = covering(left, right, source.cols);
    const Range rows = covering(top, bottom, source.rows);
    if (columns.length > longestRegion || rows.length > longestRegion) {
        throw BadArgument("the picture is reduced too much at once");
    }
    // OpenCV places pixel centers at integers.
    const double x = tile.x + 0.5, y = tile.y + 0.5;
    cv::Matx23d shifted = map;
    shifted(0, 2) = map(0, 0) * x + map(0, 1) * y + map(0, 2) - 0.5 - columns.start;
    shifted(1, 2) = map(1, 0) * x + map(1, 1) * y + map(1, 2) - 0.5 - rows.start;
    const cv::Mat region =
        source(cv::Rect(columns.start, rows.start, columns.length, rows.length));
    cv::Mat part = target(tile);
    const uint8_t *const place = part.data;
    cv::warpAffine(region, part, shifted, tile.size(), cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                   cv::BORDER_REFLECT);
    if (part.data != place) throw std::logic_error("OpenCV did not fill the picture");
}

}  // namespace

cimage_status cimage_resize(const cimage_source *source, const cimage_target *target,
                            cimage_filter filter, cimage_message *message) {
    return guarded(message, [&] {
        const cv::Mat image = view(source);
        cv::Mat resized = view(target);
        if (image.type() != resized.type()) throw BadArgument("the layouts differ");
        cv::resize(image, resized, resized.size(), 0, 0, interpolation(filter));
        // If OpenCV had changed the size, it would have written elsewhere.
        if (resized.data != target->bytes) {
            throw std::logic_error("OpenCV did not fill the picture");
        }
    });
}

cimage_status cimage_warp(const cimage_source *source, const cimage_target *target,
                          const double matrix[6], int32_t threads, cimage_message *message) {
    return guarded(message, [&] {
        const cv::Mat image = view(source);
        cv::Mat warped = view(target);
        if (image.type() != warped.type()) throw BadArgument("the layouts differ");
        if (matrix == nullptr || threads < 1) throw BadArgument("there is no map");
        const cv::Matx23d map(matrix);
        for (int index = 0; index < 6; ++index) {
            const double most = index % 3 == 2 ? 1e8 : 64;
            if (!(std::abs(matrix[index]) <= most)) throw BadArgument("the map is out of range");
        }
        const int across = (warped.cols + tileSide - 1) / tileSide;
        const int down = (warped.rows + tileSide - 1) / tileSide;
        forEach(int64_t(across) * down, threads, [&](int64_t index) {
            const int x = int(index % across) * tileSide, y = int(index / across) * tileSide;
            warpTile(image, warped, map,
                     cv::Rect(x, y, std::min(tileSide, warped.cols - x),
                              std::min(tileSide, warped.rows - y)));
        });
    });
}
