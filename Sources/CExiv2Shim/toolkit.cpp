#include "toolkit.hpp"

namespace cexiv2 {

namespace {

thread_local LogCapture *current = nullptr;

// The XMP toolkit's global tables are not thread-safe. Recursive, because exiv2 calls its locking
// functions while already holding the lock.
std::recursive_mutex xmpMutex;

void lockXmp(void *mutex, bool lock) {
    auto *xmp = static_cast<std::recursive_mutex *>(mutex);
    if (lock) {
        xmp->lock();
    } else {
        xmp->unlock();
    }
}

// Called by exiv2, so it must not throw.
void receiveLog(int level, const char *text) {
    if (current == nullptr || text == nullptr) return;
    try {
        std::string message(text);
        // Maker notes cause a flood of harmless warnings; lost blocks do not.
        if (level < Exiv2::LogMsg::error && message.find("Failed to decode") == std::string::npos) {
            return;
        }
        current->add(std::move(message));
    } catch (...) {
    }
}

std::once_flag prepared;

}  // namespace

void prepareToolkit() {
    std::call_once(prepared, [] {
        Exiv2::LogMsg::setLevel(Exiv2::LogMsg::warn);
        Exiv2::LogMsg::setHandler(receiveLog);
        Exiv2::XmpParser::initialize(lockXmp, &xmpMutex);
        Exiv2::enableBMFF(true);
    });
}

std::unique_lock<std::recursive_mutex> lockToolkit() {
    std::unique_lock<std::recursive_mutex> lock(xmpMutex);
    // A packet that binds a well-known prefix to its own namespace would otherwise affect how later
    // packets are written.
    Exiv2::XmpProperties::unregisterNs();
    return lock;
}

LogCapture::LogCapture() : outer_(current) { current = this; }

LogCapture::~LogCapture() { current = outer_; }

void LogCapture::add(std::string message) {
    const size_t limit = 8;
    while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
    if (!message.empty() && messages_.size() < limit) messages_.push_back(std::move(message));
}

}  // namespace cexiv2
