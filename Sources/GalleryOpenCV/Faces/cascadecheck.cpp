#include "cascadecheck.hpp"

#include "guard.hpp"

#include <vector>

// Source: opencv/modules/objdetect/src/cascadedetect.cpp, 4.6.0: CascadeClassifierImpl::Data::read,
// HaarEvaluator::Feature::read and predictOrdered.
namespace copencv {

namespace {

const int largestWindow = 512;
const int mostCategories = 256;

int number(const cv::FileNode &node) { return node.isInt() || node.isReal() ? int(node) : -1; }

void require(bool condition, const char *reason) {
    if (!condition) throw BadModel(reason);
}

/// True for an upright rectangle of `across` by `down` cells inside the window.
bool fits(const std::vector<int> &rect, cv::Size window, int cells) {
    if (rect.size() < 4) return false;
    const int x = rect[0], y = rect[1], width = rect[2], height = rect[3];
    return x >= 0 && y >= 0 && width > 0 && height > 0 && width <= window.width
        && height <= window.height && x <= window.width - cells * width
        && y <= window.height - cells * height;
}

/// True for a rectangle rotated by 45 degrees inside the window; (x, y) is its top corner.
bool fitsTilted(const std::vector<int> &rect, cv::Size window) {
    if (rect.size() < 4) return false;
    const int x = rect[0], y = rect[1], width = rect[2], height = rect[3];
    return width > 0 && height > 0 && width <= window.width && height <= window.height && y >= 0
        && y <= window.height && x >= height && x <= window.width - width
        && y <= window.height - width - height;
}

std::vector<int> integers(const cv::FileNode &node) {
    std::vector<int> values;
    for (const cv::FileNode &item : node) {
        if (values.size() == 4) break;
        values.push_back(number(item));
    }
    return values;
}

void checkFeatures(const cv::FileNode &features, bool isHaar, cv::Size window) {
    for (const cv::FileNode &feature : features) {
        if (!isHaar) {
            require(fits(integers(feature["rect"]), window, 3), "a feature leaves its window");
            continue;
        }
        const bool isTilted = number(feature["tilted"]) > 0;
        const cv::FileNode rects = feature["rects"];
        require(rects.isSeq() && rects.size() >= 1 && rects.size() <= 3, "a feature is incomplete");
        for (const cv::FileNode &item : rects) {
            require(item.isSeq() && item.size() == 5, "a feature is incomplete");
            const std::vector<int> rect = integers(item);
            require(isTilted ? fitsTilted(rect, window) : fits(rect, window, 1),
                    "a feature leaves its window");
        }
    }
}

void checkTree(const cv::FileNode &tree, int nodeStep, int featureCount) {
    const cv::FileNode nodes = tree["internalNodes"];
    const cv::FileNode leaves = tree["leafValues"];
    require(nodes.isSeq() && leaves.isSeq() && nodes.size() > 0
                && nodes.size() % size_t(nodeStep) == 0,
            "a tree is incomplete");
    const int count = int(nodes.size() / size_t(nodeStep));
    require(int(leaves.size()) == count + 1, "a tree is incomplete");
    cv::FileNodeIterator item = nodes.begin();
    for (int node = 0; node < count; ++node) {
        for (int child = 0; child < 2; ++child, ++item) {
            const cv::FileNode value = *item;
            require(value.isInt(), "a tree is incomplete");
            const int next = int(value);
            // Children come after their parent, so every descent ends.
            require(next > 0 ? next > node && next < count : next >= -count,
                    "a tree leads nowhere");
        }
        const cv::FileNode feature = *item;
        require(feature.isInt() && int(feature) >= 0 && int(feature) < featureCount,
                "a tree uses a feature that is not there");
        for (int rest = 2; rest < nodeStep; ++rest) ++item;
    }
}

}  // namespace

void checkCascade(const cv::FileNode &root) {
    require(root.isMap(), "it is no cascade");
    const cv::FileNode stages = root["stages"];
    const cv::FileNode features = root["features"];
    require(stages.isSeq() && stages.size() > 0 && features.isSeq(),
            "it is no cascade in the format of OpenCV 2 and later");
    const std::string kind = root["featureType"].isString() ? std::string(root["featureType"]) : "";
    require(kind == "HAAR" || kind == "LBP", "it is neither a Haar nor an LBP cascade");
    const cv::Size window(number(root["width"]), number(root["height"]));
    require(window.width > 0 && window.height > 0 && window.width <= largestWindow
                && window.height <= largestWindow,
            "its window has no usable size");
    const int categories = number(root["featureParams"]["maxCatCount"]);
    require(kind == "HAAR" ? categories <= 0 : categories > 0 && categories <= mostCategories,
            "its categories are none OpenCV can use");
    // Two children, the feature, and a threshold or one bit per category.
    const int nodeStep = 3 + (categories > 0 ? (categories + 31) / 32 : 1);
    checkFeatures(features, kind == "HAAR", window);
    for (const cv::FileNode &stage : stages) {
        const cv::FileNode trees = stage["weakClassifiers"];
        require(trees.isSeq() && trees.size() > 0, "a stage is empty");
        for (const cv::FileNode &tree : trees) checkTree(tree, nodeStep, int(features.size()));
    }
}

}  // namespace copencv
