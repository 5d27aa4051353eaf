// A C interface to the parts of libjpeg(-turbo) that the Imaging module uses.
//
// libjpeg reports errors with longjmp: every jump ends in the function that was called, which frees
// its resources. All functions may be called from several threads at once.
// Source: libjpeg-turbo's libjpeg.txt and jpeglib.h (2.1); ITU-T T.81.
#ifndef CJPEG_SHIM_H
#define CJPEG_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cjpeg_status {
    CJPEG_OK = 0,
    /// The bytes are not a JPEG that can be decoded; the message contains the reason.
    CJPEG_DAMAGED = 1,
    /// Decoding exceeds the memory limit; `bytes_needed` is the required amount.
    CJPEG_TOO_LARGE = 2,
    /// The file has more scans than allowed.
    CJPEG_TOO_MANY_SCANS = 3,
    CJPEG_OUT_OF_MEMORY = 4,
    /// The output buffer has the wrong size, or an argument is invalid.
    CJPEG_BAD_ARGUMENT = 5,
    /// The file's colors do not come in supported planes; decode it into pixels.
    CJPEG_NO_PLANES = 6
};

/// The layout of an output pixel; the value is its size in bytes.
enum cjpeg_layout {
    /// Luma.
    CJPEG_GREY = 1,
    /// Blue, green, red.
    CJPEG_BGR = 3,
    /// Cyan, magenta, yellow, black; 0 is no ink. Only for decoding ink files.
    CJPEG_INKS = 4
};

/// A terminated message of libjpeg, starting in lowercase; empty if there is nothing to report.
struct cjpeg_message {
    char text[200];
    /// 1 if the file ends before the first row of blocks does; 0 if it has only one row of blocks,
    /// of which libjpeg does not report how much it read.
    int32_t lacks_rows;
};

/// The contents of the header.
struct cjpeg_header {
    /// Stored width and height in pixels.
    uint32_t width;
    uint32_t height;
    /// Color channels in the file: 1 gray, 3 color, 4 inks.
    int32_t components;
    /// 1 if the file is progressive.
    int32_t is_progressive;
    /// 1 if the picture has several scans and must therefore be held in memory completely.
    int32_t has_multiple_scans;
    /// The memory libjpeg needs for a picture with several scans while decoding, in bytes; else 0.
    uint64_t coefficient_bytes;
};

/// Reads the header of a JPEG.
enum cjpeg_status cjpeg_read_header(const uint8_t *bytes, size_t length,
                                    struct cjpeg_header *header, struct cjpeg_message *message);

/// The length in pixels of a side reduced to `eighths` / 8 while decoding.
uint32_t cjpeg_scaled_length(uint32_t length, int32_t eighths);

/// Parameters for decoding a JPEG.
struct cjpeg_request {
    enum cjpeg_layout layout;
    /// The reduction in eighths: 1, 2, 4 or 8.
    int32_t eighths;
    /// The memory limit in bytes for the output and libjpeg's whole-picture buffers.
    uint64_t maximum_bytes;
    /// The maximum number of scans.
    int32_t maximum_scans;
};

/// Decodes a JPEG into `pixels`, top row first, without padding.
///
/// The buffer has exactly the reduced width * height * layout bytes. Inks (CMYK, YCCK) are
/// converted to colors by multiplication unless requested; they are treated as inverted, as Adobe
/// writes them, if the file has an Adobe marker. A file that ends early or has coding errors yields
/// CJPEG_OK, the decodable part (gray below) and a message. Embedded color profiles are not
/// applied.
enum cjpeg_status cjpeg_decode(const uint8_t *bytes, size_t length,
                               const struct cjpeg_request *request, uint8_t *pixels,
                               size_t pixels_length, uint64_t *bytes_needed,
                               struct cjpeg_message *message);

/// A picture as JFIF planes of luma, blue difference and red difference, one byte per sample, top
/// row first, without padding; the differences have half the luma's sides, rounded up (4:2:0).
struct cjpeg_planes {
    /// Width and height of the luma in samples.
    uint32_t width;
    uint32_t height;
    /// Luma, blue difference, red difference.
    uint8_t *samples[3];
};

/// Decodes a JPEG into planes of exactly its reduced size; the request's layout is ignored.
///
/// Planes with more chroma samples are averaged. CJPEG_NO_PLANES: the file is not YCbCr, or has
/// fewer chroma samples than 4:2:0 or a ratio other than all or half. Otherwise like cjpeg_decode.
enum cjpeg_status cjpeg_decode_planes(const uint8_t *bytes, size_t length,
                                      const struct cjpeg_request *request,
                                      const struct cjpeg_planes *planes, uint64_t *bytes_needed,
                                      struct cjpeg_message *message);

/// Pixels to encode, top row first, without padding.
struct cjpeg_picture {
    enum cjpeg_layout layout;
    uint32_t width;
    uint32_t height;
    const uint8_t *pixels;
    /// An ICC profile to embed; NULL for none.
    const uint8_t *profile;
    size_t profile_length;
    /// True to store colors in full resolution, false in half of it (4:2:0).
    bool keeps_chroma;
};

/// Encodes a baseline JPEG with a quality of 1...100.
///
/// On CJPEG_OK `*bytes` is the file; free it with cjpeg_free.
enum cjpeg_status cjpeg_encode(const struct cjpeg_picture *picture, int32_t quality,
                               uint8_t **bytes, size_t *length, struct cjpeg_message *message);

/// Encodes planes as a baseline 4:2:0 JPEG with a quality of 1...100, like cjpeg_encode.
enum cjpeg_status cjpeg_encode_planes(const struct cjpeg_planes *planes, int32_t quality,
                                      uint8_t **bytes, size_t *length,
                                      struct cjpeg_message *message);

/// Frees the output of cjpeg_encode; NULL is allowed.
void cjpeg_free(uint8_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
