// Reads the metadata of hostile files, and hostile XMP sidecars.
#include "CExiv2Shim.h"

#include <cstdlib>

namespace {

/// Touches every byte that is reported, so that the sanitizers see a pointer that is wrong.
void receive(void *context, const cexiv2_value *value) {
    auto *sum = static_cast<uint64_t *>(context);
    for (size_t index = 0; value->text != nullptr && index < value->length; ++index) {
        *sum += static_cast<uint8_t>(value->text[index]);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static const uint8_t picture[] = {0xFF, 0xD8, 0xFF, 0xD9};
    uint64_t sum = 0;
    const cexiv2_bytes file = {bytes, length};
    if (length > 0 && bytes[0] == '<') {
        cexiv2_read_bytes({picture, sizeof picture}, &file, 1, receive, &sum);
    } else {
        cexiv2_read_bytes(file, nullptr, 0, receive, &sum);
    }
    return 0;
}
