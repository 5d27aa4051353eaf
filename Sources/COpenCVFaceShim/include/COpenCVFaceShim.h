// A C interface to the parts of OpenCV that the Faces module uses: Haar cascades, the network
// YuNet, turned pictures and frames drawn around faces.
//
// Every function catches every C++ exception: none reaches the caller. Pointers handed to a
// callback are valid during that call only. One detector belongs to one thread at a time; different
// detectors may work at once, each on its caller's thread alone. OpenCV prints nothing. Source:
// https://docs.opencv.org/4.6.0/ (modules objdetect, dnn, imgproc).
#ifndef COPENCV_FACE_SHIM_H
#define COPENCV_FACE_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a call ended.
enum copencv_status {
    COPENCV_OK = 0,
    /// The model's bytes cannot be used; the message says why.
    COPENCV_BAD_MODEL = 1,
    /// Sizes or numbers are out of their range.
    COPENCV_BAD_ARGUMENT = 2,
    COPENCV_OUT_OF_MEMORY = 3,
    /// OpenCV gave up; the message says why.
    COPENCV_FAILED = 4
};

/// Why a call failed: one line of text, terminated by NUL, empty after a success.
struct copencv_message {
    char text[256];
};

/// Pixels of 8 bits a channel: `height * width * channels` bytes, row-major, rows without padding.
struct copencv_pixels {
    const uint8_t *bytes;
    /// 1: luma; 3: blue, green, red.
    int32_t channels;
    int32_t width;
    int32_t height;
};

/// What was found, in pixels of the picture, which it may reach beyond.
struct copencv_face {
    double x;
    double y;
    double width;
    double height;
    /// A cascade: how many raw candidates agree, from 1; a network: its score, 0...1.
    double weight;
    /// Five points, x before y; only from a network.
    double landmarks[10];
};

/// Takes one face.
typedef void (*copencv_receive_face)(void *context, const struct copencv_face *face);

/// A Haar or LBP cascade.
typedef struct copencv_cascade copencv_cascade;

/// Reads a cascade from the text of its file, in the format of OpenCV 2 and later; null on failure.
copencv_cascade *copencv_cascade_create(const uint8_t *bytes, size_t length,
                                        enum copencv_status *status,
                                        struct copencv_message *message);

/// Frees a cascade; null is nothing to do.
void copencv_cascade_free(copencv_cascade *cascade);

/// Finds faces by one or more cascades together: the raw candidates of all are grouped.
///
/// scaleFactor: the step between the sizes searched, above 1.
/// minimumNeighbours: groups of at most so many candidates are dropped; below 0 the candidates come
/// as they are, a group each.
/// minimumSide, maximumSide: the sizes of faces that are searched, in pixels; 0 is no bound.
enum copencv_status copencv_cascade_detect(copencv_cascade *const *cascades, size_t count,
                                           const struct copencv_pixels *pixels, double scaleFactor,
                                           int32_t minimumNeighbours, int32_t minimumSide,
                                           int32_t maximumSide, copencv_receive_face receive,
                                           void *context, struct copencv_message *message);

/// The network YuNet.
typedef struct copencv_network copencv_network;

/// Reads YuNet (2023mar) from the bytes of its ONNX file; null on failure.
copencv_network *copencv_network_create(const uint8_t *bytes, size_t length,
                                        enum copencv_status *status,
                                        struct copencv_message *message);

/// Frees a network; null is nothing to do.
void copencv_network_free(copencv_network *network);

/// Finds faces: all candidates of at least the score, several a face.
enum copencv_status copencv_network_detect(copencv_network *network,
                                           const struct copencv_pixels *pixels,
                                           double minimumScore, copencv_receive_face receive,
                                           void *context, struct copencv_message *message);

/// Turns pixels around their centre, which comes to lie on the centre of a canvas; what of the canvas
/// they leave free is black.
///
/// degrees: counterclockwise.
/// width, height: of the canvas; target: room for `height * width * pixels->channels` bytes.
enum copencv_status copencv_turn(const struct copencv_pixels *pixels, double degrees, int32_t width,
                                 int32_t height, uint8_t *target, struct copencv_message *message);

/// Draws a frame and a label into pixels of three channels; what lies outside of them is left out.
///
/// label: printable ASCII, terminated by NUL; an empty one draws the frame alone.
enum copencv_status copencv_draw_frame(uint8_t *bytes, int32_t width, int32_t height, double x,
                                       double y, double frameWidth, double frameHeight,
                                       const char *label, struct copencv_message *message);

#ifdef __cplusplus
}
#endif

#endif
