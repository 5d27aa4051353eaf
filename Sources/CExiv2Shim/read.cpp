#include "CExiv2Shim.h"
#include "guard.hpp"
#include "report.hpp"
#include "toolkit.hpp"

#include <cstring>
#include <new>

namespace {

using namespace cexiv2;

/// Runs one part of a read and converts exceptions to warnings, so that other parts still succeed.
///
/// Returns true if nothing was thrown.
template <typename Part>
bool attempt(LogCapture &log, const Part &part) {
    try {
        part();
        return true;
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &error) {
        log.add(error.what());
    } catch (...) {
        log.add("exiv2 failed for an unknown reason");
    }
    return false;
}

void reportMessages(const LogCapture &log, const Report &report) {
    for (const auto &message : log.messages()) {
        report.text(CEXIV2_SOURCE_HEADER, CEXIV2_KEY_WARNING, message);
    }
}

cexiv2_status readImage(Exiv2::Image &image, const Report &report, LogCapture &log) {
    attempt(log, [&] { image.readMetadata(); });
    attempt(log, [&] {
        report.number(CEXIV2_SOURCE_HEADER, CEXIV2_KEY_WIDTH, image.pixelWidth());
        report.number(CEXIV2_SOURCE_HEADER, CEXIV2_KEY_HEIGHT, image.pixelHeight());
    });
    attempt(log, [&] { reportExif(image.exifData(), image.byteOrder(), report); });
    attempt(log, [&] { reportXmp(image.xmpData(), report); });
    reportMessages(log, report);
    return CEXIV2_OK;
}

/// True for a JPEG without an XMP packet before its pixels: most photos, which can therefore be
/// read without a lock.
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
        // EXIF may contain a packet as well. Every packet contains `rdf`.
        if (marker == 0xE1 && memmem(bytes + at + 4, segment - 2, "rdf", 3) != nullptr) return false;
        at += 2 + segment;
    }
    return false;
}

template <typename Open>
cexiv2_status read(const Open &open, bool mayHoldXmp, cexiv2_receive_value receive, void *context) {
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
            // Signature detection reads past the end of very short files.
        }
        if (image.get() == nullptr) return CEXIV2_UNKNOWN_TYPE;
        std::unique_lock<std::recursive_mutex> lock;
        if (mayHoldXmp) lock = lockToolkit();
        return readImage(*image, report, log);
    });
}

}  // namespace

cexiv2_status cexiv2_read_bytes(cexiv2_bytes picture, cexiv2_receive_value receive, void *context) {
    auto open = [&] {
        return Exiv2::BasicIo::AutoPtr(
            new Exiv2::MemIo(picture.bytes, static_cast<long>(picture.length)));
    };
    return read(open, !isJpegWithoutXmp(picture), receive, context);
}

cexiv2_status cexiv2_read_path(const char *path, cexiv2_receive_value receive, void *context) {
    // FileIo is used directly, as the factory would treat a name such as `http:…` as a URL.
    auto open = [&] { return Exiv2::BasicIo::AutoPtr(new Exiv2::FileIo(path)); };
    return read(open, true, receive, context);
}

cexiv2_status cexiv2_read_packet(cexiv2_bytes packet, cexiv2_receive_value receive, void *context) {
    return guarded(nullptr, 0, [&] {
        prepareToolkit();
        const auto lock = lockToolkit();
        LogCapture log;
        const Report report(receive, context);
        Exiv2::XmpData data;
        int failure = 0;
        const bool isDecoded = attempt(log, [&] {
            const std::string text(reinterpret_cast<const char *>(packet.bytes), packet.length);
            failure = Exiv2::XmpParser::decode(data, text);
        });
        // Values decoded before a failure are still reported.
        const bool isReported = attempt(log, [&] { reportXmp(data, report); });
        reportMessages(log, report);
        return isDecoded && isReported && failure == 0 ? CEXIV2_OK : CEXIV2_FAILED;
    });
}
