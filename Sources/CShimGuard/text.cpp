#include "CShimGuard.hpp"

#include <algorithm>
#include <cstring>

namespace cshim {

void copyText(const char *text, char *target, size_t capacity) noexcept {
    if (target == nullptr || capacity == 0) return;
    const size_t length = std::min(std::strlen(text), capacity - 1);
    std::memcpy(target, text, length);
    target[length] = '\0';
}

void copyLine(const char *text, char *target, size_t capacity) noexcept {
    copyText(text, target, capacity);
    if (target == nullptr || capacity == 0) return;
    // Library messages may contain arbitrary bytes of a file.
    for (char *at = target; *at != '\0'; ++at) {
        const auto byte = static_cast<unsigned char>(*at);
        if (byte < 0x20 || byte >= 0x7f) *at = ' ';
    }
}

}  // namespace cshim
