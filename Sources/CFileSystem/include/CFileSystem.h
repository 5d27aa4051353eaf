#ifndef CFILESYSTEM_H
#define CFILESYSTEM_H

/// Writes everything of the file system that holds an open descriptor to the disk.
///
/// Exists because glibc declares `syncfs` for GNU sources only, which Swift's Glibc module is not.
/// Returns 0, or -1 with errno set. Source: syncfs(2).
int gallery_syncfs(int descriptor);

#endif
