// Makes minizip, which writes ZIP files, callable from Swift.
#ifndef CMINIZIP_SHIM_H
#define CMINIZIP_SHIM_H

#include <minizip/zip.h>
#include <zlib.h>

// Wrapped because Swift cannot use the constants of deflate, which are macros with casts, and to
// avoid passing seventeen arguments. `extra` is written to the local and the central header.
static inline int gallery_zip_open_entry(zipFile file, const char *name, const zip_fileinfo *info,
                                         const void *extra, unsigned extra_length, int deflates,
                                         unsigned long made_by, unsigned long flags, int is_zip64) {
    return zipOpenNewFileInZip4_64(file, name, info, extra, extra_length, extra, extra_length, NULL,
                                   deflates ? Z_DEFLATED : 0, Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS,
                                   DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, NULL, 0, made_by, flags,
                                   is_zip64);
}

#endif
