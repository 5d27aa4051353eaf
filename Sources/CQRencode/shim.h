#ifndef GALLERY_CQRENCODE_SHIM_H
#define GALLERY_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
