// A C interface to the parts of exiv2 that the Imaging module uses.
//
// Every function catches every C++ exception: none reaches the caller. Pointers handed to a callback
// are valid during that call only. All functions may be called from several threads at once.
// Source: https://exiv2.org/doc/ (0.27), "Metadata reference tables".
#ifndef CEXIV2_SHIM_H
#define CEXIV2_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where a value was written.
enum cexiv2_source {
    /// The picture's own header.
    CEXIV2_SOURCE_HEADER = 0,
    CEXIV2_SOURCE_EXIF = 1,
    CEXIV2_SOURCE_IPTC = 2,
    /// The XMP packet inside the picture.
    CEXIV2_SOURCE_XMP = 3,
    /// The first sidecar; the N-th, from 0, is CEXIV2_SOURCE_SIDECAR + N.
    CEXIV2_SOURCE_SIDECAR = 4
};

/// What a value means, whichever source it comes from.
enum cexiv2_field {
    CEXIV2_FIELD_WARNING,
    CEXIV2_FIELD_WIDTH,
    CEXIV2_FIELD_HEIGHT,
    CEXIV2_FIELD_ORIENTATION,
    CEXIV2_FIELD_DATE_TIME_ORIGINAL,
    /// IPTC alone: the time that belongs to the date.
    CEXIV2_FIELD_TIME_CREATED,
    /// XMP's photoshop:DateCreated.
    CEXIV2_FIELD_DATE_CREATED,
    CEXIV2_FIELD_SUBSEC_TIME_ORIGINAL,
    CEXIV2_FIELD_OFFSET_TIME_ORIGINAL,
    CEXIV2_FIELD_MAKE,
    CEXIV2_FIELD_MODEL,
    CEXIV2_FIELD_LENS,
    /// A lens named by the camera maker's own notes.
    CEXIV2_FIELD_MAKER_LENS,
    CEXIV2_FIELD_EXPOSURE_TIME,
    CEXIV2_FIELD_F_NUMBER,
    CEXIV2_FIELD_ISO,
    CEXIV2_FIELD_FOCAL_LENGTH,
    CEXIV2_FIELD_GPS_LATITUDE_REF,
    CEXIV2_FIELD_GPS_LATITUDE,
    CEXIV2_FIELD_GPS_LONGITUDE_REF,
    CEXIV2_FIELD_GPS_LONGITUDE,
    CEXIV2_FIELD_GPS_ALTITUDE_REF,
    CEXIV2_FIELD_GPS_ALTITUDE,
    /// EXIF's day, in UTC; XMP has both in the time.
    CEXIV2_FIELD_GPS_DATE_STAMP,
    CEXIV2_FIELD_GPS_TIME_STAMP,
    CEXIV2_FIELD_TITLE,
    CEXIV2_FIELD_DESCRIPTION,
    CEXIV2_FIELD_KEYWORD,
    CEXIV2_FIELD_RATING,
    CEXIV2_FIELD_CREATOR,
    CEXIV2_FIELD_COPYRIGHT,
    /// The picture's size when the regions of the Metadata Working Group were written.
    CEXIV2_FIELD_REGION_DIMENSION_W,
    CEXIV2_FIELD_REGION_DIMENSION_H,
    /// From here on one value a region at most; the value's index says of which region.
    CEXIV2_FIELD_REGION_NAME,
    CEXIV2_FIELD_REGION_TYPE,
    /// The area's centre.
    CEXIV2_FIELD_REGION_AREA_X,
    CEXIV2_FIELD_REGION_AREA_Y,
    CEXIV2_FIELD_REGION_AREA_W,
    CEXIV2_FIELD_REGION_AREA_H,
    CEXIV2_FIELD_REGION_AREA_UNIT,
    /// A region in Microsoft's form: who it shows, and `x, y, w, h` from the top left corner.
    CEXIV2_FIELD_MP_REGION_NAME,
    CEXIV2_FIELD_MP_REGION_RECTANGLE
};

/// How many regions of one source are reported at most; a warning tells of more.
#define CEXIV2_MAXIMUM_REGIONS 1000

/// One value of one field. Fields with several components or items come as several values in order.
struct cexiv2_value {
    /// One of cexiv2_source, or more for further sidecars.
    int32_t source;
    enum cexiv2_field field;
    /// Which region it belongs to, from 0; 0 for fields that are no region's.
    int32_t index;
    /// The bytes as they are in the file (any encoding), not terminated; NULL where a number is given.
    const char *text;
    size_t length;
    /// The number, numerator / denominator; the denominator may be zero, as in the file.
    int64_t numerator;
    int64_t denominator;
};

typedef void (*cexiv2_receive_value)(void *context, const struct cexiv2_value *value);
typedef void (*cexiv2_receive_bytes)(void *context, const uint8_t *bytes, size_t length);

/// A run of bytes owned by the caller.
struct cexiv2_bytes {
    const uint8_t *bytes;
    size_t length;
};

enum cexiv2_status {
    CEXIV2_OK = 0,
    /// The bytes are no picture that exiv2 knows.
    CEXIV2_UNKNOWN_TYPE = 1,
    CEXIV2_CANNOT_OPEN = 2,
    CEXIV2_OUT_OF_MEMORY = 3,
    /// The message says what failed.
    CEXIV2_FAILED = 4
};

/// Reads the metadata of a picture held in memory; the bytes are not copied.
///
/// Metadata that is damaged yields what could be read and a value CEXIV2_FIELD_WARNING.
/// Sidecars are XMP packets, strongest first; they are reported apart and never mixed in here.
enum cexiv2_status cexiv2_read_bytes(struct cexiv2_bytes picture,
                                     const struct cexiv2_bytes *sidecars, size_t sidecar_count,
                                     cexiv2_receive_value receive, void *context);

/// Reads the metadata of a picture file; the path is raw bytes and never taken for a URL.
enum cexiv2_status cexiv2_read_path(const char *path, const struct cexiv2_bytes *sidecars,
                                    size_t sidecar_count, cexiv2_receive_value receive,
                                    void *context);

/// A tag to write: exiv2's key (`Exif.`, `Iptc.` or `Xmp.`) and the value in exiv2's text form.
/// A key given several times makes a list. All three are terminated UTF-8.
struct cexiv2_entry {
    const char *key;
    const char *value;
};

/// Makes a copy of a picture with tags set and hands its bytes to `receive` once.
///
/// On failure `message` gets a terminated text of at most `capacity` bytes.
enum cexiv2_status cexiv2_write_bytes(struct cexiv2_bytes picture,
                                      const struct cexiv2_entry *entries, size_t entry_count,
                                      cexiv2_receive_bytes receive, void *context, char *message,
                                      size_t capacity);

#ifdef __cplusplus
}
#endif

#include "CExiv2Transfer.h"

#endif
