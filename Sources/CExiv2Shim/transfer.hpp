#ifndef CEXIV2_TRANSFER_HPP
#define CEXIV2_TRANSFER_HPP

#include "CExiv2Shim.h"
#include "toolkit.hpp"

#include <string>

namespace cexiv2 {

/// Metadata on their way from one picture into another.
struct Metadata {
    Exiv2::ExifData exif;
    Exiv2::IptcData iptc;
    Exiv2::XmpData xmp;
};

/// Asks the caller about each tag.
class Judge {
public:
    Judge(cexiv2_judge judge, void *context) : judge_(judge), context_(context) {}

    /// Decides about a tag whose value is no text, of so many bytes.
    bool keeps(cexiv2_source source, const std::string &key, long size = 0) const;
    /// Decides about a tag of EXIF or IPTC that is no text.
    bool keeps(cexiv2_source source, const std::string &key, const Exiv2::Value &numbers) const;
    /// Decides about a text and replaces it where the caller wants that.
    cexiv2_verdict decide(cexiv2_source source, const std::string &key, std::string &text,
                          cexiv2_form form = CEXIV2_FORM_TEXT) const;
    /// Whether a text goes along, replaced or not.
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

/// Removes what does not pass; in one walk, because erasing one by one moves all that follow.
template <typename Data, typename Passes>
void keepOnly(Data &data, const Passes &passes) {
    Data kept;
    for (const auto &datum : data) {
        if (passes(datum)) kept.add(datum);
    }
    data = kept;
}

/// The key of the property that a part of a structure belongs to.
std::string propertyKey(const std::string &key);

/// Sets properties over those that are there, and their counterparts in EXIF and IPTC.
void setPacket(const Exiv2::XmpData &packet, Metadata &result);

/// Sets the XMP properties that are missing from IPTC, for pictures that hold no IPTC.
void moveIptcToXmp(Metadata &result);

/// Sets a tag where its condition holds; the copy has a colour profile, the source had one.
void apply(const cexiv2_setting &setting, bool hasProfile, bool hadProfile, Metadata &result);

}  // namespace cexiv2

#endif
