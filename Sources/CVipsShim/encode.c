#include "CVipsShim.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Source: vips/image.h of libvips 8.14; the numbers are part of its ABI.
enum { FORMAT_UCHAR = 0, SPACE_GREY = 1, SPACE_RGB = 22 };

/// Returns the pixels in libvips's order, red first; NULL if memory runs out.
static uint8_t *ordered(const struct cvips_picture *picture, size_t count) {
    uint8_t *pixels = malloc(count * 3);
    if (pixels == NULL) return NULL;
    const uint8_t *source = picture->pixels;
    for (size_t index = 0; index < count * 3; index += 3) {
        pixels[index] = source[index + 2];
        pixels[index + 1] = source[index + 1];
        pixels[index + 2] = source[index];
    }
    return pixels;
}

/// Makes an image with the right color space and the profile; the pixels must outlive it.
static vips_image *image_of(const struct vips_library *vips, const struct cvips_picture *picture,
                            const uint8_t *pixels, size_t length) {
    vips_image *plain =
        vips->image_new_from_memory(pixels, length, (int)picture->width, (int)picture->height,
                                    (int)picture->layout, FORMAT_UCHAR);
    if (plain == NULL) return NULL;
    const int space = picture->layout == CVIPS_GREY ? SPACE_GREY : SPACE_RGB;
    vips_image *image = NULL;
    const int status = vips->copy(plain, &image, "interpretation", space, (void *)NULL);
    vips->object_unref(plain);
    if (status != 0) return NULL;
    if (picture->profile_length > 0) {
        vips->image_set_blob_copy(image, "icc-profile-data", picture->profile,
                                  picture->profile_length);
    }
    return image;
}

static enum cvips_status write_image(const struct vips_library *vips,
                                     const struct cvips_picture *picture, const uint8_t *pixels,
                                     size_t length, const char *suffix, uint8_t **encoded,
                                     size_t *encoded_length, struct cvips_message *message) {
    vips_image *image = image_of(vips, picture, pixels, length);
    int status = -1;
    void *bytes = NULL;
    if (image != NULL) {
        status = vips->image_write_to_buffer(image, suffix, &bytes, encoded_length, (void *)NULL);
        vips->object_unref(image);
    }
    if (status != 0) {
        return cvips_take_message(vips, message) ? CVIPS_OUT_OF_MEMORY : CVIPS_DAMAGED;
    }
    *encoded = bytes;
    return CVIPS_OK;
}

enum cvips_status cvips_encode(const struct cvips_picture *picture, enum cvips_format format,
                               int32_t quality, uint8_t **encoded, size_t *length,
                               struct cvips_message *message) {
    *encoded = NULL;
    *length = 0;
    message->text[0] = '\0';
    const char *reason = "";
    const struct vips_library *vips = cvips_library(&reason);
    if (vips == NULL) {
        snprintf(message->text, sizeof message->text, "%s", reason);
        return CVIPS_NO_LIBRARY;
    }
    // Measured on photos of 1600 pixels: effort 2 takes 60 % of the time of 4 and 4 % more bytes;
    // filtered PNGs at 3 take as long as unfiltered ones at 6 and 35 % fewer bytes. `strip` would
    // also remove the profile.
    const char *strip = picture->profile_length > 0 ? "" : ",strip";
    char suffix[64];
    if (format == CVIPS_WEBP) {
        snprintf(suffix, sizeof suffix, ".webp[Q=%d,effort=2%s]", (int)quality, strip);
    } else if (format == CVIPS_PNG) {
        snprintf(suffix, sizeof suffix, ".png[compression=3,filter=avg%s]", strip);
    } else {
        snprintf(message->text, sizeof message->text, "only PNG and WebP are encoded");
        return CVIPS_NO_LOADER;
    }
    const size_t count = (size_t)picture->width * picture->height;
    uint8_t *own = NULL;
    if (picture->layout == CVIPS_BGR) {
        own = ordered(picture, count);
        if (own == NULL) return CVIPS_OUT_OF_MEMORY;
    }
    const enum cvips_status status =
        write_image(vips, picture, own == NULL ? picture->pixels : own,
                    count * (size_t)picture->layout, suffix, encoded, length, message);
    free(own);
    vips->thread_shutdown();
    return status;
}

void cvips_free_encoded(uint8_t *encoded) {
    if (encoded == NULL) return;
    const char *reason = "";
    const struct vips_library *vips = cvips_library(&reason);
    if (vips != NULL) vips->memory_free(encoded);
}
