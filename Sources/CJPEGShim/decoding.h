#ifndef CJPEG_DECODING_H
#define CJPEG_DECODING_H

#include "failure.h"

/// The state of a decode. The function that owns it never calls setjmp; the one that does receives
/// a pointer, so that longjmp preserves every value as last written.
struct decoder {
    struct jpeg_decompress_struct info;
    struct cjpeg_failure failure;
    struct jpeg_progress_mgr progress;
    const struct cjpeg_request *request;
    /// The output: pixels, or planes if null.
    uint8_t *pixels;
    size_t pixels_length;
    const struct cjpeg_planes *planes;
    uint64_t *bytes_needed;
};

/// Requests planes from libjpeg and returns the size of the output in bytes; fails if the file's
/// planes cannot be converted to 4:2:0.
uint64_t cjpeg_choose_planes(struct decoder *decoder);

/// Fills the planes after decompression has started.
void cjpeg_read_planes(struct decoder *decoder);

#endif
