#include "decoding.h"

#include <string.h>

uint32_t cjpeg_scaled_length(uint32_t length, int32_t eighths) {
    return (uint32_t)(((uint64_t)length * (uint64_t)eighths + 7) / 8);
}

static void begin(struct decoder *decoder, const uint8_t *bytes, size_t length) {
    if (bytes == NULL || length == 0) {
        cjpeg_fail((j_common_ptr)&decoder->info, CJPEG_DAMAGED, "the file is empty");
    }
    jpeg_mem_src(&decoder->info, bytes, (unsigned long)length);
    jpeg_read_header(&decoder->info, TRUE);
}

static uint64_t round_up(uint64_t value, uint64_t step) { return (value + step - 1) / step * step; }

/// The size of libjpeg's coefficients for the whole picture, which it stores for multi-scan files.
static uint64_t coefficient_bytes(const struct jpeg_decompress_struct *info) {
    if (!jpeg_has_multiple_scans((j_decompress_ptr)info)) return 0;
    uint64_t bytes = 0;
    for (int index = 0; index < info->num_components; ++index) {
        const jpeg_component_info *part = &info->comp_info[index];
        const uint64_t across = round_up(part->width_in_blocks, (uint64_t)part->h_samp_factor);
        const uint64_t down = round_up(part->height_in_blocks, (uint64_t)part->v_samp_factor);
        bytes += across * down * sizeof(JBLOCK);
    }
    return bytes;
}

static CJPEG_APART void read_header(struct decoder *decoder, const uint8_t *bytes, size_t length,
                                    struct cjpeg_header *header) {
    if (setjmp(decoder->failure.place) != 0) return;
    jpeg_create_decompress(&decoder->info);
    begin(decoder, bytes, length);
    header->width = decoder->info.image_width;
    header->height = decoder->info.image_height;
    header->components = decoder->info.num_components;
    header->is_progressive = decoder->info.progressive_mode ? 1 : 0;
    header->has_multiple_scans = jpeg_has_multiple_scans(&decoder->info) ? 1 : 0;
    header->coefficient_bytes = coefficient_bytes(&decoder->info);
}

enum cjpeg_status cjpeg_read_header(const uint8_t *bytes, size_t length,
                                    struct cjpeg_header *header, struct cjpeg_message *message) {
    struct decoder decoder;
    memset(&decoder, 0, sizeof decoder);
    decoder.info.err = cjpeg_prepare_failure(&decoder.failure, message);
    read_header(&decoder, bytes, length, header);
    jpeg_destroy_decompress(&decoder.info);
    return decoder.failure.status;
}

// libjpeg calls this repeatedly while reading a file's scans.
static void check_scans(j_common_ptr info) {
    struct decoder *decoder = info->client_data;
    if (decoder->info.input_scan_number > decoder->request->maximum_scans) {
        cjpeg_fail(info, CJPEG_TOO_MANY_SCANS, "the file has too many scans");
    }
}

/// Checks the memory for the output and for libjpeg itself against the limit.
static void bound_memory(struct decoder *decoder, uint64_t output) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const uint64_t coefficients = coefficient_bytes(info);
    *decoder->bytes_needed = output + coefficients;
    if (output + coefficients > decoder->request->maximum_bytes) {
        cjpeg_fail((j_common_ptr)info, CJPEG_TOO_LARGE, "the picture takes too much memory");
    }
    // Guards against a wrong estimate: the coefficients, and some working memory.
    const uint64_t limit = coefficients + ((uint64_t)64 << 20);
    info->mem->max_memory_to_use = limit > INT64_MAX ? INT64_MAX : (long)limit;
}

static void set_up(struct decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const struct cjpeg_request *request = decoder->request;
    info->scale_num = (unsigned int)request->eighths;
    info->scale_denom = 8;
    info->dct_method = JDCT_ISLOW;
    // Smooth chroma upsampling of a reduced picture takes time without a visible effect.
    info->do_fancy_upsampling = request->eighths == 8;
    info->do_block_smoothing = FALSE;
}

static void choose_colours(struct decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const enum cjpeg_layout layout = decoder->request->layout;
    const J_COLOR_SPACE stored = info->jpeg_color_space;
    if (stored == JCS_CMYK || stored == JCS_YCCK) {
        info->out_color_space = JCS_CMYK;
    } else if (layout == CJPEG_INKS) {
        cjpeg_fail((j_common_ptr)info, CJPEG_BAD_ARGUMENT, "the file has no inks");
    } else {
        info->out_color_space = layout == CJPEG_GREY ? JCS_GRAYSCALE : JCS_EXT_BGR;
    }
    jpeg_calc_output_dimensions(info);
    const uint64_t output =
        (uint64_t)info->output_width * info->output_height * (uint64_t)layout;
    bound_memory(decoder, output);
    if (output != decoder->pixels_length) {
        cjpeg_fail((j_common_ptr)info, CJPEG_BAD_ARGUMENT, "the output buffer has another size");
    }
}

static uint8_t multiplied(unsigned int left, unsigned int right) {
    return (uint8_t)((left * right + 127) / 255);
}

/// Converts inks to colors; `flip` is 255 if 0 means no ink, and 0 if it means full ink.
static void convert_inks(const uint8_t *inks, uint8_t *pixels, size_t count,
                         enum cjpeg_layout layout, unsigned int flip) {
    for (size_t index = 0; index < count; ++index, inks += 4) {
        const unsigned int black = inks[3] ^ flip;
        const uint8_t red = multiplied(inks[0] ^ flip, black);
        const uint8_t green = multiplied(inks[1] ^ flip, black);
        const uint8_t blue = multiplied(inks[2] ^ flip, black);
        if (layout == CJPEG_GREY) {
            // Source: ITU-R BT.601, as used by JFIF.
            *pixels++ = (uint8_t)((299u * red + 587u * green + 114u * blue + 500u) / 1000u);
        } else {
            *pixels++ = blue;
            *pixels++ = green;
            *pixels++ = red;
        }
    }
}

static void read_inks(struct decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const size_t row_length = (size_t)info->output_width * (size_t)decoder->request->layout;
    JSAMPARRAY row = info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE,
                                             info->output_width * 4, 1);
    const unsigned int flip = info->saw_Adobe_marker ? 0 : 255;
    while (info->output_scanline < info->output_height) {
        uint8_t *target = decoder->pixels + (size_t)info->output_scanline * row_length;
        if (jpeg_read_scanlines(info, row, 1) == 0) break;
        if (decoder->request->layout == CJPEG_INKS) {
            for (size_t index = 0; index < row_length; ++index) {
                // In the multiplication full ink is 0, in profiles it is 255.
                target[index] = (uint8_t)(row[0][index] ^ flip ^ 255);
            }
            continue;
        }
        convert_inks(row[0], target, info->output_width, decoder->request->layout, flip);
    }
}

static void read_rows(struct decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const size_t row_length = (size_t)info->output_width * (size_t)decoder->request->layout;
    while (info->output_scanline < info->output_height) {
        JSAMPROW rows[16];
        const JDIMENSION left = info->output_height - info->output_scanline;
        const JDIMENSION count = left < 16 ? left : 16;
        for (JDIMENSION index = 0; index < count; ++index) {
            rows[index] = decoder->pixels + (size_t)(info->output_scanline + index) * row_length;
        }
        if (jpeg_read_scanlines(info, rows, count) == 0) break;
    }
}

static CJPEG_APART void decode(struct decoder *decoder, const uint8_t *bytes, size_t length) {
    if (setjmp(decoder->failure.place) != 0) return;
    jpeg_create_decompress(&decoder->info);
    decoder->info.client_data = decoder;
    decoder->progress.progress_monitor = check_scans;
    decoder->info.progress = &decoder->progress;
    begin(decoder, bytes, length);
    set_up(decoder);
    if (decoder->planes != NULL) {
        bound_memory(decoder, cjpeg_choose_planes(decoder));
        jpeg_start_decompress(&decoder->info);
        cjpeg_read_planes(decoder);
        return;
    }
    choose_colours(decoder);
    jpeg_start_decompress(&decoder->info);
    if (decoder->info.out_color_space == JCS_CMYK) {
        read_inks(decoder);
    } else {
        read_rows(decoder);
    }
    // The bytes after the last row are not read; jpeg_finish_decompress would read them.
}

static enum cjpeg_status run(struct decoder *decoder, const uint8_t *bytes, size_t length,
                             const struct cjpeg_request *request, uint64_t *bytes_needed,
                             struct cjpeg_message *message) {
    *bytes_needed = 0;
    decoder->request = request;
    decoder->bytes_needed = bytes_needed;
    decoder->info.err = cjpeg_prepare_failure(&decoder->failure, message);
    decode(decoder, bytes, length);
    jpeg_destroy_decompress(&decoder->info);
    return decoder->failure.status;
}

enum cjpeg_status cjpeg_decode(const uint8_t *bytes, size_t length,
                               const struct cjpeg_request *request, uint8_t *pixels,
                               size_t pixels_length, uint64_t *bytes_needed,
                               struct cjpeg_message *message) {
    struct decoder decoder;
    memset(&decoder, 0, sizeof decoder);
    decoder.pixels = pixels;
    decoder.pixels_length = pixels_length;
    return run(&decoder, bytes, length, request, bytes_needed, message);
}

enum cjpeg_status cjpeg_decode_planes(const uint8_t *bytes, size_t length,
                                      const struct cjpeg_request *request,
                                      const struct cjpeg_planes *planes, uint64_t *bytes_needed,
                                      struct cjpeg_message *message) {
    struct decoder decoder;
    memset(&decoder, 0, sizeof decoder);
    decoder.planes = planes;
    return run(&decoder, bytes, length, request, bytes_needed, message);
}
