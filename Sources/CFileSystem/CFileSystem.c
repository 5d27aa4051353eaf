#define _GNU_SOURCE
#include "CFileSystem.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int gallery_syncfs(int descriptor) { return syncfs(descriptor); }

int gallery_rename_new(const char *old_path, const char *new_path) {
    return renameat2(AT_FDCWD, old_path, AT_FDCWD, new_path, RENAME_NOREPLACE);
}
