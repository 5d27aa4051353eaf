// Makes Little CMS callable from Swift: its pixel formats are macros that Swift does not import,
// and its message and memory callbacks stay in C.
// Source: https://www.littlecms.com/LittleCMS2.14%20API.pdf.
#ifndef GALLERY_CLITTLECMS_SHIM_H
#define GALLERY_CLITTLECMS_SHIM_H

#include <lcms2.h>
#include <lcms2_plugin.h>

#include <stdio.h>
#include <stdlib.h>

/// The first message of Little CMS, truncated if long.
typedef struct {
    char text[160];
} gallery_lcms_message;

/// The maximum size of a memory block, which bounds the tables of hostile profiles.
enum { GALLERY_LCMS_MAXIMUM_BLOCK = 64 << 20 };

static inline void *gallery_lcms_allocate(cmsContext context, cmsUInt32Number length) {
    (void)context;
    return length > GALLERY_LCMS_MAXIMUM_BLOCK ? NULL : malloc(length);
}

static inline void *gallery_lcms_resize(cmsContext context, void *block, cmsUInt32Number length) {
    (void)context;
    return length > GALLERY_LCMS_MAXIMUM_BLOCK ? NULL : realloc(block, length);
}

static inline void gallery_lcms_free(cmsContext context, void *block) {
    (void)context;
    free(block);
}

/// Stores only the first message, as it causes the others.
static inline void gallery_lcms_keep(cmsContext context, cmsUInt32Number code, const char *text) {
    (void)code;
    gallery_lcms_message *kept = (gallery_lcms_message *)cmsGetContextUserData(context);
    if (kept && kept->text[0] == '\0') snprintf(kept->text, sizeof kept->text, "%s", text);
}

/// Makes a separate context whose messages are stored in `message` until gallery_lcms_end_messages;
/// free it with cmsDeleteContext after everything that was made in it.
static inline cmsContext gallery_lcms_create(gallery_lcms_message *message) {
    cmsPluginMemHandler memory = {
        {cmsPluginMagicNumber, 2000, cmsPluginMemHandlerSig, NULL},
        gallery_lcms_allocate, gallery_lcms_free, gallery_lcms_resize, NULL, NULL, NULL,
    };
    cmsContext context = cmsCreateContext(&memory, message);
    if (context) cmsSetLogErrorHandlerTHR(context, gallery_lcms_keep);
    return context;
}

/// Drops further messages of a context.
static inline void gallery_lcms_end_messages(cmsContext context) {
    cmsSetLogErrorHandlerTHR(context, NULL);
}

/// The pixel format of a profile with a byte per channel: blue, green, red; gray; or cyan, magenta,
/// yellow, black with 0 for no ink. 0 for other color spaces.
static inline cmsUInt32Number gallery_lcms_format(cmsHPROFILE profile) {
    switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData: return TYPE_BGR_8;
    case cmsSigGrayData: return TYPE_GRAY_8;
    case cmsSigCmykData: return TYPE_CMYK_8;
    default: return 0;
    }
}

/// Makes a transform from a profile to sRGB as bytes of blue, green, red: relative colorimetric
/// with black point compensation. NULL if the profile does not support it.
///
/// Without Little CMS's one-pixel cache a transform is stateless and can be shared between threads.
static inline cmsHTRANSFORM gallery_lcms_to_srgb(cmsContext context, cmsHPROFILE profile) {
    cmsHPROFILE target = cmsCreate_sRGBProfileTHR(context);
    if (!target) return NULL;
    cmsHTRANSFORM transform = cmsCreateTransformTHR(
        context, profile, gallery_lcms_format(profile), target, TYPE_BGR_8,
        INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE);
    cmsCloseProfile(target);
    return transform;
}

#endif
