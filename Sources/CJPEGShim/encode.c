#include "failure.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

/// The capacity of 255 segments of 65,533 bytes, each with 14 bytes of overhead.
/// Source: ICC.1:2022, annex B.4 (embedding in JFIF files).
enum { CJPEG_MAXIMUM_PROFILE = 255 * (65533 - 14) };

/// A growing destination; libjpeg's own leaks memory when encoding fails.
struct output {
    struct jpeg_destination_mgr manager;
    uint8_t *bytes;
    size_t capacity;
};

/// The state of an encode. The function that owns it never calls setjmp; the one that does receives
/// a pointer, so that longjmp preserves every value as last written.
struct encoder {
    struct jpeg_compress_struct info;
    struct cjpeg_failure failure;
    struct output output;
};

static void grow(j_compress_ptr info, size_t capacity) {
    struct output *output = (struct output *)info->dest;
    const size_t used = output->capacity;
    uint8_t *bytes = realloc(output->bytes, capacity);
    if (bytes == NULL) {
        cjpeg_fail((j_common_ptr)info, CJPEG_OUT_OF_MEMORY, "not enough memory");
    }
    output->bytes = bytes;
    output->capacity = capacity;
    output->manager.next_output_byte = bytes + used;
    output->manager.free_in_buffer = capacity - used;
}

static void begin_output(j_compress_ptr info) { grow(info, 65536); }

// libjpeg calls this when the buffer is full, regardless of free_in_buffer.
static boolean extend_output(j_compress_ptr info) {
    grow(info, ((struct output *)info->dest)->capacity * 2);
    return TRUE;
}

static void end_output(j_compress_ptr info) { (void)info; }

static void begin(struct encoder *encoder) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_create_compress(info);
    info->dest = &encoder->output.manager;
    encoder->output.manager.init_destination = begin_output;
    encoder->output.manager.empty_output_buffer = extend_output;
    encoder->output.manager.term_destination = end_output;
}

static CJPEG_APART void encode(struct encoder *encoder, const struct cjpeg_picture *picture,
                               int quality) {
    struct jpeg_compress_struct *info = &encoder->info;
    if (setjmp(encoder->failure.place) != 0) return;
    if (picture->layout == CJPEG_INKS) {
        cjpeg_fail((j_common_ptr)info, CJPEG_BAD_ARGUMENT, "inks cannot be encoded");
    }
    begin(encoder);
    info->image_width = picture->width;
    info->image_height = picture->height;
    info->input_components = (int)picture->layout;
    info->in_color_space = picture->layout == CJPEG_GREY ? JCS_GRAYSCALE : JCS_EXT_BGR;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    if (picture->keeps_chroma) {
        info->comp_info[0].h_samp_factor = 1;
        info->comp_info[0].v_samp_factor = 1;
    }
    jpeg_start_compress(info, TRUE);
    if (picture->profile != NULL && picture->profile_length > 0) {
        if (picture->profile_length > CJPEG_MAXIMUM_PROFILE) {
            cjpeg_fail((j_common_ptr)info, CJPEG_BAD_ARGUMENT, "the colour profile is too long");
        }
        jpeg_write_icc_profile(info, picture->profile, (unsigned int)picture->profile_length);
    }
    const size_t row_length = (size_t)picture->width * (size_t)picture->layout;
    while (info->next_scanline < info->image_height) {
        // libjpeg's rows are not const, but are only read here.
        JSAMPROW row = (JSAMPROW)(uintptr_t)(picture->pixels + info->next_scanline * row_length);
        jpeg_write_scanlines(info, &row, 1);
    }
    jpeg_finish_compress(info);
}

/// Sets pointers to the eight or sixteen rows of a plane from `top`, padded to whole blocks by
/// repeating the edges. Rows that end at a block boundary are the caller's own, which libjpeg only
/// reads.
static void point(const struct cjpeg_planes *planes, int index, uint32_t top, int count,
                  JDIMENSION length, JSAMPARRAY buffer, JSAMPROW *rows) {
    const uint32_t width = index == 0 ? planes->width : (planes->width + 1) / 2;
    const uint32_t height = index == 0 ? planes->height : (planes->height + 1) / 2;
    for (int row = 0; row < count; ++row) {
        const uint32_t line = top + (uint32_t)row < height ? top + (uint32_t)row : height - 1;
        uint8_t *source = planes->samples[index] + (size_t)line * width;
        rows[row] = source;
        if (length == width) continue;
        memcpy(buffer[row], source, width);
        memset(buffer[row] + width, source[width - 1], length - width);
        rows[row] = buffer[row];
    }
}

static CJPEG_APART void encode_planes(struct encoder *encoder, const struct cjpeg_planes *planes,
                                      int quality) {
    struct jpeg_compress_struct *info = &encoder->info;
    if (setjmp(encoder->failure.place) != 0) return;
    begin(encoder);
    info->image_width = planes->width;
    info->image_height = planes->height;
    info->input_components = 3;
    info->in_color_space = JCS_YCbCr;
    // The defaults for YCbCr are 4:2:0.
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    info->raw_data_in = TRUE;
    jpeg_start_compress(info, TRUE);
    JSAMPROW rows[3][2 * DCTSIZE];
    JSAMPARRAY starts[3] = {rows[0], rows[1], rows[2]};
    JSAMPARRAY buffers[3];
    JDIMENSION lengths[3];
    for (int index = 0; index < 3; ++index) {
        lengths[index] = info->comp_info[index].width_in_blocks * DCTSIZE;
        buffers[index] = info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE, lengths[index],
                                                 2 * DCTSIZE);
    }
    while (info->next_scanline < info->image_height) {
        const uint32_t top = info->next_scanline;
        for (int index = 0; index < 3; ++index) {
            const int count = index == 0 ? 2 * DCTSIZE : DCTSIZE;
            point(planes, index, index == 0 ? top : top / 2, count, lengths[index],
                  buffers[index], rows[index]);
        }
        jpeg_write_raw_data(info, starts, 2 * DCTSIZE);
    }
    jpeg_finish_compress(info);
}

static enum cjpeg_status finish(struct encoder *encoder, uint8_t **bytes, size_t *length) {
    jpeg_destroy_compress(&encoder->info);
    if (encoder->failure.status == CJPEG_OK) {
        *bytes = encoder->output.bytes;
        *length = encoder->output.capacity - encoder->output.manager.free_in_buffer;
    } else {
        free(encoder->output.bytes);
    }
    return encoder->failure.status;
}

enum cjpeg_status cjpeg_encode(const struct cjpeg_picture *picture, int32_t quality,
                               uint8_t **bytes, size_t *length, struct cjpeg_message *message) {
    struct encoder encoder;
    memset(&encoder, 0, sizeof encoder);
    *bytes = NULL;
    *length = 0;
    encoder.info.err = cjpeg_prepare_failure(&encoder.failure, message);
    encode(&encoder, picture, quality);
    return finish(&encoder, bytes, length);
}

enum cjpeg_status cjpeg_encode_planes(const struct cjpeg_planes *planes, int32_t quality,
                                      uint8_t **bytes, size_t *length,
                                      struct cjpeg_message *message) {
    struct encoder encoder;
    memset(&encoder, 0, sizeof encoder);
    *bytes = NULL;
    *length = 0;
    encoder.info.err = cjpeg_prepare_failure(&encoder.failure, message);
    encode_planes(&encoder, planes, quality);
    return finish(&encoder, bytes, length);
}

void cjpeg_free(uint8_t *bytes) { free(bytes); }
