#ifndef GALLERY_CEXPAT_SHIM_H
#define GALLERY_CEXPAT_SHIM_H

#include <expat.h>

// expat's functions and handlers are plain C, which Swift calls and sets as they are. The array inside
// XML_Encoding is a tuple of 256 parts in Swift, and is filled here.

/// Reads each byte of an encoding that expat does not know as the character of the same number.
///
/// Only names and remarks are written in such letters; numbers and times are ASCII in all of them.
static inline int gallery_expat_take_bytes(void *context, const XML_Char *name, XML_Encoding *info) {
    (void)context;
    (void)name;
    for (int byte = 0; byte < 256; ++byte) info->map[byte] = byte;
    info->data = NULL;
    info->convert = NULL;
    info->release = NULL;
    return XML_STATUS_OK;
}

/// Lets a parser read encodings that expat does not know, Windows-1252 and its like.
static inline void gallery_expat_take_every_encoding(XML_Parser parser) {
    XML_SetUnknownEncodingHandler(parser, gallery_expat_take_bytes, NULL);
}

#endif
