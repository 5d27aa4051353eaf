// A C interface to the parts of OpenCV that the Faces module uses: Haar cascades, the YuNet
// network, rotation, and frames drawn around faces.
//
// The functions are in the library GalleryOpenCV, which is opened by the first call of
// `copencv_open`: OpenCV depends on 60 shared libraries that most commands never use.
//
// All C++ exceptions are caught. Pointers passed to a callback are valid only during that call. A
// detector may be used by only one thread at a time; different detectors may run concurrently, each
// on its caller's thread. OpenCV prints nothing.
// Source: https://docs.opencv.org/4.6.0/ (modules objdetect, dnn, imgproc).
#ifndef COPENCV_FACE_SHIM_H
#define COPENCV_FACE_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a call.
enum copencv_status {
    COPENCV_OK = 0,
    /// The model is invalid; the message contains the reason.
    COPENCV_BAD_MODEL = 1,
    /// A size or number is out of range.
    COPENCV_BAD_ARGUMENT = 2,
    COPENCV_OUT_OF_MEMORY = 3,
    /// OpenCV failed; the message contains the reason.
    COPENCV_FAILED = 4
};

/// The reason for a failure: one line of text, terminated by NUL, empty after success.
struct copencv_message {
    char text[256];
};

/// Pixels with 8 bits per channel: `height * width * channels` bytes, row-major, without padding.
struct copencv_pixels {
    const uint8_t *bytes;
    /// 1: luma; 3: blue, green, red.
    int32_t channels;
    int32_t width;
    int32_t height;
};

/// A detected face, in pixels of the picture; may extend beyond it.
struct copencv_face {
    double x;
    double y;
    double width;
    double height;
    /// For a cascade: the number of agreeing raw candidates, from 1; for a network: its score,
    /// 0...1.
    double weight;
    /// Five points as x, y pairs; only from a network.
    double landmarks[10];
};

/// Receives a face.
typedef void (*copencv_receive_face)(void *context, const struct copencv_face *face);

/// A Haar or LBP cascade.
typedef struct copencv_cascade copencv_cascade;

/// Parses a cascade file in the format of OpenCV 2 and later; null on failure.
copencv_cascade *copencv_cascade_create(const uint8_t *bytes, size_t length,
                                        enum copencv_status *status,
                                        struct copencv_message *message);

/// Frees a cascade; null is allowed.
void copencv_cascade_free(copencv_cascade *cascade);

/// Detects faces with one or more cascades, grouping the raw candidates of all together.
///
/// scaleFactor: the ratio between successive search sizes, above 1.
/// minimumNeighbours: groups of at most this many candidates are dropped; if negative, each
/// candidate is returned as its own group.
/// minimumSide, maximumSide: the range of face sizes in pixels; 0 for no limit.
enum copencv_status copencv_cascade_detect(copencv_cascade *const *cascades, size_t count,
                                           const struct copencv_pixels *pixels, double scaleFactor,
                                           int32_t minimumNeighbours, int32_t minimumSide,
                                           int32_t maximumSide, copencv_receive_face receive,
                                           void *context, struct copencv_message *message);

/// The YuNet network.
typedef struct copencv_network copencv_network;

/// Loads YuNet (2023mar) from its ONNX file; null on failure.
copencv_network *copencv_network_create(const uint8_t *bytes, size_t length,
                                        enum copencv_status *status,
                                        struct copencv_message *message);

/// Frees a network; null is allowed.
void copencv_network_free(copencv_network *network);

/// Detects faces: returns all candidates with at least the given score, several per face.
enum copencv_status copencv_network_detect(copencv_network *network,
                                           const struct copencv_pixels *pixels,
                                           double minimumScore, copencv_receive_face receive,
                                           void *context, struct copencv_message *message);

/// Rotates pixels around their center onto the center of a canvas with a black background.
///
/// degrees: counterclockwise.
/// width, height: of the canvas; target: has `height * width * pixels->channels` bytes.
enum copencv_status copencv_turn(const struct copencv_pixels *pixels, double degrees, int32_t width,
                                 int32_t height, uint8_t *target, struct copencv_message *message);

/// Draws a frame and a label into pixels of three channels, clipped to the picture.
///
/// label: printable ASCII, terminated by NUL; if empty, only the frame is drawn.
enum copencv_status copencv_draw_frame(uint8_t *bytes, int32_t width, int32_t height, double x,
                                       double y, double frameWidth, double frameHeight,
                                       const char *label, struct copencv_message *message);

/// The functions above, as exported by the library GalleryOpenCV. Programs do not link them and
/// call them through this table.
struct copencv_functions {
    __typeof__(copencv_cascade_create) *cascade_create;
    __typeof__(copencv_cascade_free) *cascade_free;
    __typeof__(copencv_cascade_detect) *cascade_detect;
    __typeof__(copencv_network_create) *network_create;
    __typeof__(copencv_network_free) *network_free;
    __typeof__(copencv_network_detect) *network_detect;
    __typeof__(copencv_turn) *turn;
    __typeof__(copencv_draw_frame) *draw_frame;
};

/// Opens the library GalleryOpenCV if necessary; null on failure, with the reason in the message.
const struct copencv_functions *copencv_open(struct copencv_message *message);

#ifdef __cplusplus
}
#endif

#endif
