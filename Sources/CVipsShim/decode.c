#include "CVipsShim.h"
#include "library.h"

#include <stdio.h>
#include <string.h>

// Source: vips/image.h and vips/resample.h of libvips 8.14; the numbers are part of its ABI.
enum { FORMAT_UCHAR = 0, SPACE_GREY = 1, SPACE_RGB = 22, SIZE_DOWN = 2, SEQUENTIAL = 1 };
enum { MAXIMUM_SIDE = 10000000 };

/// The state of a decode.
struct decode {
    const struct vips_library *vips;
    const uint8_t *bytes;
    size_t length;
    const struct cvips_request *request;
    struct cvips_outcome *outcome;
    struct cvips_message *message;
    /// Nonzero if the file has a color profile.
    int has_profile;
};

/// The part of a loader's name that identifies its type.
static const char *loader_part(enum cvips_format format) {
    switch (format) {
    case CVIPS_PNG: return "LoadPng";
    case CVIPS_WEBP: return "LoadWebp";
    case CVIPS_HEIF: return "LoadHeif";
    case CVIPS_TIFF: return "LoadTiff";
    case CVIPS_GIF: return "LoadNsgif";
    }
    return "none";
}

static enum cvips_status fail(const struct decode *decode) {
    return cvips_take_message(decode->vips, decode->message) ? CVIPS_OUT_OF_MEMORY : CVIPS_DAMAGED;
}

/// The size in bytes of a value in each VipsBandFormat.
static uint64_t format_length(int format) {
    static const uint8_t lengths[] = {1, 1, 2, 2, 4, 4, 4, 8, 8, 16};
    return format >= 0 && format < 10 ? lengths[format] : 16;
}

/// The maximum memory for decoding, estimated from the header.
static uint64_t estimate(const struct decode *decode, const vips_image *image, uint64_t across,
                         uint64_t down) {
    const struct vips_library *vips = decode->vips;
    const uint64_t longest = across > down ? across : down;
    const uint64_t wanted = decode->request->longest_side;
    double output = 3.0 * (double)(across * down);
    if (wanted > 0 && wanted < longest) {
        const double scale = (double)wanted / (double)longest;
        output = 3.0 * ((double)across * scale + 1) * ((double)down * scale + 1);
    }
    // The pixels from libvips, and their copy in the requested layout.
    uint64_t bytes = (uint64_t)(output * 2);
    // PNGs without interlacing are read row by row; other decoders hold the whole picture, and
    // HEIF's also its planes.
    const int is_streamed = decode->request->format == CVIPS_PNG
                            && vips->image_get_typeof(image, "interlaced") == 0;
    if (!is_streamed) {
        const uint64_t pixel = (uint64_t)vips->image_get_bands(image)
                               * format_length(vips->image_get_format(image));
        const uint64_t copies = decode->request->format == CVIPS_HEIF ? 2 : 1;
        bytes += across * down * pixel * copies;
    }
    return bytes;
}

/// Reads the header and checks it against the caller's limits.
static enum cvips_status check_header(struct decode *decode) {
    const struct vips_library *vips = decode->vips;
    const char *loader = vips->foreign_find_load_buffer(decode->bytes, decode->length);
    if (loader == NULL) {
        fail(decode);
        return CVIPS_NO_LOADER;
    }
    if (strstr(loader, loader_part(decode->request->format)) == NULL) {
        snprintf(decode->message->text, sizeof decode->message->text,
                 "libvips takes it for another type");
        return CVIPS_DAMAGED;
    }
    vips_image *image =
        vips->image_new_from_buffer(decode->bytes, decode->length, "", (void *)NULL);
    if (image == NULL) return fail(decode);
    struct cvips_outcome *outcome = decode->outcome;
    // libvips limits both sides to 10,000,000, so their product cannot overflow.
    const uint64_t across = (uint64_t)vips->image_get_width(image);
    const uint64_t down = (uint64_t)vips->image_get_height(image);
    const int orientation = vips->image_get_orientation(image);
    outcome->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    outcome->whole_width = (uint32_t)(outcome->orientation >= 5 ? down : across);
    outcome->whole_height = (uint32_t)(outcome->orientation >= 5 ? across : down);
    outcome->bytes_needed = estimate(decode, image, across, down);
    decode->has_profile = vips->image_get_typeof(image, "icc-profile-data") != 0;
    vips->object_unref(image);
    if (across * down > decode->request->maximum_pixels) return CVIPS_TOO_MANY_PIXELS;
    if (outcome->bytes_needed > decode->request->maximum_bytes) return CVIPS_TOO_LARGE;
    return CVIPS_OK;
}

/// Replaces an image with one derived from it.
static int replace(const struct decode *decode, vips_image **image, vips_image *next, int status) {
    decode->vips->object_unref(*image);
    *image = status == 0 ? next : NULL;
    return status == 0;
}

/// Converts an image to 8 bits, gray or sRGB, without alpha; 0 and NULL if libvips fails.
static int normalise(const struct decode *decode, vips_image **image) {
    const struct vips_library *vips = decode->vips;
    vips_image *next = NULL;
    const int space = vips->image_get_interpretation(*image);
    if (space != SPACE_GREY && space != SPACE_RGB) {
        const int status = vips->colourspace(*image, &next, SPACE_RGB, (void *)NULL);
        if (!replace(decode, image, next, status)) return 0;
    }
    if (vips->image_get_format(*image) != FORMAT_UCHAR) {
        const int status = vips->cast(*image, &next, FORMAT_UCHAR, (void *)NULL);
        if (!replace(decode, image, next, status)) return 0;
    }
    return 1;
}

static int flatten(const struct decode *decode, vips_image **image) {
    const struct vips_library *vips = decode->vips;
    if (!vips->image_hasalpha(*image)) return 1;
    void *white = vips->array_double_new(&(const double){255}, 1);
    vips_image *next = NULL;
    const int status = vips->flatten(*image, &next, "background", white, (void *)NULL);
    vips->area_unref(white);
    return replace(decode, image, next, status);
}

/// Reduces a picture to a limit and turns it upright; with a profile, converts it to sRGB.
static int reduce(const struct decode *decode, vips_image **image, int side, int uses_profile) {
    const struct vips_library *vips = decode->vips;
    // libvips takes a non-const pointer but only reads the bytes.
    void *bytes = (void *)(uintptr_t)decode->bytes;
    const char *option = uses_profile ? "export_profile" : NULL;
    const enum cvips_format format = decode->request->format;
    if (format != CVIPS_HEIF && format != CVIPS_TIFF) {
        return vips->thumbnail_buffer(bytes, decode->length, image, side, "height", side, "size",
                                      SIZE_DOWN, option, "srgb", (void *)NULL);
    }
    // These formats may contain smaller pictures, which libvips would use instead: a thumbnail with
    // another orientation, or a page of half the size.
    vips_image *whole = vips->image_new_from_buffer(bytes, decode->length, "", "access", SEQUENTIAL,
                                                    (void *)NULL);
    if (whole == NULL) return -1;
    const int status = vips->thumbnail_image(whole, image, side, "height", side, "size", SIZE_DOWN,
                                             option, "srgb", (void *)NULL);
    vips->object_unref(whole);
    return status;
}

/// Returns the upright picture, reduced; NULL if libvips fails.
static vips_image *open_thumbnail(const struct decode *decode) {
    const uint32_t wanted = decode->request->longest_side;
    const int side = wanted == 0 || wanted > MAXIMUM_SIDE ? MAXIMUM_SIDE : (int)wanted;
    vips_image *image = NULL;
    // A picture without a profile is already sRGB; a conversion would change its colors.
    if (decode->has_profile && reduce(decode, &image, side, 1) == 0) return image;
    // Also the fallback for a damaged profile.
    return reduce(decode, &image, side, 0) == 0 ? image : NULL;
}

static enum cvips_status decode_pixels(const struct decode *decode) {
    const struct vips_library *vips = decode->vips;
    vips_image *image = open_thumbnail(decode);
    if (image == NULL) return fail(decode);
    if (!normalise(decode, &image) || !flatten(decode, &image)) return fail(decode);
    struct cvips_outcome *outcome = decode->outcome;
    outcome->width = (uint32_t)vips->image_get_width(image);
    outcome->height = (uint32_t)vips->image_get_height(image);
    outcome->bands = (uint32_t)vips->image_get_bands(image);
    size_t length = 0;
    outcome->pixels = vips->image_write_to_memory(image, &length);
    vips->object_unref(image);
    if (outcome->pixels == NULL) return fail(decode);
    const uint64_t expected = (uint64_t)outcome->width * outcome->height * outcome->bands;
    if (expected == 0 || length != expected || (outcome->bands != 1 && outcome->bands != 3)) {
        snprintf(decode->message->text, sizeof decode->message->text,
                 "its %u channels are neither grey nor colours", outcome->bands);
        cvips_free(outcome);
        return CVIPS_DAMAGED;
    }
    return CVIPS_OK;
}

/// Opens libvips and reads the header, and the pixels if requested.
static enum cvips_status read(struct decode *decode, int wants_pixels) {
    memset(decode->outcome, 0, sizeof *decode->outcome);
    decode->message->text[0] = '\0';
    const char *reason = "";
    decode->vips = cvips_library(&reason);
    if (decode->vips == NULL) {
        snprintf(decode->message->text, sizeof decode->message->text, "%s", reason);
        return CVIPS_NO_LIBRARY;
    }
    enum cvips_status status = check_header(decode);
    if (status == CVIPS_OK && wants_pixels) status = decode_pixels(decode);
    // Frees libvips's data for this thread, which may end unnoticed.
    decode->vips->thread_shutdown();
    return status;
}

enum cvips_status cvips_read_header(const uint8_t *bytes, size_t length,
                                    const struct cvips_request *request,
                                    struct cvips_outcome *outcome, struct cvips_message *message) {
    struct decode decode = {NULL, bytes, length, request, outcome, message, 0};
    return read(&decode, 0);
}

enum cvips_status cvips_decode(const uint8_t *bytes, size_t length,
                               const struct cvips_request *request, struct cvips_outcome *outcome,
                               struct cvips_message *message) {
    struct decode decode = {NULL, bytes, length, request, outcome, message, 0};
    return read(&decode, 1);
}

void cvips_copy(const struct cvips_outcome *outcome, enum cvips_layout layout, uint8_t *pixels) {
    const size_t count = (size_t)outcome->width * outcome->height;
    const uint8_t *source = outcome->pixels;
    if (outcome->bands == 1) {
        if (layout == CVIPS_GREY) {
            memcpy(pixels, source, count);
            return;
        }
        for (size_t index = 0; index < count; ++index, pixels += 3) {
            pixels[0] = pixels[1] = pixels[2] = source[index];
        }
        return;
    }
    if (layout == CVIPS_GREY) {
        for (size_t index = 0; index < count; ++index, source += 3) {
            pixels[index] =
                (uint8_t)((299u * source[0] + 587u * source[1] + 114u * source[2] + 500u) / 1000u);
        }
        return;
    }
    for (size_t index = 0; index < count; ++index, source += 3, pixels += 3) {
        pixels[0] = source[2];
        pixels[1] = source[1];
        pixels[2] = source[0];
    }
}

void cvips_free(struct cvips_outcome *outcome) {
    if (outcome->pixels == NULL) return;
    const char *reason = "";
    const struct vips_library *vips = cvips_library(&reason);
    if (vips != NULL) vips->memory_free(outcome->pixels);
    outcome->pixels = NULL;
}
