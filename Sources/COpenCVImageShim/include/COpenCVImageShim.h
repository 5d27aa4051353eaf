// A C interface to the parts of OpenCV's core and imgproc that the Imaging module uses: resizing,
// straightening, color effects and labels.
//
// The functions are in the library GalleryOpenCV, which is opened by the first call of
// `cimage_open`: OpenCV depends on 60 shared libraries that most commands never use.
//
// All C++ exceptions are caught. Functions are stateless except for the effects passed to them; a
// list of effects may be applied by several threads at once. A call uses at most the given number
// of threads, which does not affect the result. OpenCV prints nothing.
// Source: https://docs.opencv.org/4.6.0/ (core, imgproc).
#ifndef COPENCV_IMAGE_SHIM_H
#define COPENCV_IMAGE_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a call.
enum cimage_status {
    CIMAGE_OK = 0,
    /// A size or number is out of range.
    CIMAGE_BAD_ARGUMENT = 1,
    CIMAGE_OUT_OF_MEMORY = 2,
    /// OpenCV failed; the message contains the reason.
    CIMAGE_FAILED = 3
};

/// The reason for a failure: one line of text, terminated by NUL, empty after success.
struct cimage_message {
    char text[256];
};

/// Pixels to read, 8 bits per channel: `height` rows of `width * channels` bytes, `stride` bytes
/// apart.
struct cimage_source {
    const uint8_t *bytes;
    /// 1: luma; 3: blue, green, red.
    int32_t channels;
    int32_t width;
    int32_t height;
    size_t stride;
};

/// Pixels to write: `height * width * channels` bytes, row-major, without padding.
struct cimage_target {
    uint8_t *bytes;
    /// 1: luma; 3: blue, green, red.
    int32_t channels;
    int32_t width;
    int32_t height;
};

/// The interpolation method.
enum cimage_filter {
    /// The mean of the area covered by a pixel.
    CIMAGE_AREA = 0,
    /// Bilinear.
    CIMAGE_LINEAR = 1,
    /// Bicubic.
    CIMAGE_CUBIC = 2
};

/// Resizes the source to the target's size.
enum cimage_status cimage_resize(const struct cimage_source *source,
                                 const struct cimage_target *target, enum cimage_filter filter,
                                 struct cimage_message *message);

/// Converts JFIF luma and differences to a target of blue, green, red. The differences have the
/// luma's sides, or half of them rounded up and are then interpolated bilinearly.
/// Source: ITU-R BT.601 in full range, as used by JFIF.
enum cimage_status cimage_colours(const struct cimage_source *luma,
                                  const struct cimage_source *blue,
                                  const struct cimage_source *red,
                                  const struct cimage_target *target,
                                  struct cimage_message *message);

/// Fills the target from the source through an affine map, bicubic, mirrored at the edges.
///
/// matrix: two rows of three; maps a target position to a source position, both in pixels with
/// pixel corners at integers.
/// threads: 1 or more, including the calling thread.
enum cimage_status cimage_warp(const struct cimage_source *source,
                               const struct cimage_target *target, const double matrix[6],
                               int32_t threads, struct cimage_message *message);

/// A sequence of color effects.
typedef struct cimage_effects cimage_effects;

/// Makes an empty list of effects; null if memory runs out.
cimage_effects *cimage_effects_create(void);

/// Frees effects; null is allowed.
void cimage_effects_free(cimage_effects *effects);

/// Appends an effect on individual pixels:
/// `v' = clamp((matrix * v + offset + 8192) >> 14)`, then `e = curve[v']` in each channel, then
/// `(v * (256 - weight) + e * weight + 128) >> 8`.
///
/// matrix: three rows of blue, green, red and the offset, in units of 1/16384, each within
/// -131072...131072, offsets within -2^26...2^26; null for none.
/// curves: 256 values for blue, then green, then red.
/// weight: the strength of the effect, 0...256.
enum cimage_status cimage_effects_append_colours(cimage_effects *effects, const int32_t *matrix,
                                                 const uint8_t *curves, int32_t weight,
                                                 struct cimage_message *message);

/// Appends an effect that darkens with distance from the center: `(v * gain + 32768) >> 16`.
///
/// gains: 4097 values of 0...65536, indexed by the square of the distance from the center in units
/// of 1/4096 of the square of half the diagonal, rounded down.
enum cimage_status cimage_effects_append_vignette(cimage_effects *effects, const uint32_t *gains,
                                                  struct cimage_message *message);

/// Applies effects in place. Pixels with one channel use the values for blue.
///
/// threads: 1 or more, including the calling thread.
/// bandHeight: the number of rows a thread processes at a time, 1 or more.
enum cimage_status cimage_effects_apply(const cimage_effects *effects,
                                        const struct cimage_target *pixels, int32_t threads,
                                        int32_t bandHeight, struct cimage_message *message);

/// Writes a line of text into the middle of a rectangle, as large as fits.
///
/// text: printable ASCII, terminated by NUL.
/// shade: the text's value in every channel.
enum cimage_status cimage_draw_label(const struct cimage_target *pixels, int32_t x, int32_t y,
                                     int32_t width, int32_t height, const char *text,
                                     uint8_t shade, struct cimage_message *message);

/// The functions above, as exported by the library GalleryOpenCV. Programs do not link them and
/// call them through this table.
struct cimage_functions {
    __typeof__(cimage_resize) *resize;
    __typeof__(cimage_colours) *colours;
    __typeof__(cimage_warp) *warp;
    __typeof__(cimage_effects_create) *effects_create;
    __typeof__(cimage_effects_free) *effects_free;
    __typeof__(cimage_effects_append_colours) *effects_append_colours;
    __typeof__(cimage_effects_append_vignette) *effects_append_vignette;
    __typeof__(cimage_effects_apply) *effects_apply;
    __typeof__(cimage_draw_label) *draw_label;
};

/// Opens the library GalleryOpenCV if necessary; null on failure, with the reason in the message.
const struct cimage_functions *cimage_open(struct cimage_message *message);

#ifdef __cplusplus
}
#endif

#endif
