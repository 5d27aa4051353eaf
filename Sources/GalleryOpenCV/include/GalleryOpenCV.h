// The library that calls OpenCV for the shims COpenCVImageShim and COpenCVFaceShim.
//
// It is a shared library, so that only users of OpenCV load it. A program that links it needs no
// separate file: the shims first look for these symbols in the program.
#ifndef GALLERY_OPENCV_H
#define GALLERY_OPENCV_H

#include <COpenCVFaceShim.h>
#include <COpenCVImageShim.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GALLERY_OPENCV_EXPORT __attribute__((visibility("default")))

/// The functions for the Faces module.
extern GALLERY_OPENCV_EXPORT const struct copencv_functions gallery_opencv_faces;

/// The functions for the Imaging module.
extern GALLERY_OPENCV_EXPORT const struct cimage_functions gallery_opencv_image;

#ifdef __cplusplus
}
#endif

#endif
