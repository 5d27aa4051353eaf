#include "COpenCVFaceShim.h"
#include "guard.hpp"

#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

struct copencv_network {
    cv::dnn::Net net;
    cv::Mat padded;
    std::vector<cv::Mat> outputs;
};

namespace {

using namespace copencv;

/// The cell sizes of the three grids in pixels; input sides must be multiples of the last.
const int strides[] = {8, 16, 32};
const int multiple = 32;

/// For each grid: class, objectness, box, landmarks.
const std::vector<std::string> outputNames = {
    "cls_8", "obj_8", "bbox_8", "kps_8",  "cls_16",  "obj_16",
    "bbox_16", "kps_16", "cls_32", "obj_32", "bbox_32", "kps_32",
};

/// Fills the input blob: one picture as planes of raw blue, green and red, padded with black at the
/// right and bottom.
void fillBlob(const cv::Mat &image, cv::Mat &blob) {
    const int width = (image.cols + multiple - 1) / multiple * multiple;
    const int height = (image.rows + multiple - 1) / multiple * multiple;
    const int sizes[] = {1, 3, height, width};
    blob.create(4, sizes, CV_32F);
    blob.setTo(0);
    const int channels = image.channels();
    for (int plane = 0; plane < 3; ++plane) {
        const int channel = channels == 1 ? 0 : plane;
        for (int y = 0; y < image.rows; ++y) {
            const uint8_t *from = image.ptr<uint8_t>(y) + channel;
            float *to = blob.ptr<float>(0, plane, y);
            for (int x = 0; x < image.cols; ++x) to[x] = from[x * channels];
        }
    }
}

float unit(float value) { return std::min(std::max(value, 0.0F), 1.0F); }

/// Source: opencv/modules/objdetect/src/face_detect.cpp, 4.8.0: FaceDetectorYNImpl::postProcess.
void decode(const std::vector<cv::Mat> &outputs, cv::Size padded, double minimumScore,
            copencv_receive_face receive, void *context) {
    for (size_t grid = 0; grid < 3; ++grid) {
        const int stride = strides[grid];
        const int columns = padded.width / stride, rows = padded.height / stride;
        const cv::Mat *part = &outputs[grid * 4];
        const size_t cells = size_t(columns) * size_t(rows);
        const size_t lengths[] = {1, 1, 4, 10};
        for (size_t index = 0; index < 4; ++index) {
            if (part[index].type() != CV_32F || !part[index].isContinuous()
                || part[index].total() != cells * lengths[index]) {
                throw BadModel("its outputs are not those of YuNet");
            }
        }
        const float *classes = part[0].ptr<float>(), *objects = part[1].ptr<float>();
        const float *boxes = part[2].ptr<float>(), *points = part[3].ptr<float>();
        for (size_t cell = 0; cell < cells; ++cell) {
            const double score = std::sqrt(unit(classes[cell]) * unit(objects[cell]));
            if (!(score >= minimumScore)) continue;
            const double column = double(cell % size_t(columns));
            const double row = double(cell / size_t(columns));
            const float *box = boxes + cell * 4, *point = points + cell * 10;
            copencv_face face = {};
            face.width = std::exp(box[2]) * stride;
            face.height = std::exp(box[3]) * stride;
            face.x = (column + box[0]) * stride - face.width / 2;
            face.y = (row + box[1]) * stride - face.height / 2;
            face.weight = score;
            bool isFinite = std::isfinite(face.x + face.y + face.width + face.height);
            for (int index = 0; index < 5; ++index) {
                double *spot = face.landmarks + 2 * index;
                spot[0] = (column + point[2 * index]) * stride;
                spot[1] = (row + point[2 * index + 1]) * stride;
                isFinite = isFinite && std::isfinite(spot[0] + spot[1]);
            }
            if (isFinite) receive(context, &face);
        }
    }
}

}  // namespace

copencv_network *copencv_network_create(const uint8_t *bytes, size_t length, copencv_status *status,
                                        copencv_message *message) {
    copencv_network *result = nullptr;
    copencv_status outcome = guarded(message, [&] {
        if (bytes == nullptr || length == 0) throw BadModel("it is empty");
        auto network = std::make_unique<copencv_network>();
        try {
            network->net = cv::dnn::readNetFromONNX(reinterpret_cast<const char *>(bytes), length);
            network->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
            network->net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
        } catch (const cv::Exception &error) {
            if (error.code == cv::Error::StsNoMem) throw std::bad_alloc();
            throw BadModel(error.err);
        }
        if (network->net.empty()) throw BadModel("it holds no network");
        const std::vector<std::string> layers = network->net.getLayerNames();
        for (const std::string &name : outputNames) {
            if (std::none_of(layers.begin(), layers.end(), [&](const std::string &layer) {
                    return layer == name || layer.find(name) != layer.npos;
                })) {
                throw BadModel("its outputs are not those of YuNet");
            }
        }
        result = network.release();
    });
    if (status != nullptr) *status = outcome;
    return result;
}

void copencv_network_free(copencv_network *network) { delete network; }

copencv_status copencv_network_detect(copencv_network *network, const copencv_pixels *pixels,
                                      double minimumScore, copencv_receive_face receive,
                                      void *context, copencv_message *message) {
    return guarded(message, [&] {
        if (network == nullptr || receive == nullptr) throw BadArgument("nothing to detect with");
        fillBlob(view(pixels), network->padded);
        network->net.setInput(network->padded);
        network->net.forward(network->outputs, outputNames);
        if (network->outputs.size() != outputNames.size()) {
            throw BadModel("its outputs are not those of YuNet");
        }
        const cv::Size padded(network->padded.size[3], network->padded.size[2]);
        decode(network->outputs, padded, minimumScore, receive, context);
    });
}
