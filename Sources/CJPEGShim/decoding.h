#ifndef CJPEG_DECODING_H
#define CJPEG_DECODING_H

#include "failure.h"

/// All that a decode holds. The function that has it never calls setjmp: the one that does gets a
/// pointer, so that longjmp leaves every value in it as it was last written.
struct decoder {
    struct jpeg_decompress_struct info;
    struct cjpeg_failure failure;
    struct jpeg_progress_mgr progress;
    const struct cjpeg_request *request;
    /// What is filled: pixels, or planes where there are none.
    uint8_t *pixels;
    size_t pixels_length;
    const struct cjpeg_planes *planes;
    uint64_t *bytes_needed;
};

/// Asks libjpeg for planes, and says how many bytes the output has; ends the call where the file's
/// planes are none that can be brought to 4:2:0.
uint64_t cjpeg_choose_planes(struct decoder *decoder);

/// Fills the planes, once the decompression was started.
void cjpeg_read_planes(struct decoder *decoder);

#endif
