#ifndef COPENCV_CASCADECHECK_HPP
#define COPENCV_CASCADECHECK_HPP

#include <opencv2/core.hpp>

namespace copencv {

/// Checks that a cascade stays within its window and has no loops, which OpenCV itself does not
/// check; throws `BadModel`.
void checkCascade(const cv::FileNode &root);

}  // namespace copencv

#endif
