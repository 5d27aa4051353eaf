#include "report.hpp"

#include <algorithm>

namespace cexiv2 {

namespace {

/// The maximum number of components reported per value: enough for degrees, minutes, seconds.
/// Hostile files claim millions.
const long maximumComponents = 4;
const long maximumItems = 10000;
/// Longer byte values are skipped.
const long maximumBytes = 1 << 24;

const uint16_t iptcTag = 0x83bb;

/// Reports the numbers of a value with their original denominators.
void reportNumbers(const Exiv2::Value &value, const std::string &key,
                   const Report &report) {
    const long count = std::min(value.count(), maximumComponents);
    // exiv2's own conversion turns large unsigned rationals negative.
    if (const auto *rationals = dynamic_cast<const Exiv2::URationalValue *>(&value)) {
        for (long index = 0; index < count; ++index) {
            const Exiv2::URational &item = rationals->value_[static_cast<size_t>(index)];
            report.number(CEXIV2_SOURCE_EXIF, key, item.first, item.second);
        }
    } else if (const auto *rationals = dynamic_cast<const Exiv2::RationalValue *>(&value)) {
        for (long index = 0; index < count; ++index) {
            const Exiv2::Rational &item = rationals->value_[static_cast<size_t>(index)];
            report.number(CEXIV2_SOURCE_EXIF, key, item.first, item.second);
        }
    } else {
        for (long index = 0; index < count; ++index) {
            report.number(CEXIV2_SOURCE_EXIF, key, value.toLong(index));
        }
    }
}

/// Detects the encoding of a Unicode comment by the position of its zero bytes, as some programs
/// use a byte order other than the file's. Null if the byte order mark or the file determines it.
const char *encoding(const std::string &comment) {
    long balance = 0;
    for (size_t index = 8; index < comment.size(); ++index) {
        if (comment[index] == 0) balance += index % 2 == 0 ? 1 : -1;
    }
    const bool isMarked = comment.compare(8, 2, "\xFF\xFE") == 0 || comment.compare(8, 2, "\xFE\xFF") == 0;
    if (isMarked || balance == 0) return nullptr;
    return balance > 0 ? "UCS-2BE" : "UCS-2LE";
}

/// The bytes of a value as in the file; a Unicode comment as UTF-8.
std::string rawBytes(const Exiv2::Value &value, Exiv2::ByteOrder order) {
    const auto *comment = dynamic_cast<const Exiv2::CommentValue *>(&value);
    if (comment != nullptr && comment->charsetId() == Exiv2::CommentValue::unicode) {
        return comment->comment(encoding(comment->value_));
    }
    std::string bytes(static_cast<size_t>(value.size()), '\0');
    if (!bytes.empty()) value.copy(reinterpret_cast<Exiv2::byte *>(&bytes[0]), order);
    return bytes;
}

/// Reports a value: text and more than one byte as bytes, everything else as numbers.
void reportValue(const Exiv2::Exifdatum &datum, Exiv2::ByteOrder order, const Report &report) {
    const std::string key = datum.key();
    switch (datum.typeId()) {
    case Exiv2::asciiString: return report.text(CEXIV2_SOURCE_EXIF, key, datum.toString());
    case Exiv2::comment:
    case Exiv2::signedByte:
    case Exiv2::undefined:
    case Exiv2::unsignedByte:
        if (datum.count() != 1) break;
        return reportNumbers(datum.value(), key, report);
    default:
        if (datum.count() == 0 || datum.tag() == iptcTag) break;
        return reportNumbers(datum.value(), key, report);
    }
    if (datum.size() > maximumBytes) return;
    report.text(CEXIV2_SOURCE_EXIF, key, rawBytes(datum.value(), order));
}

/// Maker note tags for which exiv2 has lens tables, best first.
const char *const lensKeys[] = {
    "Exif.CanonCs.LensType",       "Exif.Canon.LensModel",        "Exif.NikonLd1.LensIDNumber",
    "Exif.NikonLd2.LensIDNumber",  "Exif.NikonLd3.LensIDNumber",  "Exif.Nikon3.Lens",
    "Exif.Pentax.LensType",        "Exif.PentaxDng.LensType",     "Exif.Minolta.LensID",
    "Exif.SonyMinolta.LensID",     "Exif.Sony1.LensID",           "Exif.Sony2.LensID",
    "Exif.OlympusEq.LensType",     "Exif.OlympusEq.LensModel",    "Exif.Panasonic.LensType",
    "Exif.Samsung2.LensType",
};

/// Reports the lens named by the maker note; only called if EXIF names none, because it is slow.
///
/// exiv2's own `lensName` uses the first tag, even if its lens is unknown.
void reportMakerLens(const Exiv2::ExifData &data, const Report &report) {
    for (const char *key : lensKeys) {
        const auto lens = data.findKey(Exiv2::ExifKey(key));
        if (lens == data.end()) continue;
        report.text(CEXIV2_SOURCE_EXIF, CEXIV2_KEY_MAKER_LENS, lens->print(&data));
    }
}

/// The text in the default language, or else the first one.
std::string languageText(const Exiv2::LangAltValue &value) {
    const auto standard = value.value_.find("x-default");
    if (standard != value.value_.end()) return standard->second;
    return value.value_.empty() ? std::string() : value.value_.begin()->second;
}

}  // namespace

void Report::text(cexiv2_source source, const std::string &key, const std::string &text,
                  int32_t index) const {
    const cexiv2_value value = {source, key.c_str(), index, text.data(), text.size(), 0, 1};
    receive_(context_, &value);
}

void Report::number(cexiv2_source source, const std::string &key, int64_t numerator,
                    int64_t denominator) const {
    const cexiv2_value value = {source, key.c_str(), 0, nullptr, 0, numerator, denominator};
    receive_(context_, &value);
}

void reportExif(const Exiv2::ExifData &data, Exiv2::ByteOrder order, const Report &report) {
    const uint16_t lensModelTag = 0xa434;
    bool namesLens = false;
    // A single pass over all tags, as each lookup by key compares the names of all tags.
    for (const Exiv2::Exifdatum &datum : data) {
        const std::string group = datum.groupName();
        if (group != "Image" && group != "Photo" && group != "GPSInfo") continue;
        if (datum.tag() == lensModelTag) {
            namesLens = datum.toString().find_first_not_of(" -") != std::string::npos;
        }
        reportValue(datum, order, report);
    }
    if (!namesLens) reportMakerLens(data, report);
}

void reportXmp(const Exiv2::XmpData &data, const Report &report) {
    RegionReport regions(report);
    for (const Exiv2::Xmpdatum &datum : data) {
        const std::string key = datum.key();
        const Exiv2::Value &value = datum.value();
        if (key.find('/') != std::string::npos) {
            regions.add(key, datum);
        } else if (const auto *languages = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
            report.text(CEXIV2_SOURCE_XMP, key, languageText(*languages));
        } else if (dynamic_cast<const Exiv2::XmpArrayValue *>(&value) != nullptr) {
            const long count = std::min(value.count(), maximumItems);
            for (long index = 0; index < count; ++index) {
                report.text(CEXIV2_SOURCE_XMP, key, value.toString(index));
            }
        } else {
            report.text(CEXIV2_SOURCE_XMP, key, value.toString());
        }
    }
}

}  // namespace cexiv2
