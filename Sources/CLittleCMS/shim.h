// Makes Little CMS callable from Swift: the pixel formats are macros that Swift does not import, and
// its messages and its memory go through callbacks, which stay in C.
// Source: https://www.littlecms.com/LittleCMS2.14%20API.pdf.
#ifndef GALLERY_CLITTLECMS_SHIM_H
#define GALLERY_CLITTLECMS_SHIM_H

#include <lcms2.h>
#include <lcms2_plugin.h>

#include <stdio.h>
#include <stdlib.h>

/// What Little CMS said first, cut where it is long.
typedef struct {
    char text[160];
} gallery_lcms_message;

/// The most bytes of one block of memory: tables of a hostile profile are not believed beyond it.
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

/// Keeps the first message of Little CMS; those after it follow from it.
static inline void gallery_lcms_keep(cmsContext context, cmsUInt32Number code, const char *text) {
    (void)code;
    gallery_lcms_message *kept = (gallery_lcms_message *)cmsGetContextUserData(context);
    if (kept && kept->text[0] == '\0') snprintf(kept->text, sizeof kept->text, "%s", text);
}

/// Makes a context of its own, whose messages are kept in `message` until
/// gallery_lcms_end_messages; free it with cmsDeleteContext, after all that was made in it.
static inline cmsContext gallery_lcms_create(gallery_lcms_message *message) {
    cmsPluginMemHandler memory = {
        {cmsPluginMagicNumber, 2000, cmsPluginMemHandlerSig, NULL},
        gallery_lcms_allocate, gallery_lcms_free, gallery_lcms_resize, NULL, NULL, NULL,
    };
    cmsContext context = cmsCreateContext(&memory, message);
    if (context) cmsSetLogErrorHandlerTHR(context, gallery_lcms_keep);
    return context;
}

/// Lets a context drop its messages from now on.
static inline void gallery_lcms_end_messages(cmsContext context) {
    cmsSetLogErrorHandlerTHR(context, NULL);
}

/// The format of a profile's pixels with a byte a channel: blue, green, red; grey; or cyan, magenta,
/// yellow, black with 0 for no ink. 0 for other colour spaces.
static inline cmsUInt32Number gallery_lcms_format(cmsHPROFILE profile) {
    switch (cmsGetColorSpace(profile)) {
    case cmsSigRgbData: return TYPE_BGR_8;
    case cmsSigGrayData: return TYPE_GRAY_8;
    case cmsSigCmykData: return TYPE_CMYK_8;
    default: return 0;
    }
}

/// The transform from a profile to sRGB in bytes of blue, green, red: relative colorimetric with black
/// point compensation. NULL where the profile does not allow it.
///
/// Without Little CMS's cache of one pixel a transform has no state: threads may share it.
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
