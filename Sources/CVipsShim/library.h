#ifndef CVIPS_LIBRARY_H
#define CVIPS_LIBRARY_H

#include "CVipsShim.h"

#include <stddef.h>

typedef struct VipsImageOpaque vips_image;

/// The functions of libvips and GLib in use, as declared by the headers of libvips 8.14; named
/// without `vips_` and `g_`.
struct vips_library {
    int (*init)(const char *program);
    void (*block_untrusted_set)(int state);
    void (*concurrency_set)(int concurrency);
    void (*cache_set_max)(int operations);
    char *(*error_buffer_copy)(void);
    void (*thread_shutdown)(void);
    const char *(*foreign_find_load_buffer)(const void *bytes, size_t length);
    vips_image *(*image_new_from_buffer)(const void *bytes, size_t length, const char *options,
                                         ...);
    int (*image_get_width)(const vips_image *image);
    int (*image_get_height)(const vips_image *image);
    int (*image_get_bands)(const vips_image *image);
    int (*image_get_format)(const vips_image *image);
    int (*image_get_interpretation)(const vips_image *image);
    int (*image_get_orientation)(vips_image *image);
    int (*image_hasalpha)(vips_image *image);
    size_t (*image_get_typeof)(const vips_image *image, const char *name);
    int (*thumbnail_buffer)(void *bytes, size_t length, vips_image **out, int width, ...);
    int (*thumbnail_image)(vips_image *in, vips_image **out, int width, ...);
    int (*colourspace)(vips_image *in, vips_image **out, int space, ...);
    int (*flatten)(vips_image *in, vips_image **out, ...);
    void *(*array_double_new)(const double *values, int count);
    void (*area_unref)(void *area);
    int (*cast)(vips_image *in, vips_image **out, int format, ...);
    void *(*image_write_to_memory)(vips_image *image, size_t *length);
    vips_image *(*image_new_from_memory)(const void *bytes, size_t length, int width, int height,
                                         int bands, int format);
    int (*copy)(vips_image *in, vips_image **out, ...);
    void (*image_set_blob_copy)(vips_image *image, const char *name, const void *bytes,
                                size_t length);
    int (*image_write_to_buffer)(vips_image *image, const char *suffix, void **bytes,
                                 size_t *length, ...);
    unsigned int (*log_set_handler)(const char *domain, int levels, void *handler, void *data);
    void (*object_unref)(void *object);
    void (*memory_free)(void *memory);
};

/// Takes libvips's messages and keeps the first line; returns 1 if it reports that memory ran out.
///
/// All threads share one buffer, so the line may belong to another file or be missing.
int cvips_take_message(const struct vips_library *vips, struct cvips_message *message);

/// Returns libvips, opened and set up by the first call; NULL on failure.
///
/// On failure `*reason` is a text that stays valid.
const struct vips_library *cvips_library(const char **reason);

#endif
