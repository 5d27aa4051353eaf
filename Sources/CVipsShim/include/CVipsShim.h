// A C interface to the parts of libvips that the Imaging module uses.
//
// libvips is opened with dlopen when it is first used and never linked: linked, it costs every
// start of the program 20 ms. Its headers are not needed to build. Loaders that libvips itself does
// not trust with hostile files (ImageMagick, PDF, SVG, JPEG XL, JPEG 2000, ...) are blocked, and a
// file is handed on only where libvips picks the loader of the expected type. All functions may be
// called from several threads at once.
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
    /// libvips.so.42 is not installed, or lacks what is needed; the message says which.
    CVIPS_NO_LIBRARY = 1,
    /// libvips cannot read or write the file, or not as the expected type; the message says why.
    CVIPS_DAMAGED = 2,
    /// The header claims more pixels than the caller allows; the outcome says how many.
    CVIPS_TOO_MANY_PIXELS = 3,
    /// Decoding takes more memory than the caller allows; the outcome says how much.
    CVIPS_TOO_LARGE = 4,
    CVIPS_OUT_OF_MEMORY = 5,
    /// This installation's libvips has no loader for the type.
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

/// What an output pixel is made of; the value is its length in bytes.
enum cvips_layout {
    /// Luma of the sRGB values (ITU-R BT.601), as a JPEG's.
    CVIPS_GREY = 1,
    /// Blue, green, red; sRGB.
    CVIPS_BGR = 3
};

struct cvips_message {
    /// A terminated text of libvips's, one line; empty where there is nothing to say.
    char text[200];
};

/// How a picture is to be decoded.
struct cvips_request {
    enum cvips_format format;
    /// The long edge of the output in pixels; 0 for the whole size. Nothing is enlarged.
    uint32_t longest_side;
    uint64_t maximum_pixels;
    /// The most memory, in bytes, that decoding may take, by an estimate from the header.
    uint64_t maximum_bytes;
};

/// A decoded picture, or what is known of one that was refused.
struct cvips_outcome {
    /// The whole picture's upright size in pixels.
    uint32_t whole_width;
    uint32_t whole_height;
    /// The EXIF orientation that was applied, 1...8.
    int32_t orientation;
    uint64_t bytes_needed;
    /// The size of the decoded pixels, upright.
    uint32_t width;
    uint32_t height;
    /// 1 (grey) or 3 (red, green, blue); rows from the top without padding. Owned by the outcome.
    uint32_t bands;
    uint8_t *pixels;
};

/// Reads a file's header and checks it against the limits, as cvips_decode does before it decodes.
enum cvips_status cvips_read_header(const uint8_t *bytes, size_t length,
                                    const struct cvips_request *request,
                                    struct cvips_outcome *outcome, struct cvips_message *message);

/// Decodes the first picture of a file: 8 bits, sRGB, upright, transparency flattened on white.
///
/// Files that end early yield what could be read. On CVIPS_OK the outcome owns pixels: free them
/// with cvips_free.
enum cvips_status cvips_decode(const uint8_t *bytes, size_t length,
                               const struct cvips_request *request, struct cvips_outcome *outcome,
                               struct cvips_message *message);

/// Copies an outcome's pixels out in a layout: width * height * layout bytes.
void cvips_copy(const struct cvips_outcome *outcome, enum cvips_layout layout, uint8_t *pixels);

/// Frees an outcome's pixels; the outcome may be empty.
void cvips_free(struct cvips_outcome *outcome);

/// Pixels to encode: rows from the top without padding.
struct cvips_picture {
    enum cvips_layout layout;
    uint32_t width;
    uint32_t height;
    const uint8_t *pixels;
    /// An ICC profile to embed; NULL for none.
    const uint8_t *profile;
    size_t profile_length;
};

/// Encodes a PNG or a WebP; other formats are refused.
///
/// `quality` is WebP's, 1...100; PNGs are lossless. On CVIPS_OK `*encoded` is the file; free it with
/// cvips_free_encoded.
enum cvips_status cvips_encode(const struct cvips_picture *picture, enum cvips_format format,
                               int32_t quality, uint8_t **encoded, size_t *length,
                               struct cvips_message *message);

/// Frees what cvips_encode made; NULL is allowed.
void cvips_free_encoded(uint8_t *encoded);

#ifdef __cplusplus
}
#endif

#endif
