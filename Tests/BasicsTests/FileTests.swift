import Basics
import Foundation
import Glibc
import Testing

@Suite("Files, folders and locks") struct FileTests {
    /// A folder that is removed after the test.
    private final class Folder {
        let path: BytePath

        init() throws { path = try PrivateFolder(temporaryIn: [:]).path }

        deinit { try? FileManager.default.removeItem(atPath: path.string ?? "") }
    }

    @Test("a regular file is read whole, within its limit, and anything else is refused")
    func contents() throws {
        let folder = try Folder()
        let path = folder.path.appending("a")
        try AtomicFile.replace(path, with: Array("hello".utf8))
        #expect(try path.contents(atMost: 5) == Array("hello".utf8))
        #expect(throws: FileError(path: path, number: EFBIG)) { try path.contents(atMost: 4) }
        #expect(throws: FileError(path: folder.path, number: EISDIR)) {
            try folder.path.contents(atMost: 4)
        }
        let missing = folder.path.appending("b")
        #expect(throws: FileError(path: missing, number: ENOENT)) {
            try missing.contents(atMost: 4)
        }
        let pipe = folder.path.appending("pipe")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(throws: FileError(path: pipe, number: EINVAL)) { try pipe.contents(atMost: 4) }
        let file = try Descriptor(path)
        #expect(try file.bytes(atMost: 9, at: 2) == Array("llo".utf8))
    }

    @Test("an error about a full disk names the path")
    func fullDisk() throws {
        let path = BytePath("/dev/full")
        let file = try Descriptor(path, for: .writing)
        #expect(throws: FileError(path: path, number: ENOSPC)) { try file.write([1, 2, 3]) }
    }

    @Test("a file is replaced as a whole, through links, and keeps its permissions")
    func replacing() throws {
        let folder = try Folder()
        let (path, link) = (folder.path.appending("a"), folder.path.appending("link"))
        try AtomicFile.replace(path, with: [1], permissions: 0o640)
        try path.setPermissions(0o604)
        #expect(link.withCString { symlink("a", $0) } == 0)
        do {
            let file = try AtomicFile(link)
            try file.write([2])
            #expect(try path.contents(atMost: 9) == [1])
        }
        #expect(Set(folder.path.children()) == [BytePath("a"), BytePath("link")])
        try AtomicFile.replace(link, with: [3])
        #expect(try path.contents(atMost: 9) == [3])
        #expect(try FileStatus(path).permissions == 0o604)
        #expect(link.linkTarget == BytePath("a"))
    }

    @Test("a new file never replaces another, and an identical file counts as present")
    func placing() throws {
        let folder = try Folder()
        let path = folder.path.appending("x/y/a")
        #expect(try NewFile.place([1, 2], at: path) == .copied)
        #expect(try NewFile.place([1, 2], at: path) == .present)
        #expect(try NewFile.place([1, 3], at: path) == .occupied)
        let source = try Descriptor(path)
        let copy = folder.path.appending("b")
        #expect(try NewFile.copy(source, to: copy, permissions: 0o600) {} == .copied)
        #expect(try NewFile.copy(source, to: copy, permissions: 0o600) {} == .present)
        #expect(try FileStatus(copy).permissions == 0o600)
        #expect(try NewFile.isSame(path, copy))
        #expect(throws: FileError(path: copy, number: EEXIST)) { try path.rename(toNew: copy) }
        #expect(folder.path.children() == [BytePath("b"), BytePath("x")])
    }

    @Test("a lock excludes others until it is released or its file is closed")
    func locks() throws {
        let folder = try Folder()
        let path = folder.path.appending("lock")
        var other = try Descriptor(path, for: .both, .create, permissions: 0o600)
        let inherited: Int32
        do {
            var file = try Descriptor(path, for: .both)
            // Like the copy of a forked process.
            inherited = dup(file.number)
            #expect(try file.lock(waiting: false))
            #expect(try !other.lock(waiting: false))
            #expect(try file.lockByte(at: 5))
            #expect(try !other.lockByte(at: 5))
            #expect(try other.lockByte(at: 6))
            try file.unlockByte(at: 5)
            #expect(try other.lockByte(at: 5))
        }
        #expect(try other.lock(waiting: false))
        close(inherited)
    }
}
