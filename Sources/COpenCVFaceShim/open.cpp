#include "COpenCVFaceShim.h"

#include <SharedLibrary.hpp>

const copencv_functions *copencv_open(copencv_message *message) {
    static const cshim::LibrarySymbol symbol("libGalleryOpenCV.so", "gallery_opencv_faces");
    if (message != nullptr) {
        cshim::copyLine(symbol.failure(), message->text, sizeof message->text);
    }
    return static_cast<const copencv_functions *>(symbol.address());
}
