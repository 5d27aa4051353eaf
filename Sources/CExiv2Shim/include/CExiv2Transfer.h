// Copies metadata from one picture to another. The caller decides what is copied.
#ifndef CEXIV2_TRANSFER_H
#define CEXIV2_TRANSFER_H

#include "CExiv2Shim.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The decision about a tag.
enum cexiv2_verdict {
    CEXIV2_DROP = 0,
    CEXIV2_KEEP = 1,
    /// Replaces the text with the one passed to `answer`.
    CEXIV2_REPLACE = 2
};

/// The form of an item's value.
enum cexiv2_form {
    /// Any other form, such as a structure, or too many numbers to examine.
    CEXIV2_FORM_OTHER,
    CEXIV2_FORM_TEXT,
    /// A text in one language; the language name is kept with it.
    CEXIV2_FORM_LANGUAGE,
    /// Bytes, numbers or dates of EXIF or IPTC, as formatted by exiv2, such as `28/5` or `48 50`.
    CEXIV2_FORM_NUMBERS
};

/// A tag of the source or packet, or one item of its list or one language of its text.
struct cexiv2_item {
    /// EXIF, IPTC or XMP of the source, or CEXIV2_SOURCE_SIDECAR for the packet.
    enum cexiv2_source source;
    /// exiv2's key, terminated.
    const char *key;
    enum cexiv2_form form;
    /// The text as in the file (any encoding), not terminated; NULL if the value has none.
    const uint8_t *text;
    /// Length in bytes of the text, or of an EXIF or IPTC value without text; 0 for other values.
    size_t length;
};

/// Decides about an item; to replace its text, calls `answer` once with `sink` and the new bytes.
typedef enum cexiv2_verdict (*cexiv2_judge)(void *context, const struct cexiv2_item *item,
                                            cexiv2_receive_bytes answer, void *sink);

/// The condition of a setting, which is checked after copying.
enum cexiv2_condition {
    /// The copy has any metadata of the key's family: EXIF, IPTC or XMP.
    CEXIV2_WHERE_FAMILY,
    /// The copy has metadata of the key's family, but not the key.
    CEXIV2_WHERE_MISSING,
    /// The copy has the key.
    CEXIV2_WHERE_PRESENT,
    /// The copy has metadata of the key's family but no color profile, and the source had a profile
    /// or lacks the key: the setting describes the copy's pixels, which have no profile.
    CEXIV2_WHERE_NO_PROFILE
};

/// A tag of the copy in exiv2's text form; key and value are terminated UTF-8.
struct cexiv2_setting {
    const char *key;
    const char *value;
    enum cexiv2_condition condition;
};

/// The input of a transfer.
struct cexiv2_transfer_input {
    /// The file that metadata is copied from; none is copied if its type is unknown.
    struct cexiv2_bytes source;
    /// The source's own XMP packet, used if exiv2 finds none in it; empty for none.
    struct cexiv2_bytes source_xmp;
    /// A JPEG, PNG or WebP whose metadata is replaced; its color profile is kept.
    struct cexiv2_bytes rendered;
    /// An XMP packet whose properties replace the source's; empty for none.
    struct cexiv2_bytes packet;
    const struct cexiv2_setting *settings;
    size_t setting_count;
};

/// Passes all tags of a picture to `judge` and ignores its verdicts.
enum cexiv2_status cexiv2_visit(struct cexiv2_bytes picture, cexiv2_judge judge, void *context);

/// Copies a rendered picture, adds metadata of its original, and passes the bytes to `receive`
/// once.
///
/// If the source's metadata is damaged, copies what could be read. Maker notes and histories that
/// do not fit into JPEG segments are dropped. `judge` and `receive` are called with `context`. On
/// failure `message` receives a terminated text of at most `capacity` bytes.
enum cexiv2_status cexiv2_transfer(const struct cexiv2_transfer_input *input, cexiv2_judge judge,
                                   cexiv2_receive_bytes receive, void *context, char *message,
                                   size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
