// A C interface to the parts of libvips that the Imaging module uses.
//
// libvips is opened with dlopen on first use and never linked, as linking would slow down every
// start of the program by 20 ms. Its headers are not needed to build. Loaders that libvips itself
// does not consider safe for hostile files (ImageMagick, PDF, SVG, JPEG XL, JPEG 2000, ...) are
// blocked, and a file is passed on only if libvips picks the loader of the expected type. All
// functions may be called from several threads at once.
// Source: https://www.libvips.org/API/8.14/.
#ifndef CVIPS_SHIM_H
#define CVIPS_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cvips_status {
    CVIPS_OK = 0,
    /// libvips.so.42 is not installed, or lacks a function; the message contains the reason.
    CVIPS_NO_LIBRARY = 1,
    /// libvips cannot read or write the file as the expected type; the message contains the reason.
    CVIPS_DAMAGED = 2,
    /// The header has more pixels than allowed; the outcome contains the number.
    CVIPS_TOO_MANY_PIXELS = 3,
    /// Decoding exceeds the memory limit; the outcome contains the required amount.
    CVIPS_TOO_LARGE = 4,
    CVIPS_OUT_OF_MEMORY = 5,
    /// The installed libvips has no loader for the type.
    CVIPS_NO_LOADER = 6
};

enum cvips_format {
    CVIPS_PNG,
    CVIPS_WEBP,
    /// HEIC and AVIF.
    CVIPS_HEIF,
    CVIPS_TIFF,
    CVIPS_GIF
};

/// The layout of an output pixel; the value is its size in bytes.
enum cvips_layout {
    /// Luma of the sRGB values (ITU-R BT.601), as in JPEG.
    CVIPS_GREY = 1,
    /// Blue, green, red; sRGB.
    CVIPS_BGR = 3
};

struct cvips_message {
    /// A terminated one-line message of libvips; empty if there is nothing to report.
    char text[200];
};

/// Parameters for decoding a picture.
struct cvips_request {
    enum cvips_format format;
    /// The long edge of the output in pixels; 0 for full size. Pictures are never enlarged.
    uint32_t longest_side;
    uint64_t maximum_pixels;
    /// The memory limit for decoding, in bytes, checked against an estimate from the header.
    uint64_t maximum_bytes;
};

/// A decoded picture, or the known facts of a rejected one.
struct cvips_outcome {
    /// The upright size of the whole picture, in pixels.
    uint32_t whole_width;
    uint32_t whole_height;
    /// The EXIF orientation that was applied, 1...8.
    int32_t orientation;
    uint64_t bytes_needed;
    /// The upright size of the decoded pixels.
    uint32_t width;
    uint32_t height;
    /// 1 (gray) or 3 (red, green, blue); top row first, without padding. Owned by the outcome.
    uint32_t bands;
    uint8_t *pixels;
};

/// Reads a file's header and checks it against the limits, as cvips_decode does before decoding.
enum cvips_status cvips_read_header(const uint8_t *bytes, size_t length,
                                    const struct cvips_request *request,
                                    struct cvips_outcome *outcome, struct cvips_message *message);

/// Decodes the first picture of a file: 8 bits, sRGB, upright, transparency flattened onto white.
///
/// Truncated files yield what could be read. On CVIPS_OK the outcome owns pixels; free them with
/// cvips_free.
enum cvips_status cvips_decode(const uint8_t *bytes, size_t length,
                               const struct cvips_request *request, struct cvips_outcome *outcome,
                               struct cvips_message *message);

/// Copies an outcome's pixels in a layout: width * height * layout bytes.
void cvips_copy(const struct cvips_outcome *outcome, enum cvips_layout layout, uint8_t *pixels);

/// Frees an outcome's pixels; the outcome may be empty.
void cvips_free(struct cvips_outcome *outcome);

/// Pixels to encode, top row first, without padding.
struct cvips_picture {
    enum cvips_layout layout;
    uint32_t width;
    uint32_t height;
    const uint8_t *pixels;
    /// An ICC profile to embed; NULL for none.
    const uint8_t *profile;
    size_t profile_length;
};

/// Encodes a PNG or WebP; other formats are rejected.
///
/// `quality` is for WebP, 1...100; PNGs are lossless. On CVIPS_OK `*encoded` is the file; free it
/// with cvips_free_encoded.
enum cvips_status cvips_encode(const struct cvips_picture *picture, enum cvips_format format,
                               int32_t quality, uint8_t **encoded, size_t *length,
                               struct cvips_message *message);

/// Frees the output of cvips_encode; NULL is allowed.
void cvips_free_encoded(uint8_t *encoded);

#ifdef __cplusplus
}
#endif

#endif
