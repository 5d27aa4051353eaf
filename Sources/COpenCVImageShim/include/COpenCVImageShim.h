// A C interface to the parts of OpenCV's core and imgproc that the Imaging module uses: resizing,
// straightening, effects on colours and labels.
//
// Every function catches every C++ exception: none reaches the caller. Functions keep nothing
// between calls but the effects that they are handed; one set of effects may be applied by several
// threads at once. Nothing runs on more threads than a call is given, and the threads never change
// a byte of the result. OpenCV prints nothing. Source: https://docs.opencv.org/4.6.0/ (core, imgproc).
#ifndef COPENCV_IMAGE_SHIM_H
#define COPENCV_IMAGE_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How a call ended.
enum cimage_status {
    CIMAGE_OK = 0,
    /// Sizes or numbers are out of their range.
    CIMAGE_BAD_ARGUMENT = 1,
    CIMAGE_OUT_OF_MEMORY = 2,
    /// OpenCV gave up; the message says why.
    CIMAGE_FAILED = 3
};

/// Why a call failed: one line of text, terminated by NUL, empty after a success.
struct cimage_message {
    char text[256];
};

/// Pixels to read, 8 bits a channel: `height` rows of `width * channels` bytes, `stride` bytes apart.
struct cimage_source {
    const uint8_t *bytes;
    /// 1: luma; 3: blue, green, red.
    int32_t channels;
    int32_t width;
    int32_t height;
    size_t stride;
};

/// Pixels to write: `height * width * channels` bytes, row-major, rows without padding.
struct cimage_target {
    uint8_t *bytes;
    /// 1: luma; 3: blue, green, red.
    int32_t channels;
    int32_t width;
    int32_t height;
};

/// How pixels between pixels are found.
enum cimage_filter {
    /// The mean of the area that a pixel covers.
    CIMAGE_AREA = 0,
    /// Bilinear.
    CIMAGE_LINEAR = 1,
    /// Bicubic.
    CIMAGE_CUBIC = 2
};

/// Brings the source to the target's size.
enum cimage_status cimage_resize(const struct cimage_source *source,
                                 const struct cimage_target *target, enum cimage_filter filter,
                                 struct cimage_message *message);

/// Fills a target of blue, green, red from JFIF's luma and differences, whose sides are the luma's, or
/// half of them, rounded up: between their samples they are bilinear then.
/// Source: ITU-R BT.601 in full range, as JFIF has it.
enum cimage_status cimage_colours(const struct cimage_source *luma,
                                  const struct cimage_source *blue,
                                  const struct cimage_source *red,
                                  const struct cimage_target *target,
                                  struct cimage_message *message);

/// Fills the target from the source through an affine map, bicubic, mirrored beyond the edges.
///
/// matrix: two rows of three: the place in the source of a place in the target, both in pixels with
/// the corners of pixels at whole numbers.
/// threads: 1 or more; the calling thread is one of them.
enum cimage_status cimage_warp(const struct cimage_source *source,
                               const struct cimage_target *target, const double matrix[6],
                               int32_t threads, struct cimage_message *message);

/// Effects on colours, one after another.
typedef struct cimage_effects cimage_effects;

/// An empty list of effects; null where memory runs out.
cimage_effects *cimage_effects_create(void);

/// Frees effects; null is nothing to do.
void cimage_effects_free(cimage_effects *effects);

/// Adds an effect on each pixel by itself:
/// `v' = clamp((matrix * v + offset + 8192) >> 14)`, then `e = curve[v']` in each channel, then
/// `(v * (256 - weight) + e * weight + 128) >> 8`.
///
/// matrix: three rows of blue, green, red and the offset, in units of 1/16384, each within
/// -131072...131072, offsets within -2^26...2^26; null for none.
/// curves: 256 values for blue, then green, then red.
/// weight: how much of the effect shows, 0...256.
enum cimage_status cimage_effects_append_colours(cimage_effects *effects, const int32_t *matrix,
                                                 const uint8_t *curves, int32_t weight,
                                                 struct cimage_message *message);

/// Adds an effect that darkens by the distance from the middle: `(v * gain + 32768) >> 16`.
///
/// gains: 4097 values of 0...65536, by the square of the distance from the middle in units of 1/4096
/// of the square of half the diagonal, rounded down.
enum cimage_status cimage_effects_append_vignette(cimage_effects *effects, const uint32_t *gains,
                                                  struct cimage_message *message);

/// Applies effects in place. Pixels of one channel take the blue one's values.
///
/// threads: 1 or more; the calling thread is one of them.
/// bandHeight: how many rows a thread takes at a time, 1 or more.
enum cimage_status cimage_effects_apply(const cimage_effects *effects,
                                        const struct cimage_target *pixels, int32_t threads,
                                        int32_t bandHeight, struct cimage_message *message);

/// Writes a line of text into the middle of a rectangle of the pixels, as large as it fits.
///
/// text: printable ASCII, terminated by NUL.
/// shade: the text's value in every channel.
enum cimage_status cimage_draw_label(const struct cimage_target *pixels, int32_t x, int32_t y,
                                     int32_t width, int32_t height, const char *text,
                                     uint8_t shade, struct cimage_message *message);

#ifdef __cplusplus
}
#endif

#endif
