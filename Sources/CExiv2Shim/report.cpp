#include "report.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace cexiv2 {

namespace {

/// Components of one value that are handed on: enough for degrees, minutes, seconds; hostile files
/// claim millions.
const long maximumComponents = 4;
const long maximumItems = 10000;

struct ExifField {
    const char *group;
    cexiv2_field field;
    bool isText;
};

/// The fields that a tag number stands for, in any group; a null group ends them.
/// Source: Exif 2.32 (CIPA DC-008), sections 4.6.4 to 4.6.6.
const ExifField *exifField(uint16_t tag, const char *group) {
    struct Row {
        uint16_t tag;
        ExifField field;
    };
    static const Row rows[] = {
        {0x0001, {"GPSInfo", CEXIV2_FIELD_GPS_LATITUDE_REF, true}},
        {0x0002, {"GPSInfo", CEXIV2_FIELD_GPS_LATITUDE, false}},
        {0x0003, {"GPSInfo", CEXIV2_FIELD_GPS_LONGITUDE_REF, true}},
        {0x0004, {"GPSInfo", CEXIV2_FIELD_GPS_LONGITUDE, false}},
        {0x0005, {"GPSInfo", CEXIV2_FIELD_GPS_ALTITUDE_REF, false}},
        {0x0006, {"GPSInfo", CEXIV2_FIELD_GPS_ALTITUDE, false}},
        {0x0007, {"GPSInfo", CEXIV2_FIELD_GPS_TIME_STAMP, false}},
        {0x001d, {"GPSInfo", CEXIV2_FIELD_GPS_DATE_STAMP, true}},
        {0x010e, {"Image", CEXIV2_FIELD_DESCRIPTION, true}},
        {0x010f, {"Image", CEXIV2_FIELD_MAKE, true}},
        {0x0110, {"Image", CEXIV2_FIELD_MODEL, true}},
        {0x0112, {"Image", CEXIV2_FIELD_ORIENTATION, false}},
        {0x013b, {"Image", CEXIV2_FIELD_CREATOR, true}},
        {0x4746, {"Image", CEXIV2_FIELD_RATING, false}},
        {0x8298, {"Image", CEXIV2_FIELD_COPYRIGHT, true}},
        {0x829a, {"Photo", CEXIV2_FIELD_EXPOSURE_TIME, false}},
        {0x829d, {"Photo", CEXIV2_FIELD_F_NUMBER, false}},
        {0x8827, {"Photo", CEXIV2_FIELD_ISO, false}},
        {0x9003, {"Photo", CEXIV2_FIELD_DATE_TIME_ORIGINAL, true}},
        {0x9011, {"Photo", CEXIV2_FIELD_OFFSET_TIME_ORIGINAL, true}},
        {0x920a, {"Photo", CEXIV2_FIELD_FOCAL_LENGTH, false}},
        {0x9291, {"Photo", CEXIV2_FIELD_SUBSEC_TIME_ORIGINAL, true}},
        {0xa002, {"Photo", CEXIV2_FIELD_WIDTH, false}},
        {0xa003, {"Photo", CEXIV2_FIELD_HEIGHT, false}},
        {0xa434, {"Photo", CEXIV2_FIELD_LENS, true}},
    };
    for (const Row &row : rows) {
        if (row.tag == tag && std::strcmp(row.field.group, group) == 0) return &row.field;
    }
    return nullptr;
}

/// The numbers of a value, with the denominators that are in the file.
void reportNumbers(const Exiv2::Value &value, int32_t source, cexiv2_field field,
                   const Report &report) {
    const long count = std::min(value.count(), maximumComponents);
    // exiv2's own conversion turns large unsigned rationals negative.
    if (const auto *rationals = dynamic_cast<const Exiv2::URationalValue *>(&value)) {
        for (long index = 0; index < count; ++index) {
            const Exiv2::URational &item = rationals->value_[static_cast<size_t>(index)];
            report.number(source, field, item.first, item.second);
        }
    } else if (const auto *rationals = dynamic_cast<const Exiv2::RationalValue *>(&value)) {
        for (long index = 0; index < count; ++index) {
            const Exiv2::Rational &item = rationals->value_[static_cast<size_t>(index)];
            report.number(source, field, item.first, item.second);
        }
    } else if (value.typeId() == Exiv2::asciiString || value.typeId() == Exiv2::string) {
        report.text(source, field, value.toString());
    } else {
        for (long index = 0; index < count; ++index) {
            report.number(source, field, value.toLong(index));
        }
    }
}

/// The lens as the maker's notes name it; only asked where EXIF names none, because it is slow.
void reportMakerLens(const Exiv2::ExifData &data, const Report &report) {
    const auto lens = Exiv2::lensName(data);
    if (lens == data.end()) return;
    const std::string text = lens->print(&data);
    // An unknown lens is printed as its number in brackets.
    if (text.empty() || text.front() == '(') return;
    report.text(CEXIV2_SOURCE_EXIF, CEXIV2_FIELD_MAKER_LENS, text);
}

cexiv2_field iptcField(uint16_t dataset) {
    switch (dataset) {
    case 5: return CEXIV2_FIELD_TITLE;
    case 25: return CEXIV2_FIELD_KEYWORD;
    case 55: return CEXIV2_FIELD_DATE_TIME_ORIGINAL;
    case 60: return CEXIV2_FIELD_TIME_CREATED;
    case 80: return CEXIV2_FIELD_CREATOR;
    case 116: return CEXIV2_FIELD_COPYRIGHT;
    case 120: return CEXIV2_FIELD_DESCRIPTION;
    default: return CEXIV2_FIELD_WARNING;
    }
}

const std::unordered_map<std::string, cexiv2_field> &xmpFields() {
    static const std::unordered_map<std::string, cexiv2_field> fields = {
        {"Xmp.dc.title", CEXIV2_FIELD_TITLE},
        {"Xmp.dc.description", CEXIV2_FIELD_DESCRIPTION},
        {"Xmp.dc.subject", CEXIV2_FIELD_KEYWORD},
        {"Xmp.dc.creator", CEXIV2_FIELD_CREATOR},
        {"Xmp.dc.rights", CEXIV2_FIELD_COPYRIGHT},
        {"Xmp.xmp.Rating", CEXIV2_FIELD_RATING},
        {"Xmp.exif.DateTimeOriginal", CEXIV2_FIELD_DATE_TIME_ORIGINAL},
        {"Xmp.photoshop.DateCreated", CEXIV2_FIELD_DATE_CREATED},
        {"Xmp.exif.OffsetTimeOriginal", CEXIV2_FIELD_OFFSET_TIME_ORIGINAL},
        {"Xmp.exifEX.OffsetTimeOriginal", CEXIV2_FIELD_OFFSET_TIME_ORIGINAL},
        {"Xmp.tiff.Make", CEXIV2_FIELD_MAKE},
        {"Xmp.tiff.Model", CEXIV2_FIELD_MODEL},
        {"Xmp.tiff.Orientation", CEXIV2_FIELD_ORIENTATION},
        {"Xmp.exifEX.LensModel", CEXIV2_FIELD_LENS},
        {"Xmp.aux.Lens", CEXIV2_FIELD_MAKER_LENS},
        {"Xmp.exif.ExposureTime", CEXIV2_FIELD_EXPOSURE_TIME},
        {"Xmp.exif.FNumber", CEXIV2_FIELD_F_NUMBER},
        {"Xmp.exif.ISOSpeedRatings", CEXIV2_FIELD_ISO},
        {"Xmp.exifEX.PhotographicSensitivity", CEXIV2_FIELD_ISO},
        {"Xmp.exif.FocalLength", CEXIV2_FIELD_FOCAL_LENGTH},
        {"Xmp.exif.GPSLatitude", CEXIV2_FIELD_GPS_LATITUDE},
        {"Xmp.exif.GPSLongitude", CEXIV2_FIELD_GPS_LONGITUDE},
        {"Xmp.exif.GPSAltitude", CEXIV2_FIELD_GPS_ALTITUDE},
        {"Xmp.exif.GPSAltitudeRef", CEXIV2_FIELD_GPS_ALTITUDE_REF},
        {"Xmp.exif.GPSTimeStamp", CEXIV2_FIELD_GPS_TIME_STAMP},
    };
    return fields;
}

/// The default language's text, else the first that is there.
std::string languageText(const Exiv2::LangAltValue &value) {
    const auto standard = value.value_.find("x-default");
    if (standard != value.value_.end()) return standard->second;
    return value.value_.empty() ? std::string() : value.value_.begin()->second;
}

}  // namespace

void Report::text(int32_t source, cexiv2_field field, const std::string &text,
                  int32_t index) const {
    const cexiv2_value value = {source, field, index, text.data(), text.size(), 0, 1};
    receive_(context_, &value);
}

void Report::number(int32_t source, cexiv2_field field, int64_t numerator,
                    int64_t denominator) const {
    const cexiv2_value value = {source, field, 0, nullptr, 0, numerator, denominator};
    receive_(context_, &value);
}

void reportExif(const Exiv2::ExifData &data, const Report &report) {
    bool namesLens = false;
    // One walk over all tags: a look-up by key builds the name of every tag each time.
    for (const Exiv2::Exifdatum &datum : data) {
        const uint16_t tag = datum.tag();
        const bool isKnown = tag <= 0x0007 || tag == 0x001d || (tag >= 0x010e && tag <= 0x013b)
            || tag == 0x4746 || tag >= 0x8298;
        if (!isKnown) continue;
        const ExifField *known = exifField(tag, datum.groupName().c_str());
        if (known == nullptr) continue;
        if (known->isText) {
            const std::string text = datum.toString();
            namesLens = namesLens
                || (known->field == CEXIV2_FIELD_LENS && text.find_first_not_of(" -") != text.npos);
            report.text(CEXIV2_SOURCE_EXIF, known->field, text);
        } else if (datum.count() == 0) {
            report.text(CEXIV2_SOURCE_EXIF, known->field, std::string());
        } else {
            reportNumbers(datum.value(), CEXIV2_SOURCE_EXIF, known->field, report);
        }
    }
    if (!namesLens) reportMakerLens(data, report);
}

void reportIptc(const Exiv2::IptcData &data, const Report &report) {
    const uint16_t applicationRecord = 2;
    long items = 0;
    for (const Exiv2::Iptcdatum &datum : data) {
        if (datum.record() != applicationRecord || ++items > maximumItems) continue;
        const cexiv2_field field = iptcField(datum.tag());
        if (field != CEXIV2_FIELD_WARNING) {
            report.text(CEXIV2_SOURCE_IPTC, field, datum.toString());
        }
    }
}

void reportXmp(const Exiv2::XmpData &data, int32_t source, const Report &report) {
    const auto &fields = xmpFields();
    RegionReport regions(source, report);
    for (const Exiv2::Xmpdatum &datum : data) {
        const std::string key = datum.key();
        const auto found = fields.find(key);
        if (found == fields.end()) {
            regions.add(key, datum);
            continue;
        }
        const Exiv2::Value &value = datum.value();
        if (const auto *languages = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
            report.text(source, found->second, languageText(*languages));
        } else if (dynamic_cast<const Exiv2::XmpArrayValue *>(&value) != nullptr) {
            const long count = std::min(value.count(), maximumItems);
            for (long index = 0; index < count; ++index) {
                report.text(source, found->second, value.toString(index));
            }
        } else {
            report.text(source, found->second, value.toString());
        }
    }
}

}  // namespace cexiv2
