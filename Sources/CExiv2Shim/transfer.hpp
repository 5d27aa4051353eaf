#ifndef CEXIV2_TRANSFER_HPP
#define CEXIV2_TRANSFER_HPP

#include "CExiv2Shim.h"
#include "toolkit.hpp"

#include <string>

namespace cexiv2 {

/// Metadata in transfer from one picture to another.
struct Metadata {
    Exiv2::ExifData exif;
    Exiv2::IptcData iptc;
    Exiv2::XmpData xmp;
};

/// Calls the caller's function for each tag.
class Judge {
public:
    Judge(cexiv2_judge judge, void *context) : judge_(judge), context_(context) {}

    /// Decides about a tag without text, of the given size in bytes.
    bool keeps(cexiv2_source source, const std::string &key, long size = 0) const;
    /// Decides about an EXIF or IPTC tag that is not text.
    bool keeps(cexiv2_source source, const std::string &key, const Exiv2::Value &numbers) const;
    /// Decides about a text, and replaces it if requested.
    cexiv2_verdict decide(cexiv2_source source, const std::string &key, std::string &text,
                          cexiv2_form form = CEXIV2_FORM_TEXT) const;
    /// True if a text is kept, replaced or not.
    bool keeps(cexiv2_source source, const std::string &key, std::string &text,
               cexiv2_form form = CEXIV2_FORM_TEXT) const {
        return decide(source, key, text, form) != CEXIV2_DROP;
    }

private:
    cexiv2_judge judge_;
    void *context_;
};

/// Appends what the judge keeps.
void carryExif(const Exiv2::ExifData &source, const Judge &judge, Exiv2::ExifData &result);
void carryIptc(const Exiv2::IptcData &source, const Judge &judge, Exiv2::IptcData &result);
void carryXmp(const Exiv2::XmpData &source, cexiv2_source kind, const Judge &judge,
              Exiv2::XmpData &result);

/// Removes elements that do not pass, in a single pass, as erasing one at a time is quadratic.
template <typename Data, typename Passes>
void keepOnly(Data &data, const Passes &passes) {
    Data kept;
    for (const auto &datum : data) {
        if (passes(datum)) kept.add(datum);
    }
    data = kept;
}

/// The key of the property that contains a part of a structure.
std::string propertyKey(const std::string &key);

/// Sets properties, replacing existing ones and their counterparts in EXIF and IPTC.
void setPacket(const Exiv2::XmpData &packet, Metadata &result);

/// Sets missing XMP properties from IPTC, for formats without IPTC.
void moveIptcToXmp(Metadata &result);

/// Sets a tag if its condition holds; the flags indicate a color profile in the copy and in the
/// source.
void apply(const cexiv2_setting &setting, bool hasProfile, bool hadProfile, Metadata &result);

}  // namespace cexiv2

#endif
