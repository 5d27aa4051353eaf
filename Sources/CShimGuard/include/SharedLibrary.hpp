// A shared library of this package that is opened on first use.
#ifndef CSHIM_SHARED_LIBRARY_HPP
#define CSHIM_SHARED_LIBRARY_HPP

#include "CShimGuard.hpp"

namespace cshim {

/// The address of a symbol in a shared library, or the reason why it is not available.
///
/// The library is never closed. The program itself is searched first, in case it links the library,
/// then the program's folder, `../lib/gallery` relative to it, and the dynamic linker's search path
/// (`LD_LIBRARY_PATH`).
class LibrarySymbol {
public:
    LibrarySymbol(const char *library, const char *name) noexcept;

    /// Null on failure.
    const void *address() const noexcept { return address_; }

    /// Empty on success.
    const char *failure() const noexcept { return failure_; }

private:
    void open(const char *path, const char *name) noexcept;

    const void *address_ = nullptr;
    char failure_[256] = "";
};

}  // namespace cshim

#endif
