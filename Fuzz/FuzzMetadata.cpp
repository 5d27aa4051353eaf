// Reads the metadata of hostile files and hostile XMP sidecars.
#include "CExiv2Shim.h"

#include <cstdlib>

namespace {

/// Reads every reported byte, so that the sanitizers detect invalid pointers.
void receive(void *context, const cexiv2_value *value) {
    auto *sum = static_cast<uint64_t *>(context);
    for (size_t index = 0; value->text != nullptr && index < value->length; ++index) {
        *sum += static_cast<uint8_t>(value->text[index]);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    uint64_t sum = 0;
    const cexiv2_bytes file = {bytes, length};
    const bool isPacket = length > 0 && bytes[0] == '<';
    (isPacket ? cexiv2_read_packet : cexiv2_read_bytes)(file, receive, &sum);
    return 0;
}
