#include "COpenCVFaceShim.h"
#include "cascadecheck.hpp"
#include "guard.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>

#include <memory>
#include <vector>

struct copencv_cascade {
    cv::CascadeClassifier classifier;
    /// Reused, so that pictures of the same size need a single allocation.
    cv::Mat grey;
};

namespace {

using namespace copencv;

/// The relative edge difference within a group of candidates; OpenCV's default.
const double groupingDifference = 0.2;

cv::Mat greyOf(const cv::Mat &image, cv::Mat &storage) {
    if (image.channels() == 1) return image;
    cv::cvtColor(image, storage, cv::COLOR_BGR2GRAY);
    return storage;
}

}  // namespace

copencv_cascade *copencv_cascade_create(const uint8_t *bytes, size_t length, copencv_status *status,
                                        copencv_message *message) {
    copencv_cascade *result = nullptr;
    copencv_status outcome = guarded(message, [&] {
        const std::string text(reinterpret_cast<const char *>(bytes),
                               bytes == nullptr ? 0 : length);
        if (text.empty() || text.find('\0') != text.npos) throw BadModel("it is no text");
        auto cascade = std::make_unique<copencv_cascade>();
        bool isRead = false;
        try {
            cv::FileStorage storage(text, cv::FileStorage::READ | cv::FileStorage::MEMORY);
            if (!storage.isOpened()) throw BadModel("it is neither XML nor YAML nor JSON");
            const cv::FileNode root = storage.getFirstTopLevelNode();
            checkCascade(root);
            isRead = cascade->classifier.read(root);
        } catch (const cv::Exception &error) {
            if (error.code == cv::Error::StsNoMem) throw std::bad_alloc();
            throw BadModel(error.err);
        }
        if (!isRead || cascade->classifier.empty()) throw BadModel("OpenCV cannot read it");
        result = cascade.release();
    });
    if (status != nullptr) *status = outcome;
    return result;
}

void copencv_cascade_free(copencv_cascade *cascade) { delete cascade; }

copencv_status copencv_cascade_detect(copencv_cascade *const *cascades, size_t count,
                                      const copencv_pixels *pixels, double scaleFactor,
                                      int32_t minimumNeighbours, int32_t minimumSide,
                                      int32_t maximumSide, copencv_receive_face receive,
                                      void *context, copencv_message *message) {
    return guarded(message, [&] {
        if (cascades == nullptr || count == 0 || receive == nullptr || !(scaleFactor > 1.001)
            || minimumSide < 0 || maximumSide < 0) {
            throw BadArgument("nothing to detect with");
        }
        const cv::Mat image = view(pixels);
        std::vector<cv::Rect> found;
        for (size_t index = 0; index < count; ++index) {
            copencv_cascade &cascade = *cascades[index];
            const cv::Size window = cascade.classifier.getOriginalWindowSize();
            if (window.width > image.cols || window.height > image.rows) continue;
            std::vector<cv::Rect> raw;
            cascade.classifier.detectMultiScale(greyOf(image, cascade.grey), raw, scaleFactor, 0, 0,
                                                cv::Size(minimumSide, minimumSide),
                                                cv::Size(maximumSide, maximumSide));
            found.insert(found.end(), raw.begin(), raw.end());
        }
        std::vector<int> weights(found.size(), 1);
        if (minimumNeighbours > 0) {
            cv::groupRectangles(found, weights, minimumNeighbours, groupingDifference);
        } else if (minimumNeighbours == 0) {
            // A threshold of 0 disables grouping; with every candidate doubled, 1 keeps every
            // group.
            const std::vector<cv::Rect> once = found;
            found.insert(found.end(), once.begin(), once.end());
            cv::groupRectangles(found, weights, 1, groupingDifference);
            for (int &weight : weights) weight /= 2;
        }
        for (size_t index = 0; index < found.size() && index < weights.size(); ++index) {
            copencv_face face = {};
            face.x = found[index].x;
            face.y = found[index].y;
            face.width = found[index].width;
            face.height = found[index].height;
            face.weight = weights[index];
            receive(context, &face);
        }
    });
}
