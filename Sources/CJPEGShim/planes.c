#include "decoding.h"

#include <string.h>

/// The maximum number of rows per MCU: 4 blocks of 8.
enum { CJPEG_MOST_ROWS = 32 };

/// The conversion of a plane of the file to one of the caller's.
struct way {
    /// The number of the file's samples that become one, across and down: 1 or 2.
    unsigned int across;
    unsigned int down;
    /// Width and height of the caller's plane in samples.
    uint32_t width;
    uint32_t height;
    uint8_t *target;
    /// The number of rows that libjpeg writes at a time, and their buffers.
    unsigned int count;
    JSAMPROW rows[CJPEG_MOST_ROWS];
    JSAMPARRAY buffer;
    /// A row that waits for the row below it in the next batch.
    JSAMPROW held;
};

/// The number of samples of a plane per two luma samples in a direction; 0 if it is not one, two or
/// four.
static unsigned int share(int most, int least_size, int factor, int size) {
    const int samples = factor * size;
    if (samples * 2 == most * least_size) return 1;
    return samples == most * least_size ? 2 : 0;
}

static void find_shares(const struct jpeg_decompress_struct *info, int index, struct way *way) {
    const jpeg_component_info *part = &info->comp_info[index];
    const int least = info->min_DCT_scaled_size;
    way->across = share(info->max_h_samp_factor, least, part->h_samp_factor,
                        part->DCT_scaled_size);
    way->down = share(info->max_v_samp_factor, least, part->v_samp_factor, part->DCT_scaled_size);
}

uint64_t cjpeg_choose_planes(struct decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const struct cjpeg_planes *planes = decoder->planes;
    if (info->num_components != 3 || info->jpeg_color_space != JCS_YCbCr) {
        cjpeg_fail((j_common_ptr)info, CJPEG_NO_PLANES, "the file is no YCbCr file");
    }
    if (decoder->request->eighths < 1 || decoder->request->eighths > 8) {
        cjpeg_fail((j_common_ptr)info, CJPEG_BAD_ARGUMENT, "pictures are only reduced");
    }
    info->out_color_space = JCS_YCbCr;
    info->raw_data_out = TRUE;
    jpeg_calc_output_dimensions(info);
    for (int index = 0; index < 3; ++index) {
        struct way way;
        find_shares(info, index, &way);
        // The luma must be complete, with two samples per two.
        if (way.across == 0 || way.down == 0 || (index == 0 && (way.across & way.down) != 2)) {
            cjpeg_fail((j_common_ptr)info, CJPEG_NO_PLANES, "the file's planes are unusual");
        }
    }
    if (info->output_width != planes->width || info->output_height != planes->height) {
        cjpeg_fail((j_common_ptr)info, CJPEG_BAD_ARGUMENT, "the output buffer has another size");
    }
    const uint64_t across = ((uint64_t)planes->width + 1) / 2;
    const uint64_t down = ((uint64_t)planes->height + 1) / 2;
    return (uint64_t)planes->width * planes->height + 2 * across * down;
}

static void make_way(struct decoder *decoder, int index, struct way *way) {
    struct jpeg_decompress_struct *info = &decoder->info;
    const struct cjpeg_planes *planes = decoder->planes;
    const jpeg_component_info *part = &info->comp_info[index];
    find_shares(info, index, way);
    way->width = planes->width;
    way->height = planes->height;
    if (index == 0) {
        way->across = way->down = 1;
    } else {
        way->width = (way->width + 1) / 2;
        way->height = (way->height + 1) / 2;
    }
    way->target = planes->samples[index];
    way->count = (unsigned int)(part->v_samp_factor * part->DCT_scaled_size);
    // libjpeg fills blocks up to the end of the last MCU; a pair may extend one sample further.
    const JDIMENSION factor = (JDIMENSION)part->h_samp_factor;
    const JDIMENSION blocks = (part->width_in_blocks + factor - 1) / factor * factor;
    const JDIMENSION length = blocks * (JDIMENSION)part->DCT_scaled_size;
    way->buffer = info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE, length + 2,
                                          way->count + 1);
    way->held = way->buffer[way->count];
    for (unsigned int row = 0; row < way->count; ++row) way->rows[row] = way->buffer[row];
}

/// The sum of samples 2 * index and 2 * index + 1; read as one number, which compilers vectorize,
/// eight times as fast as two reads.
static inline uint16_t sum_of_pair(const uint8_t *row, size_t index) {
    uint16_t pair;
    memcpy(&pair, row + 2 * index, sizeof pair);
    return (uint16_t)((pair & 0xFF) + (pair >> 8));
}

/// Averages horizontal pairs of samples.
static void halve(const uint8_t *restrict row, uint8_t *restrict target, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        const uint16_t sum = (uint16_t)(sum_of_pair(row, index) + 1);
        target[index] = (uint8_t)(sum >> 1);
    }
}

/// Averages vertical pairs of samples.
static void merge(const uint8_t *restrict row, const uint8_t *restrict below,
                  uint8_t *restrict target, uint32_t count) {
    for (uint32_t index = 0; index < count; ++index) {
        target[index] = (uint8_t)((row[index] + below[index] + 1) >> 1);
    }
}

/// Averages squares of four samples.
static void quarter(const uint8_t *restrict row, const uint8_t *restrict below,
                    uint8_t *restrict target, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        const uint16_t sum =
            (uint16_t)(sum_of_pair(row, index) + sum_of_pair(below, index) + 2);
        target[index] = (uint8_t)(sum >> 2);
    }
}

/// Converts the rows written by libjpeg into the plane; `top` is the number of the first row.
static void take_rows(struct way *way, uint32_t top, uint32_t luma_width, uint32_t luma_height) {
    const uint32_t rows = way->down == 2 ? luma_height : way->height;
    const uint32_t samples = way->across == 2 ? luma_width : way->width;
    unsigned int row = 0;
    while (row < way->count && top + row < rows) {
        const uint32_t line = top + row;
        uint8_t *target = way->target + (size_t)(line / way->down) * way->width;
        uint8_t *source = way->rows[row];
        // Samples beyond the edge of the picture are the encoder's padding.
        if (way->across == 2 && samples % 2 == 1) source[samples] = source[samples - 1];
        row += 1;
        if (way->down == 1) {
            if (way->across == 2) {
                halve(source, target, way->width);
            } else if (source != target) {
                memcpy(target, source, way->width);
            }
            continue;
        }
        uint8_t *below = source;
        if (line % 2 == 1) {
            source = way->held;
        } else if (line + 1 < rows) {
            if (row == way->count) {
                memcpy(way->held, source, samples + samples % 2 * (way->across - 1));
                break;
            }
            below = way->rows[row];
            if (way->across == 2 && samples % 2 == 1) below[samples] = below[samples - 1];
            row += 1;
        }
        if (way->across == 2) {
            quarter(source, below, target, way->width);
        } else {
            merge(source, below, target, way->width);
        }
    }
}

/// Lets libjpeg write directly into the luma if its rows end at a block boundary.
static void aim(struct decoder *decoder, struct way *way, uint32_t top) {
    const jpeg_component_info *part = &decoder->info.comp_info[0];
    if ((uint64_t)part->width_in_blocks * (unsigned int)part->DCT_scaled_size != way->width) return;
    for (unsigned int row = 0; row < way->count; ++row) {
        way->rows[row] = top + row < way->height
            ? way->target + (size_t)(top + row) * way->width : way->buffer[row];
    }
}

void cjpeg_read_planes(struct decoder *decoder) {
    struct jpeg_decompress_struct *info = &decoder->info;
    struct way ways[3];
    JSAMPARRAY rows[3];
    for (int index = 0; index < 3; ++index) {
        make_way(decoder, index, &ways[index]);
        rows[index] = ways[index].rows;
    }
    const JDIMENSION lines = (JDIMENSION)(info->max_v_samp_factor * info->min_DCT_scaled_size);
    for (uint32_t turn = 0; info->output_scanline < info->output_height; ++turn) {
        aim(decoder, &ways[0], turn * ways[0].count);
        if (jpeg_read_raw_data(info, rows, lines) == 0) break;
        for (int index = 0; index < 3; ++index) {
            take_rows(&ways[index], turn * ways[index].count, decoder->planes->width,
                      decoder->planes->height);
        }
    }
}
