#include "transfer.hpp"

#include <cstring>
#include <set>

namespace cexiv2 {

namespace {

/// An XMP property and the equivalent tags; a key is null if there is no equivalent.
///
/// Source: Metadata Working Group, "Guidelines for Handling Image Metadata" 2.0, chapter 5; IPTC
/// Photo Metadata 2023.1 for the others.
struct Counterpart {
    const char *xmp;
    const char *exif;
    const char *iptc;
    /// The tag that Windows prefers to all others, and that is removed.
    const char *windows;
};

const Counterpart counterparts[] = {
    {"Xmp.dc.title", nullptr, "Iptc.Application2.ObjectName", "Exif.Image.XPTitle"},
    {"Xmp.dc.description", "Exif.Image.ImageDescription", "Iptc.Application2.Caption",
     "Exif.Image.XPSubject"},
    {"Xmp.dc.creator", "Exif.Image.Artist", "Iptc.Application2.Byline", "Exif.Image.XPAuthor"},
    {"Xmp.dc.rights", "Exif.Image.Copyright", "Iptc.Application2.Copyright", nullptr},
    {"Xmp.dc.subject", nullptr, "Iptc.Application2.Keywords", "Exif.Image.XPKeywords"},
    {"Xmp.xmp.Rating", nullptr, nullptr, "Exif.Image.Rating"},
    {"Xmp.photoshop.Credit", nullptr, "Iptc.Application2.Credit", nullptr},
    {"Xmp.photoshop.Source", nullptr, "Iptc.Application2.Source", nullptr},
    {"Xmp.photoshop.Headline", nullptr, "Iptc.Application2.Headline", nullptr},
    {"Xmp.photoshop.City", nullptr, "Iptc.Application2.City", nullptr},
    {"Xmp.photoshop.State", nullptr, "Iptc.Application2.ProvinceState", nullptr},
    {"Xmp.photoshop.Country", nullptr, "Iptc.Application2.CountryName", nullptr},
    {"Xmp.iptc.CountryCode", nullptr, "Iptc.Application2.CountryCode", nullptr},
    {"Xmp.iptc.Location", nullptr, "Iptc.Application2.SubLocation", nullptr},
};

/// A keyword list with hierarchy levels and the separator between levels; 0 if it has no levels.
struct KeywordList {
    const char *xmp;
    char separator;
};

const KeywordList keywordLists[] = {
    {"Xmp.lr.hierarchicalSubject", '|'},          {"Xmp.digiKam.TagsList", '/'},
    {"Xmp.MicrosoftPhoto.LastKeywordXMP", '/'},   {"Xmp.MicrosoftPhoto.LastKeywordIPTC", '/'},
    {"Xmp.mediapro.CatalogSets", '|'},            {"Xmp.acdsee.keywords", '\0'},
};

/// The texts of a property: only the default language, or each item.
std::vector<std::string> texts(const Exiv2::Value &value) {
    std::vector<std::string> result;
    if (const auto *languages = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
        const auto standard = languages->value_.find("x-default");
        if (standard != languages->value_.end()) {
            result.push_back(standard->second);
        } else if (!languages->value_.empty()) {
            result.push_back(languages->value_.begin()->second);
        }
    } else {
        for (long index = 0; index < value.count(); ++index) result.push_back(value.toString(index));
    }
    return result;
}

template <typename Data, typename Key>
void eraseAll(Data &data, const Key &key) {
    for (auto old = data.findKey(key); old != data.end(); old = data.findKey(key)) data.erase(old);
}

void setExif(const char *name, const std::vector<std::string> &items, Exiv2::ExifData &data) {
    const Exiv2::ExifKey key(name);
    eraseAll(data, key);
    std::string joined;
    for (const std::string &item : items) joined += (joined.empty() ? "" : "; ") + item;
    Exiv2::AsciiValue value;
    // Unlike the constructor, adds the NUL required by EXIF.
    value.read(joined);
    if (!joined.empty()) data.add(key, &value);
}

void setIptc(const char *name, const std::vector<std::string> &items, Exiv2::IptcData &data) {
    const Exiv2::IptcKey key(name);
    eraseAll(data, key);
    const bool isRepeatable = Exiv2::IptcDataSets::dataSetRepeatable(key.tag(), key.record());
    for (const std::string &item : items) {
        Exiv2::StringValue value(item);
        // Fails for a second value of a tag that is not repeatable.
        data.add(key, &value);
        if (!isRepeatable) return;
    }
}

std::string lowerCase(std::string text) {
    for (char &character : text) {
        if (character >= 'A' && character <= 'Z') character += 'a' - 'A';
    }
    return text;
}

/// Removes from the other keyword lists all entries whose last level is not among the keywords.
void keepKeywords(const std::vector<std::string> &keywords, Exiv2::XmpData &data) {
    std::set<std::string> kept;
    for (const std::string &keyword : keywords) kept.insert(lowerCase(keyword));
    for (const KeywordList &list : keywordLists) {
        const Exiv2::XmpKey key(list.xmp);
        const auto found = data.findKey(key);
        if (found == data.end()) continue;
        const auto items = texts(found->value());
        const auto value = Exiv2::Value::create(found->typeId());
        bool isEmpty = true;
        for (const std::string &item : items) {
            const size_t end = list.separator == '\0' ? std::string::npos : item.rfind(list.separator);
            if (kept.count(lowerCase(end == std::string::npos ? item : item.substr(end + 1))) == 0) continue;
            value->read(item);
            isEmpty = false;
        }
        eraseAll(data, key);
        if (!isEmpty) data.add(key, value.get());
    }
    // A format of its own, with program-specific numbers.
    eraseAll(data, Exiv2::XmpKey("Xmp.acdsee.categories"));
}

/// Sets the EXIF position from the packet, so that all readers find the same position.
void setPosition(const Exiv2::XmpData &packet, Exiv2::ExifData &exif) {
    if (packet.findKey(Exiv2::XmpKey("Xmp.exif.GPSLatitude")) == packet.end()) return;
    Exiv2::XmpData position;
    for (const Exiv2::Xmpdatum &datum : packet) {
        if (datum.key().compare(0, 12, "Xmp.exif.GPS") == 0) position.add(datum);
    }
    Exiv2::ExifData converted;
    Exiv2::copyXmpToExif(position, converted);
    keepOnly(exif, [](const Exiv2::Exifdatum &datum) { return datum.groupName() != "GPSInfo"; });
    for (const Exiv2::Exifdatum &datum : converted) {
        if (datum.groupName() == "GPSInfo") exif.add(datum);
    }
}

/// Sets the date taken of EXIF from the packet if EXIF has another one, so that all readers find the
/// same date.
void setDate(const Exiv2::XmpData &packet, Metadata &result) {
    const auto found = packet.findKey(Exiv2::XmpKey("Xmp.exif.DateTimeOriginal"));
    if (found == packet.end()) return;
    // 2024-05-17T10:00:00.25+02:00; EXIF has no dates without seconds.
    const std::string text = found->toString();
    if (text.size() < 19) return;
    std::string date = text.substr(0, 10) + " " + text.substr(11, 8);
    date[4] = date[7] = ':';
    const size_t zone = text.find_first_of("+-Z", 19);
    const std::string offset = zone == std::string::npos ? "" : text.substr(zone);
    const std::string fraction = text.size() > 20 && text[19] == '.' ? text.substr(20, zone - 20) : "";
    const auto old = result.exif.findKey(Exiv2::ExifKey("Exif.Photo.DateTimeOriginal"));
    if (old == result.exif.end()) return;
    // exiv2 0.27 has no name for OffsetTimeOriginal.
    const char *offsetName = "Exif.Photo.0x9011";
    const auto oldOffset = result.exif.findKey(Exiv2::ExifKey(offsetName));
    const bool isSameOffset = oldOffset != result.exif.end() && oldOffset->toString() == offset;
    if (old->toString() == date && (offset.empty() || isSameOffset)) return;
    setExif("Exif.Photo.DateTimeOriginal", {date}, result.exif);
    setExif("Exif.Photo.SubSecTimeOriginal", {fraction}, result.exif);
    setExif(offsetName, {offset == "Z" ? "+00:00" : offset}, result.exif);
    eraseAll(result.exif, Exiv2::ExifKey("Exif.Image.DateTimeOriginal"));
    eraseAll(result.iptc, Exiv2::IptcKey("Iptc.Application2.DateCreated"));
    eraseAll(result.iptc, Exiv2::IptcKey("Iptc.Application2.TimeCreated"));
}

}  // namespace

std::string propertyKey(const std::string &key) { return key.substr(0, key.find_first_of("/[")); }

void setPacket(const Exiv2::XmpData &packet, Metadata &result) {
    std::set<std::string> properties;
    for (const Exiv2::Xmpdatum &datum : packet) properties.insert(propertyKey(datum.key()));
    keepOnly(result.xmp, [&](const Exiv2::Xmpdatum &datum) {
        return properties.count(propertyKey(datum.key())) == 0;
    });
    for (const Exiv2::Xmpdatum &datum : packet) result.xmp.add(datum);
    for (const Counterpart &counterpart : counterparts) {
        const auto found = packet.findKey(Exiv2::XmpKey(counterpart.xmp));
        if (found == packet.end()) continue;
        const auto items = texts(found->value());
        if (counterpart.exif != nullptr) setExif(counterpart.exif, items, result.exif);
        // IPTC is not added to a picture without it.
        if (counterpart.iptc != nullptr && !result.iptc.empty()) {
            setIptc(counterpart.iptc, items, result.iptc);
        }
        if (counterpart.windows != nullptr) {
            eraseAll(result.exif, Exiv2::ExifKey(counterpart.windows));
        }
    }
    const auto subject = packet.findKey(Exiv2::XmpKey("Xmp.dc.subject"));
    if (subject != packet.end()) keepKeywords(texts(subject->value()), result.xmp);
    setPosition(packet, result.exif);
    setDate(packet, result);
}

void moveIptcToXmp(Metadata &result) {
    for (const Counterpart &counterpart : counterparts) {
        if (counterpart.iptc == nullptr) continue;
        const Exiv2::XmpKey key(counterpart.xmp);
        if (result.xmp.findKey(key) != result.xmp.end()) continue;
        const Exiv2::IptcKey wanted(counterpart.iptc);
        auto value = Exiv2::Value::create(Exiv2::XmpProperties::propertyType(key));
        bool isEmpty = true;
        for (const Exiv2::Iptcdatum &datum : result.iptc) {
            if (datum.tag() != wanted.tag() || datum.record() != wanted.record()) continue;
            const bool hasLanguages = dynamic_cast<Exiv2::LangAltValue *>(value.get()) != nullptr;
            value->read((hasLanguages ? "lang=x-default " : "") + datum.toString());
            isEmpty = false;
        }
        if (!isEmpty) result.xmp.add(key, value.get());
    }
    result.iptc.clear();
}

namespace {

/// Sets a tag of one family if its condition holds.
template <typename Key, typename Data>
void applyTo(Data &data, const cexiv2_setting &setting, bool hasProfile, bool hadProfile) {
    const Key key(setting.key);
    const bool isThere = data.findKey(key) != data.end();
    bool holds = !data.empty();
    switch (setting.condition) {
    case CEXIV2_WHERE_FAMILY: break;
    case CEXIV2_WHERE_MISSING: holds = holds && !isThere; break;
    case CEXIV2_WHERE_PRESENT: holds = isThere; break;
    case CEXIV2_WHERE_NO_PROFILE: holds = holds && !hasProfile && (hadProfile || !isThere); break;
    }
    if (!holds) return;
    eraseAll(data, key);
    data[setting.key] = std::string(setting.value);
}

}  // namespace

void apply(const cexiv2_setting &setting, bool hasProfile, bool hadProfile, Metadata &result) {
    if (std::strncmp(setting.key, "Exif.", 5) == 0) {
        applyTo<Exiv2::ExifKey>(result.exif, setting, hasProfile, hadProfile);
    } else if (std::strncmp(setting.key, "Iptc.", 5) == 0) {
        applyTo<Exiv2::IptcKey>(result.iptc, setting, hasProfile, hadProfile);
    } else {
        applyTo<Exiv2::XmpKey>(result.xmp, setting, hasProfile, hadProfile);
    }
}

}  // namespace cexiv2
