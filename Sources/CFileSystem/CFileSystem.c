#define _GNU_SOURCE
#include "CFileSystem.h"

#include <unistd.h>

int gallery_syncfs(int descriptor) { return syncfs(descriptor); }
