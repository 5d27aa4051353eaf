#include "include/SharedLibrary.hpp"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

namespace cshim {

LibrarySymbol::LibrarySymbol(const char *library, const char *name) noexcept {
    address_ = dlsym(RTLD_DEFAULT, name);
    if (address_ != nullptr) return;
    char path[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    char *folder = length > 0 ? static_cast<char *>(memrchr(path, '/', size_t(length))) : nullptr;
    if (folder != nullptr) {
        for (const char *place : {"/", "/../lib/gallery/"}) {
            snprintf(folder, sizeof path - size_t(folder - path), "%s%s", place, library);
            if (access(path, R_OK) != 0) continue;
            open(path, name);
            return;
        }
    }
    open(library, name);
}

void LibrarySymbol::open(const char *path, const char *name) noexcept {
    void *handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (handle != nullptr) address_ = dlsym(handle, name);
    if (address_ != nullptr) return;
    const char *reason = dlerror();
    copyLine(reason == nullptr ? "unknown reason" : reason, failure_, sizeof failure_);
}

}  // namespace cshim
