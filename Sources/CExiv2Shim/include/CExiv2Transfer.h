// Carries metadata of one picture into another: the mechanism. What is carried is the caller's decision.
#ifndef CEXIV2_TRANSFER_H
#define CEXIV2_TRANSFER_H

#include "CExiv2Shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What becomes of a tag.
enum cexiv2_verdict {
    CEXIV2_DROP = 0,
    CEXIV2_KEEP = 1,
    /// The text becomes the one that was handed to `answer`.
    CEXIV2_REPLACE = 2
};

/// What the value of an item is.
enum cexiv2_form {
    /// None of the others, such as a structure, or numbers that are too many to be looked at.
    CEXIV2_FORM_OTHER,
    CEXIV2_FORM_TEXT,
    /// One language of a text, whose name goes along with it.
    CEXIV2_FORM_LANGUAGE,
    /// Bytes, numbers, dates of EXIF or IPTC; the text is as exiv2 writes them, such as `28/5` or `48 50`.
    CEXIV2_FORM_NUMBERS
};

/// A tag of the source or of the packet, or one item of its list or language of its text.
struct cexiv2_item {
    /// EXIF, IPTC or XMP of the source, or CEXIV2_SOURCE_SIDECAR for the packet.
    enum cexiv2_source source;
    /// exiv2's key, terminated.
    const char *key;
    enum cexiv2_form form;
    /// The text as it is in the file (any encoding), not terminated; NULL where the value has none.
    const uint8_t *text;
    /// Bytes of the text, or of a value of EXIF or IPTC that has none; 0 for other values.
    size_t length;
};

/// Decides about an item; to replace its text, calls `answer` with `sink` once and the new bytes.
typedef enum cexiv2_verdict (*cexiv2_judge)(void *context, const struct cexiv2_item *item,
                                            cexiv2_receive_bytes answer, void *sink);

/// When a setting takes effect, after everything was carried over.
enum cexiv2_condition {
    /// There is anything of the key's family: EXIF, IPTC or XMP.
    CEXIV2_WHERE_FAMILY,
    /// There is anything of the key's family, but not this key.
    CEXIV2_WHERE_MISSING,
    /// The key is there.
    CEXIV2_WHERE_PRESENT,
    /// There is anything of the key's family, the copy has no colour profile, and the source had one or
    /// lacks the key: what it says of pixels without a profile holds for the copy.
    CEXIV2_WHERE_NO_PROFILE
};

/// A tag of the copy in exiv2's text form; key and value are terminated UTF-8.
struct cexiv2_setting {
    const char *key;
    const char *value;
    enum cexiv2_condition condition;
};

/// What a transfer works on.
struct cexiv2_transfer_input {
    /// Where metadata come from; bytes of no known type have none.
    struct cexiv2_bytes source;
    /// The source's own XMP packet for where exiv2 finds none in it; empty for none.
    struct cexiv2_bytes source_xmp;
    /// A JPEG, PNG or WebP whose own metadata are replaced; its colour profile stays.
    struct cexiv2_bytes rendered;
    /// An XMP packet whose properties replace the source's; empty for none.
    struct cexiv2_bytes packet;
    const struct cexiv2_setting *settings;
    size_t setting_count;
};

/// Shows all tags of a picture to `judge`, whose verdicts are not heeded.
enum cexiv2_status cexiv2_visit(struct cexiv2_bytes picture, cexiv2_judge judge, void *context);

/// Makes a copy of a rendered picture with metadata of its original and hands its bytes to `receive` once.
///
/// Damaged metadata of the source yield what could be read. Notes of camera makers and histories that do
/// not fit into a JPEG's segments are left out. Calls of `judge` and `receive` get `context`.
/// On failure `message` gets a terminated text of at most `capacity` bytes.
enum cexiv2_status cexiv2_transfer(const struct cexiv2_transfer_input *input, cexiv2_judge judge,
                                   cexiv2_receive_bytes receive, void *context, char *message,
                                   size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
