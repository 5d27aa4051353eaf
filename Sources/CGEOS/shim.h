#ifndef GALLERY_CGEOS_SHIM_H
#define GALLERY_CGEOS_SHIM_H

// Without this, geos_c.h declares the functions that share one context between all threads.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// GEOS passes messages to a callback. The one below stores them in a plain C structure, so that
// GEOS's C++ code never calls a Swift function.

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

#endif
