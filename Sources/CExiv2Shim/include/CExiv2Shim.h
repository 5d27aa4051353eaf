// A C interface to the parts of exiv2 that the Imaging module uses.
//
// All C++ exceptions are caught. Pointers passed to a callback are valid only during that call. All
// functions may be called from several threads at once.
// Source: https://exiv2.org/doc/ (0.27), "Metadata reference tables".
#ifndef CEXIV2_SHIM_H
#define CEXIV2_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The origin of a value.
enum cexiv2_source {
    /// The header of the picture, and warnings.
    CEXIV2_SOURCE_HEADER = 0,
    CEXIV2_SOURCE_EXIF = 1,
    CEXIV2_SOURCE_IPTC = 2,
    /// An XMP packet.
    CEXIV2_SOURCE_XMP = 3,
    /// A sidecar packet; only for transfers.
    CEXIV2_SOURCE_SIDECAR = 4
};

/// Keys of CEXIV2_SOURCE_HEADER: width and height in pixels, and a message.
#define CEXIV2_KEY_WIDTH "Width"
#define CEXIV2_KEY_HEIGHT "Height"
#define CEXIV2_KEY_WARNING "Warning"
/// The key of the lens name in the maker note, with source CEXIV2_SOURCE_EXIF.
#define CEXIV2_KEY_MAKER_LENS "Exif.MakerNote.Lens"

/// The maximum number of regions reported per packet; a warning is reported if there are more.
#define CEXIV2_MAXIMUM_REGIONS 1000

/// A single value of a tag. Several components or items are reported as several values in order.
struct cexiv2_value {
    /// One of cexiv2_source.
    int32_t source;
    /// exiv2's key, terminated. Paths into structures use local names without prefixes or numbers,
    /// such as `Xmp.mwg-rs.Regions/RegionList/Area/x`.
    const char *key;
    /// The index of the region that it belongs to; 0 for other tags.
    int32_t index;
    /// The bytes as in the file (any encoding), not terminated; NULL for a number.
    const char *text;
    size_t length;
    /// The number as numerator / denominator; the denominator may be zero, as in the file.
    int64_t numerator;
    int64_t denominator;
};

typedef void (*cexiv2_receive_value)(void *context, const struct cexiv2_value *value);
typedef void (*cexiv2_receive_bytes)(void *context, const uint8_t *bytes, size_t length);

/// Bytes owned by the caller.
struct cexiv2_bytes {
    const uint8_t *bytes;
    size_t length;
};

enum cexiv2_status {
    CEXIV2_OK = 0,
    /// exiv2 does not recognize the bytes as a picture.
    CEXIV2_UNKNOWN_TYPE = 1,
    CEXIV2_CANNOT_OPEN = 2,
    CEXIV2_OUT_OF_MEMORY = 3,
    /// The message contains the reason.
    CEXIV2_FAILED = 4
};

/// Reads the EXIF and XMP metadata of a picture in memory, without copying the bytes.
///
/// Reports the EXIF directories Image, Photo and GPSInfo, and XMP properties. IPTC is not read, as
/// exiv2 adds a zone to times without one; the blocks in which TIFF files store IPTC are reported
/// as bytes. For damaged metadata, reports what could be read and a value CEXIV2_KEY_WARNING.
enum cexiv2_status cexiv2_read_bytes(struct cexiv2_bytes picture, cexiv2_receive_value receive,
                                     void *context);

/// Reads the metadata of a picture file; the path is raw bytes and never treated as a URL.
enum cexiv2_status cexiv2_read_path(const char *path, cexiv2_receive_value receive, void *context);

/// Reads a UTF-8 XMP packet, whose values have the source CEXIV2_SOURCE_XMP.
///
/// CEXIV2_FAILED means that the packet is damaged; some values may have been reported.
enum cexiv2_status cexiv2_read_packet(struct cexiv2_bytes packet, cexiv2_receive_value receive,
                                      void *context);

/// A tag to write: exiv2's key (`Exif.`, `Iptc.` or `Xmp.`) and the value in exiv2's text form. A
/// repeated key makes a list. Key and value are terminated UTF-8.
struct cexiv2_entry {
    const char *key;
    const char *value;
};

/// Copies a picture, sets tags in the copy, and passes its bytes to `receive` once.
///
/// On failure `message` receives a terminated text of at most `capacity` bytes.
enum cexiv2_status cexiv2_write_bytes(struct cexiv2_bytes picture,
                                      const struct cexiv2_entry *entries, size_t entry_count,
                                      cexiv2_receive_bytes receive, void *context, char *message,
                                      size_t capacity);

#ifdef __cplusplus
}
#endif

#include "CExiv2Transfer.h"

#endif
