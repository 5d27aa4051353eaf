#include "COpenCVImageShim.h"

#include <SharedLibrary.hpp>

const cimage_functions *cimage_open(cimage_message *message) {
    static const cshim::LibrarySymbol symbol("libGalleryOpenCV.so", "gallery_opencv_image");
    if (message != nullptr) {
        cshim::copyLine(symbol.failure(), message->text, sizeof message->text);
    }
    return static_cast<const cimage_functions *>(symbol.address());
}
