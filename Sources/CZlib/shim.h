// Makes zlib, which compresses and checks PNG data, callable from Swift.
#ifndef GALLERY_CZLIB_SHIM_H
#define GALLERY_CZLIB_SHIM_H

#include <zlib.h>

#endif
