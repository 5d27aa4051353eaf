#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

// No system header is included: its types would be imported from this module as well as from Glibc.

/// Writes all data of the file system of an open descriptor to disk.
///
/// Needed because glibc declares `syncfs` only for GNU sources, which Swift's Glibc module is not.
/// Returns 0, or -1 with errno set. Source: syncfs(2).
int gallery_syncfs(int descriptor);

/// Renames a file without replacing an existing one.
///
/// Needed because glibc declares `renameat2` only for GNU sources. Returns 0, or -1 with errno set:
/// EEXIST if the name exists, EINVAL or ENOSYS if the file system does not support it. Source:
/// rename(2), RENAME_NOREPLACE.
int gallery_rename_new(const char *old_path, const char *new_path);

/// Creates a zero-filled file in memory with a fixed length: a write past its end fails with EPERM.
///
/// Needed because glibc declares `memfd_create` and the seals only for GNU sources. Returns a
/// descriptor that is closed in child programs by default, or -1 with errno set.
/// Source: memfd_create(2), F_SEAL_GROW in fcntl(2).
int gallery_bounded_memory(const char *name, long length);

/// Keeps the memory of this process out of core dumps, including those sent to a program, and hides
/// it from other processes of the same user.
///
/// Needed because Swift cannot call variadic C functions. Source: PR_SET_DUMPABLE in prctl(2).
void gallery_hide_memory(void);

/// Returns the ID and the type number of the file system that contains a path.
///
/// Needed because Swift's Glibc module lacks sys/vfs.h. Returns 0, or -1 with errno set. Source:
/// statfs(2).
int gallery_file_system(const char *path, unsigned long long *number, unsigned long *type);

#endif
