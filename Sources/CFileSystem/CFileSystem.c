#define _GNU_SOURCE
#include "CFileSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <unistd.h>

int gallery_syncfs(int descriptor) { return syncfs(descriptor); }

int gallery_rename_new(const char *old_path, const char *new_path) {
    return renameat2(AT_FDCWD, old_path, AT_FDCWD, new_path, RENAME_NOREPLACE);
}

int gallery_bounded_memory(const char *name, long length) {
    int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, length) == 0
        && fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0)
        return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

void gallery_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int gallery_file_system(const char *path, unsigned long long *number, unsigned long *type) {
    struct statfs facts;
    if (statfs(path, &facts) != 0) return -1;
    *number = 0;
    for (int i = 0; i < 2; i++)
        *number = *number << 32 | (unsigned int)facts.f_fsid.__val[i];
    *type = (unsigned long)facts.f_type & 0xFFFFFFFF;
    return 0;
}
