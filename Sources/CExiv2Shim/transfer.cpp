#include "transfer.hpp"

#include "guard.hpp"

#include <new>

namespace {

using namespace cexiv2;

Exiv2::Image::AutoPtr open(const cexiv2_bytes &bytes) {
    return Exiv2::ImageFactory::open(bytes.bytes, static_cast<long>(bytes.length));
}

/// Runs one part of a transfer and ignores failures.
template <typename Part>
void tolerant(const Part &part) {
    try {
        part();
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &) {
    }
}

/// Decodes a packet; values decoded before a failure are kept.
Exiv2::XmpData decoded(const cexiv2_bytes &bytes) {
    Exiv2::XmpData data;
    if (bytes.length == 0) return data;
    tolerant([&] {
        const std::string packet(reinterpret_cast<const char *>(bytes.bytes), bytes.length);
        Exiv2::XmpParser::decode(data, packet);
    });
    return data;
}

/// Copies the metadata that the judge keeps; `xmp` is the source's packet, used if exiv2 finds
/// none.
Exiv2::ByteOrder carry(const cexiv2_bytes &bytes, const cexiv2_bytes &xmp, const Judge &judge,
                       Metadata &result, bool &hasProfile) {
    Exiv2::Image::AutoPtr source;
    tolerant([&] { source = open(bytes); });
    if (source.get() == nullptr) return Exiv2::invalidByteOrder;
    tolerant([&] { source->readMetadata(); });
    tolerant([&] {
        const Exiv2::ExifKey key("Exif.Image.InterColorProfile");
        hasProfile = source->iccProfileDefined()
            || source->exifData().findKey(key) != source->exifData().end();
    });
    tolerant([&] { carryExif(source->exifData(), judge, result.exif); });
    tolerant([&] { carryIptc(source->iptcData(), judge, result.iptc); });
    tolerant([&] {
        const Exiv2::XmpData &found = source->xmpData();
        carryXmp(found.empty() ? decoded(xmp) : found, CEXIV2_SOURCE_XMP, judge, result.xmp);
    });
    return source->byteOrder();
}

void setPacket(const cexiv2_bytes &bytes, const Judge &judge, Metadata &result) {
    if (bytes.length == 0) return;
    Exiv2::XmpData judged;
    carryXmp(decoded(bytes), CEXIV2_SOURCE_SIDECAR, judge, judged);
    setPacket(judged, result);
}

/// Drops dispensable metadata if everything together is too large for a segment.
void shrink(Metadata &result) {
    keepOnly(result.exif, [](const Exiv2::Exifdatum &datum) {
        const std::string group = datum.groupName();
        const bool isStandard = group == "Image" || group == "Photo" || group == "GPSInfo";
        return isStandard && datum.size() <= 4096;
    });
    keepOnly(result.xmp, [](const Exiv2::Xmpdatum &datum) {
        const std::string group = datum.groupName();
        const std::string property = propertyKey(datum.key());
        return group != "xmpMM" && group != "crs" && group != "crss"
            && property != "Xmp.photoshop.DocumentAncestors" && property != "Xmp.photoshop.TextLayers";
    });
}

void write(Exiv2::Image &image, const Metadata &metadata) {
    image.setExifData(metadata.exif);
    image.setXmpData(metadata.xmp);
    if ((image.checkMode(Exiv2::mdIptc) & Exiv2::amWrite) != 0) image.setIptcData(metadata.iptc);
    image.writeMetadata();
}

cexiv2_status transfer(const cexiv2_transfer_input &input, const Judge &judge,
                       cexiv2_receive_bytes receive, void *context) {
    Exiv2::Image::AutoPtr image = open(input.rendered);
    image->readMetadata();
    const bool hasProfile = image->iccProfileDefined();
    image->clearExifData();
    image->clearIptcData();
    image->clearXmpPacket();
    image->clearXmpData();
    if ((image->checkMode(Exiv2::mdComment) & Exiv2::amWrite) != 0) image->clearComment();

    Metadata result;
    bool hadProfile = false;
    const Exiv2::ByteOrder order = carry(input.source, input.source_xmp, judge, result, hadProfile);
    if (order != Exiv2::invalidByteOrder) image->setByteOrder(order);
    setPacket(input.packet, judge, result);
    if ((image->checkMode(Exiv2::mdIptc) & Exiv2::amWrite) == 0) moveIptcToXmp(result);
    for (size_t index = 0; index < input.setting_count; ++index) {
        apply(input.settings[index], hasProfile, hadProfile, result);
    }
    // The interoperability tags describe the color space of the original pixels, which has changed.
    if (hadProfile && !hasProfile) {
        keepOnly(result.exif,
                 [](const Exiv2::Exifdatum &datum) { return datum.groupName() != "Iop"; });
    }
    try {
        write(*image, result);
    } catch (const Exiv2::Error &error) {
        if (error.code() != Exiv2::kerTooLargeJpegSegment) throw;
        shrink(result);
        write(*image, result);
    }
    Exiv2::BasicIo &io = image->io();
    if (io.open() != 0) return CEXIV2_CANNOT_OPEN;
    const Exiv2::DataBuf written = io.read(static_cast<long>(io.size()));
    io.close();
    receive(context, written.pData_, static_cast<size_t>(written.size_));
    return CEXIV2_OK;
}

}  // namespace

cexiv2_status cexiv2_visit(cexiv2_bytes picture, cexiv2_judge judge, void *context) {
    return guarded(nullptr, 0, [&] {
        prepareToolkit();
        const auto lock = lockToolkit();
        const LogCapture log;
        Metadata unused;
        bool hasProfile = false;
        carry(picture, {nullptr, 0}, Judge(judge, context), unused, hasProfile);
        return CEXIV2_OK;
    });
}

cexiv2_status cexiv2_transfer(const cexiv2_transfer_input *input, cexiv2_judge judge,
                              cexiv2_receive_bytes receive, void *context, char *message,
                              size_t capacity) {
    return guarded(message, capacity, [&] {
        prepareToolkit();
        const auto lock = lockToolkit();
        const LogCapture log;
        return transfer(*input, Judge(judge, context), receive, context);
    });
}
