#ifndef COPENCV_CASCADECHECK_HPP
#define COPENCV_CASCADECHECK_HPP

#include <opencv2/core.hpp>

namespace copencv {

/// Checks that a cascade cannot lead OpenCV out of its window or round in circles, which OpenCV
/// itself does not check; throws `BadModel`.
void checkCascade(const cv::FileNode &root);

}  // namespace copencv

#endif
