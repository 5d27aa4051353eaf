#ifndef GALLERY_CGEOS_SHIM_H
#define GALLERY_CGEOS_SHIM_H

// Without this, geos_c.h declares the functions that share one context between all threads.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// GEOS passes messages and query results to callbacks. The callbacks below store both in plain C
// structures, so that GEOS's C++ code never calls a Swift function.

/// The last message of GEOS, truncated if long.
typedef struct {
    char text[256];
} gallery_geos_message;

/// Stores a message.
static inline void gallery_geos_keep_message(const char *text, void *message) {
    gallery_geos_message *kept = (gallery_geos_message *)message;
    snprintf(kept->text, sizeof kept->text, "%s", text ? text : "");
}

/// Makes a context whose error messages are stored in `message`; notices are dropped.
static inline GEOSContextHandle_t gallery_geos_create(gallery_geos_message *message) {
    GEOSContextHandle_t context = GEOS_init_r();
    if (context) {
        GEOSContext_setErrorMessageHandler_r(context, gallery_geos_keep_message, message);
    }
    return context;
}

/// The results of a tree query.
typedef struct {
    uint32_t *numbers;
    size_t capacity;
    size_t count;
} gallery_geos_hits;

/// Stores a result: `item` is the number plus one, because GEOS rejects null items.
static inline void gallery_geos_keep_hit(void *item, void *hits) {
    gallery_geos_hits *kept = (gallery_geos_hits *)hits;
    if (kept->count < kept->capacity) {
        kept->numbers[kept->count++] = (uint32_t)((uintptr_t)item - 1);
    }
}

/// Inserts a number with the envelope of `geometry`, which must outlive the tree.
static inline void gallery_geos_insert(
    GEOSContextHandle_t context, GEOSSTRtree *tree, const GEOSGeometry *geometry, uint32_t number) {
    GEOSSTRtree_insert_r(context, tree, geometry, (void *)((uintptr_t)number + 1));
}

/// Finds the numbers whose envelopes touch that of `geometry`, at most `capacity`; returns their
/// count.
static inline size_t gallery_geos_query(
    GEOSContextHandle_t context, GEOSSTRtree *tree, const GEOSGeometry *geometry,
    uint32_t *numbers, size_t capacity) {
    gallery_geos_hits hits = {numbers, capacity, 0};
    GEOSSTRtree_query_r(context, tree, geometry, gallery_geos_keep_hit, &hits);
    return hits.count;
}

#endif
