#include "CExiv2Shim.h"
#include "guard.hpp"
#include "toolkit.hpp"

#include <cstring>
#include <set>
#include <string>

namespace {

void setExif(Exiv2::ExifData &data, const cexiv2_entry &entry) { data[entry.key] = entry.value; }

void setIptc(Exiv2::IptcData &data, const cexiv2_entry &entry, bool isFirst) {
    const Exiv2::IptcKey key(entry.key);
    if (isFirst) {
        for (auto old = data.findKey(key); old != data.end(); old = data.findKey(key)) {
            data.erase(old);
        }
    }
    const auto type = Exiv2::IptcDataSets::dataSetType(key.tag(), key.record());
    auto value = Exiv2::Value::create(type);
    if (value->read(entry.value) != 0) {
        throw Exiv2::Error(Exiv2::kerErrorMessage, std::string("bad value for ") + entry.key);
    }
    data.add(key, value.get());
}

void setXmp(Exiv2::XmpData &data, const cexiv2_entry &entry, bool isFirst) {
    const Exiv2::XmpKey key(entry.key);
    auto found = data.findKey(key);
    if (isFirst && found != data.end()) {
        data.erase(found);
        found = data.end();
    }
    if (found == data.end()) {
        auto value = Exiv2::Value::create(Exiv2::XmpProperties::propertyType(key));
        value->read(entry.value);
        data.add(key, value.get());
    } else {
        // Reading into a list value adds an item.
        auto value = found->getValue();
        value->read(entry.value);
        found->setValue(value.get());
    }
}

}  // namespace

cexiv2_status cexiv2_write_bytes(cexiv2_bytes picture, const cexiv2_entry *entries,
                                 size_t entry_count, cexiv2_receive_bytes receive, void *context,
                                 char *message, size_t capacity) {
    return cexiv2::guarded(message, capacity, [&] {
        cexiv2::prepareToolkit();
        const auto lock = cexiv2::lockToolkit();
        const cexiv2::LogCapture log;
        auto image =
            Exiv2::ImageFactory::open(picture.bytes, static_cast<long>(picture.length));
        image->readMetadata();
        std::set<std::string> seen;
        for (size_t index = 0; index < entry_count; ++index) {
            const cexiv2_entry &entry = entries[index];
            const bool isFirst = seen.insert(entry.key).second;
            if (std::strncmp(entry.key, "Exif.", 5) == 0) {
                setExif(image->exifData(), entry);
            } else if (std::strncmp(entry.key, "Iptc.", 5) == 0) {
                setIptc(image->iptcData(), entry, isFirst);
            } else {
                setXmp(image->xmpData(), entry, isFirst);
            }
        }
        image->writeMetadata();
        Exiv2::BasicIo &io = image->io();
        if (io.open() != 0) return CEXIV2_CANNOT_OPEN;
        const Exiv2::DataBuf written = io.read(static_cast<long>(io.size()));
        io.close();
        receive(context, written.pData_, static_cast<size_t>(written.size_));
        return CEXIV2_OK;
    });
}
