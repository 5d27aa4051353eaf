// Decodes hostile JPEGs in both layouts with every reduction.
#include "CJPEGShim.h"

#include <cstdlib>
#include <vector>

namespace {

const uint64_t maximumPixels = 1 << 20;
const uint64_t maximumBytes = 4 << 20;

void check(bool holds) {
    if (!holds) std::abort();
}

void decode(const uint8_t *bytes, size_t length, const cjpeg_header &header, cjpeg_layout layout,
            int32_t eighths) {
    const size_t across = cjpeg_scaled_length(header.width, eighths);
    const size_t down = cjpeg_scaled_length(header.height, eighths);
    std::vector<uint8_t> pixels(across * down * layout);
    const cjpeg_request request = {layout, eighths, maximumBytes, 20};
    cjpeg_message message;
    uint64_t needed = 0;
    const cjpeg_status status = cjpeg_decode(bytes, length, &request, pixels.data(), pixels.size(),
                                             &needed, &message);
    check(status != CJPEG_BAD_ARGUMENT);
    check(status != CJPEG_OK || needed <= maximumBytes);
    check(status == CJPEG_OK || message.text[0] != '\0');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    cjpeg_header header;
    cjpeg_message message;
    if (cjpeg_read_header(bytes, length, &header, &message) != CJPEG_OK) {
        check(message.text[0] != '\0');
        return 0;
    }
    if (uint64_t{header.width} * header.height > maximumPixels) return 0;
    for (const int32_t eighths : {1, 2, 4, 8}) {
        decode(bytes, length, header, CJPEG_GREY, eighths);
        decode(bytes, length, header, CJPEG_BGR, eighths);
    }
    return 0;
}
