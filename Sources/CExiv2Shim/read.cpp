#include "CExiv2Shim.h"
#include "guard.hpp"
#include "report.hpp"
#include "toolkit.hpp"

#include <cstring>
#include <new>

namespace {

using namespace cexiv2;

/// Runs one part of a read; what it throws becomes a warning, so that the other parts still count.
template <typename Part>
void attempt(LogCapture &log, const Part &part) {
    try {
        part();
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &error) {
        log.add(error.what());
    } catch (...) {
        log.add("exiv2 failed for an unknown reason");
    }
}

cexiv2_status readImage(Exiv2::Image &image, const cexiv2_bytes *sidecars, size_t sidecarCount,
                        const Report &report, LogCapture &log) {
    attempt(log, [&] { image.readMetadata(); });
    attempt(log, [&] {
        report.number(CEXIV2_SOURCE_HEADER, CEXIV2_FIELD_WIDTH, image.pixelWidth());
        report.number(CEXIV2_SOURCE_HEADER, CEXIV2_FIELD_HEIGHT, image.pixelHeight());
    });
    attempt(log, [&] { reportExif(image.exifData(), report); });
    attempt(log, [&] { reportIptc(image.iptcData(), report); });
    attempt(log, [&] { reportXmp(image.xmpData(), CEXIV2_SOURCE_XMP, report); });
    for (size_t index = 0; index < sidecarCount; ++index) {
        // What was decoded before a failure still counts.
        Exiv2::XmpData data;
        attempt(log, [&] {
            const std::string packet(reinterpret_cast<const char *>(sidecars[index].bytes),
                                     sidecars[index].length);
            if (Exiv2::XmpParser::decode(data, packet) != 0) log.add("the XMP sidecar is damaged");
        });
        attempt(log, [&] {
            reportXmp(data, CEXIV2_SOURCE_SIDECAR + static_cast<int32_t>(index), report);
        });
    }
    for (const auto &message : log.messages()) {
        report.text(CEXIV2_SOURCE_HEADER, CEXIV2_FIELD_WARNING, message);
    }
    return CEXIV2_OK;
}

/// Whether bytes are a JPEG without an XMP packet before its pixels: most photos, which then need not
/// wait for one another.
bool isJpegWithoutXmp(const cexiv2_bytes &picture) {
    const uint8_t *bytes = picture.bytes;
    const size_t length = picture.length;
    if (length < 4 || bytes[0] != 0xFF || bytes[1] != 0xD8) return false;
    size_t at = 2;
    while (at + 4 <= length && bytes[at] == 0xFF) {
        const uint8_t marker = bytes[at + 1];
        if (marker == 0xDA || marker == 0xD9) return true;
        const size_t segment = static_cast<size_t>(bytes[at + 2]) << 8 | bytes[at + 3];
        if (marker < 0xC0 || marker == 0xFF || segment < 2 || segment > length - at - 2) return false;
        // EXIF may hold a packet too. Every packet names RDF.
        if (marker == 0xE1 && memmem(bytes + at + 4, segment - 2, "rdf", 3) != nullptr) return false;
        at += 2 + segment;
    }
    return false;
}

template <typename Open>
cexiv2_status read(const Open &open, bool mayHoldXmp, const cexiv2_bytes *sidecars, size_t sidecarCount,
                   cexiv2_receive_value receive, void *context) {
    return guarded(nullptr, 0, [&]() -> cexiv2_status {
        prepareToolkit();
        LogCapture log;
        const Report report(receive, context);
        Exiv2::BasicIo::AutoPtr io = open();
        if (io->open() != 0) return CEXIV2_CANNOT_OPEN;
        io->close();
        Exiv2::Image::AutoPtr image;
        try {
            image = Exiv2::ImageFactory::open(io);
        } catch (const Exiv2::Error &) {
            // Looking for a signature runs past the end of very short files.
        }
        if (image.get() == nullptr) return CEXIV2_UNKNOWN_TYPE;
        std::unique_lock<std::recursive_mutex> lock;
        if (mayHoldXmp || sidecarCount > 0) lock = lockToolkit();
        return readImage(*image, sidecars, sidecarCount, report, log);
    });
}

}  // namespace

cexiv2_status cexiv2_read_bytes(cexiv2_bytes picture, const cexiv2_bytes *sidecars,
                                size_t sidecar_count, cexiv2_receive_value receive,
                                void *context) {
    auto open = [&] {
        return Exiv2::BasicIo::AutoPtr(
            new Exiv2::MemIo(picture.bytes, static_cast<long>(picture.length)));
    };
    return read(open, !isJpegWithoutXmp(picture), sidecars, sidecar_count, receive, context);
}

cexiv2_status cexiv2_read_path(const char *path, const cexiv2_bytes *sidecars,
                               size_t sidecar_count, cexiv2_receive_value receive, void *context) {
    // FileIo itself: the factory would take a name such as `http:…` for an address.
    auto open = [&] { return Exiv2::BasicIo::AutoPtr(new Exiv2::FileIo(path)); };
    return read(open, true, sidecars, sidecar_count, receive, context);
}
