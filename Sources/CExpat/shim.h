#ifndef GALLERY_CEXPAT_SHIM_H
#define GALLERY_CEXPAT_SHIM_H

#include <expat.h>

// expat's functions and handlers are plain C, which Swift can call and set directly. The array in
// XML_Encoding would be a 256-element tuple in Swift, so it is filled here.

/// Maps each byte of an unknown encoding to the character with the same number.
///
/// Only names and comments contain such characters; numbers and times are ASCII in all encodings.
static inline int gallery_expat_take_bytes(void *context, const XML_Char *name, XML_Encoding *info) {
    (void)context;
    (void)name;
    for (int byte = 0; byte < 256; ++byte) info->map[byte] = byte;
    info->data = NULL;
    info->convert = NULL;
    info->release = NULL;
    return XML_STATUS_OK;
}

/// Lets a parser read encodings that expat does not know, such as Windows-1252.
static inline void gallery_expat_take_every_encoding(XML_Parser parser) {
    XML_SetUnknownEncodingHandler(parser, gallery_expat_take_bytes, NULL);
}

#endif
