#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

// Nothing of the system is included: its types would come from this module as well as from Glibc.

/// Writes everything of the file system that holds an open descriptor to the disk.
///
/// Exists because glibc declares `syncfs` for GNU sources only, which Swift's Glibc module is not.
/// Returns 0, or -1 with errno set. Source: syncfs(2).
int gallery_syncfs(int descriptor);

/// Gives a file a name that nothing has yet.
///
/// Exists because glibc declares `renameat2` for GNU sources only.
/// Returns 0, or -1 with errno set: EEXIST where the name is taken, EINVAL or ENOSYS where the file system
/// cannot tell. Source: rename(2), RENAME_NOREPLACE.
int gallery_rename_new(const char *old_path, const char *new_path);

/// Opens a file in memory that has a length, all zeros, and never another one: a write beyond it fails with EPERM.
///
/// Exists because glibc declares `memfd_create` and the seals for GNU sources only.
/// Returns a descriptor that programs started later do not get by themselves, or -1 with errno set.
/// Source: memfd_create(2), F_SEAL_GROW in fcntl(2).
int gallery_bounded_memory(const char *name, long length);

/// Keeps the memory of this process out of core dumps, also of those that a program takes in, and from other processes
/// of the same user.
///
/// Exists because Swift calls no C function with arguments that vary. Source: PR_SET_DUMPABLE in prctl(2).
void gallery_hide_memory(void);

#endif
