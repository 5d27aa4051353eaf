#include "transfer.hpp"

#include <algorithm>
#include <memory>

namespace cexiv2 {

namespace {

/// Hostile files claim millions of items.
const long maximumItems = 10000;

/// The maximum size in bytes of numbers shown to the judge; the tags that it examines are smaller.
const long maximumNumbers = 64;

void receiveText(void *sink, const uint8_t *bytes, size_t length) {
    static_cast<std::string *>(sink)->assign(reinterpret_cast<const char *>(bytes), length);
}

/// The items of a list that the judge keeps; null if none remain.
Exiv2::Value::AutoPtr carriedList(const Exiv2::XmpArrayValue &list, cexiv2_source kind,
                                  const std::string &key, const Judge &judge) {
    Exiv2::Value::AutoPtr result(new Exiv2::XmpArrayValue(list.typeId()));
    const long count = std::min(list.count(), maximumItems);
    for (long index = 0; index < count; ++index) {
        std::string text = list.toString(index);
        if (judge.keeps(kind, key, text)) result->read(text);
    }
    if (result->count() == 0) result.reset();
    return result;
}

/// The languages of a text that the judge keeps; null if none remain.
Exiv2::Value::AutoPtr carriedLanguages(const Exiv2::LangAltValue &languages, cexiv2_source kind,
                                       const std::string &key, const Judge &judge) {
    std::unique_ptr<Exiv2::LangAltValue> result(new Exiv2::LangAltValue());
    for (const auto &language : languages.value_) {
        std::string text = language.second;
        if (judge.keeps(kind, key, text, CEXIV2_FORM_LANGUAGE)) result->value_[language.first] = text;
    }
    return Exiv2::Value::AutoPtr(result->value_.empty() ? nullptr : result.release());
}

}  // namespace

bool Judge::keeps(cexiv2_source source, const std::string &key, long size) const {
    const cexiv2_item item = {source, key.c_str(), CEXIV2_FORM_OTHER, nullptr,
                              static_cast<size_t>(std::max(size, 0L))};
    std::string unused;
    return judge_(context_, &item, receiveText, &unused) == CEXIV2_KEEP;
}

bool Judge::keeps(cexiv2_source source, const std::string &key, const Exiv2::Value &numbers) const {
    if (numbers.size() > maximumNumbers) return keeps(source, key, numbers.size());
    std::string text = numbers.toString();
    return decide(source, key, text, CEXIV2_FORM_NUMBERS) == CEXIV2_KEEP;
}

cexiv2_verdict Judge::decide(cexiv2_source source, const std::string &key, std::string &text,
                             cexiv2_form form) const {
    const cexiv2_item item = {source, key.c_str(), form,
                              reinterpret_cast<const uint8_t *>(text.data()), text.size()};
    std::string replacement;
    const cexiv2_verdict verdict = judge_(context_, &item, receiveText, &replacement);
    if (verdict == CEXIV2_REPLACE) text = std::move(replacement);
    return verdict;
}

void carryExif(const Exiv2::ExifData &source, const Judge &judge, Exiv2::ExifData &result) {
    for (const Exiv2::Exifdatum &datum : source) {
        const std::string key = datum.key();
        if (datum.typeId() != Exiv2::asciiString) {
            if (judge.keeps(CEXIV2_SOURCE_EXIF, key, datum.value())) result.add(datum);
            continue;
        }
        std::string text = datum.toString();
        const cexiv2_verdict verdict = judge.decide(CEXIV2_SOURCE_EXIF, key, text);
        if (verdict == CEXIV2_KEEP) {
            result.add(datum);
        } else if (verdict == CEXIV2_REPLACE) {
            // Also rewritten if the text is unchanged, as hidden data may follow its end.
            Exiv2::AsciiValue value;
            // Unlike the constructor, adds the NUL required by EXIF.
            value.read(text);
            result.add(Exiv2::ExifKey(key), &value);
        }
    }
}

void carryIptc(const Exiv2::IptcData &source, const Judge &judge, Exiv2::IptcData &result) {
    long items = 0;
    for (const Exiv2::Iptcdatum &datum : source) {
        if (++items > maximumItems) return;
        const std::string key = datum.key();
        if (datum.typeId() != Exiv2::string) {
            if (judge.keeps(CEXIV2_SOURCE_IPTC, key, datum.value())) result.add(datum);
            continue;
        }
        std::string text = datum.toString();
        if (!judge.keeps(CEXIV2_SOURCE_IPTC, key, text)) continue;
        Exiv2::StringValue value(text);
        result.add(Exiv2::IptcKey(key), &value);
    }
}

void carryXmp(const Exiv2::XmpData &source, cexiv2_source kind, const Judge &judge,
              Exiv2::XmpData &result) {
    for (const Exiv2::Xmpdatum &datum : source) {
        const std::string key = datum.key();
        const Exiv2::Value &value = datum.value();
        Exiv2::Value::AutoPtr carried;
        if (const auto *languages = dynamic_cast<const Exiv2::LangAltValue *>(&value)) {
            carried = carriedLanguages(*languages, kind, key, judge);
        } else if (const auto *list = dynamic_cast<const Exiv2::XmpArrayValue *>(&value)) {
            // A list of structures has no items of its own.
            if (list->count() > 0) {
                carried = carriedList(*list, kind, key, judge);
            } else if (judge.keeps(kind, key)) {
                carried = value.clone();
            }
        } else if (const auto *simple = dynamic_cast<const Exiv2::XmpTextValue *>(&value)) {
            std::string text = simple->value_;
            if (judge.keeps(kind, key, text)) {
                carried = value.clone();
                static_cast<Exiv2::XmpTextValue &>(*carried).value_ = text;
            }
        } else if (judge.keeps(kind, key)) {
            carried = value.clone();
        }
        if (carried.get() != nullptr) result.add(Exiv2::XmpKey(key), carried.get());
    }
}

}  // namespace cexiv2
