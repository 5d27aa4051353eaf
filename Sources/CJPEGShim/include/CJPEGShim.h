// A C interface to the parts of libjpeg(-turbo) that the Imaging module uses.
//
// libjpeg reports errors with longjmp: every jump ends inside of the function that was called, and
// everything it held is freed. All functions may be called from several threads at once.
// Source: libjpeg-turbo's libjpeg.txt and jpeglib.h (2.1); ITU-T T.81.
#ifndef CJPEG_SHIM_H
#define CJPEG_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cjpeg_status {
    CJPEG_OK = 0,
    /// The bytes are no JPEG that can be decoded; the message says why.
    CJPEG_DAMAGED = 1,
    /// Decoding takes more memory than the caller allows; `bytes_needed` says how much.
    CJPEG_TOO_LARGE = 2,
    /// The file has more scans than the caller allows.
    CJPEG_TOO_MANY_SCANS = 3,
    CJPEG_OUT_OF_MEMORY = 4,
    /// The output buffer is not as large as the picture needs, or an argument is wrong.
    CJPEG_BAD_ARGUMENT = 5,
    /// The file's colours are none that come in planes: decode it into pixels.
    CJPEG_NO_PLANES = 6
};

/// What an output pixel is made of; the value is its length in bytes.
enum cjpeg_layout {
    /// Luma.
    CJPEG_GREY = 1,
    /// Blue, green, red.
    CJPEG_BGR = 3,
    /// Cyan, magenta, yellow, black; 0 is no ink. Only for files of inks, and only decoded.
    CJPEG_INKS = 4
};

/// A terminated, lower-case text of libjpeg's; empty where there is nothing to say.
struct cjpeg_message {
    char text[200];
    /// 1 where the file ends before the first of the picture's rows of blocks does; 0 where it has one
    /// alone, of which libjpeg does not say how much it read.
    int32_t lacks_rows;
};

/// What the header says.
struct cjpeg_header {
    /// Pixels across and down, as stored.
    uint32_t width;
    uint32_t height;
    /// Colour channels in the file: 1 grey, 3 colour, 4 inks.
    int32_t components;
    /// 1 where the file is progressive.
    int32_t is_progressive;
    /// 1 where the picture comes in several scans, so that all of it is held in memory at once.
    int32_t has_multiple_scans;
    /// What libjpeg holds of a picture in several scans while it decodes, in bytes; else 0.
    uint64_t coefficient_bytes;
};

/// Reads a JPEG's header.
enum cjpeg_status cjpeg_read_header(const uint8_t *bytes, size_t length,
                                    struct cjpeg_header *header, struct cjpeg_message *message);

/// The length in pixels of a side that is reduced to `eighths` / 8 while decoding.
uint32_t cjpeg_scaled_length(uint32_t length, int32_t eighths);

/// How a JPEG is to be decoded.
struct cjpeg_request {
    enum cjpeg_layout layout;
    /// The reduction in eighths: 1, 2, 4 or 8.
    int32_t eighths;
    /// The most memory, in bytes, that the output and libjpeg's whole-picture buffers may take.
    uint64_t maximum_bytes;
    /// The most scans to read.
    int32_t maximum_scans;
};

/// Decodes a JPEG into `pixels`, rows from the top without padding.
///
/// The buffer holds exactly the reduced width * height * layout bytes. Inks (CMYK, YCCK) become
/// colours by multiplication unless they are asked for; they are taken for inverted, as Adobe writes
/// them, where the file says it is Adobe's. A
/// file that ends early or has errors in its coded data yields CJPEG_OK, what could be decoded
/// (grey below) and a message. Embedded colour profiles are not applied.
enum cjpeg_status cjpeg_decode(const uint8_t *bytes, size_t length,
                               const struct cjpeg_request *request, uint8_t *pixels,
                               size_t pixels_length, uint64_t *bytes_needed,
                               struct cjpeg_message *message);

/// A picture in planes of JFIF's luma, blue and red difference, one byte a sample, rows from the top
/// without padding; the differences have half the luma's sides, rounded up (4:2:0).
struct cjpeg_planes {
    /// The luma's samples across and down.
    uint32_t width;
    uint32_t height;
    /// luma, blue difference, red difference.
    uint8_t *samples[3];
};

/// Decodes a JPEG into planes of exactly its reduced size; the request's layout is not looked at.
///
/// The colours of files that store more of them are averaged. CJPEG_NO_PLANES: the file is no YCbCr
/// file, or stores fewer colours than 4:2:0 or another share of them than all or half. Otherwise as
/// cjpeg_decode.
enum cjpeg_status cjpeg_decode_planes(const uint8_t *bytes, size_t length,
                                      const struct cjpeg_request *request,
                                      const struct cjpeg_planes *planes, uint64_t *bytes_needed,
                                      struct cjpeg_message *message);

/// Pixels to encode: rows from the top without padding.
struct cjpeg_picture {
    enum cjpeg_layout layout;
    uint32_t width;
    uint32_t height;
    const uint8_t *pixels;
    /// An ICC profile to embed; NULL for none.
    const uint8_t *profile;
    size_t profile_length;
};

/// Encodes a baseline JPEG at a quality of 1...100.
///
/// On CJPEG_OK `*bytes` is the file; free it with cjpeg_free.
enum cjpeg_status cjpeg_encode(const struct cjpeg_picture *picture, int32_t quality,
                               uint8_t **bytes, size_t *length, struct cjpeg_message *message);

/// Encodes planes as a baseline JPEG of 4:2:0 at a quality of 1...100, as cjpeg_encode.
enum cjpeg_status cjpeg_encode_planes(const struct cjpeg_planes *planes, int32_t quality,
                                      uint8_t **bytes, size_t *length,
                                      struct cjpeg_message *message);

/// Frees what cjpeg_encode made; NULL is allowed.
void cjpeg_free(uint8_t *bytes);

#ifdef __cplusplus
}
#endif

#endif
