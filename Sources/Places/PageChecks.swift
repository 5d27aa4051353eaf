import Basics
import GalleryModel
import Synchronization

/// Remembers which pages of an index are what their digests say.
struct PageChecks: ~Copyable, Sendable {
    private let path: BytePath
    private let layout: IndexLayout
    /// A bit a page.
    private let checked: Mutex<[UInt64]>
    private let allChecked = Atomic(false)

    init(_ layout: IndexLayout, path: BytePath) {
        self.path = path
        self.layout = layout
        checked = Mutex([UInt64](repeating: 0, count: (layout.pageCount + 63) / 64))
    }

    /// Checks the pages that hold a range of the file and were not checked before.
    ///
    /// - Parameter range: bytes from the file's start; empty ranges need no page.
    ///
    /// Throws: `damaged` where a page is not what its digest says.
    func check(
        _ range: Range<Int>, of bytes: UnsafeRawBufferPointer
    ) throws(PlacesError) {
        if allChecked.load(ordering: .acquiring) || range.isEmpty { return }
        let first = (range.lowerBound - layout.dataOffset) / IndexLayout.pageSize
        let last = (range.upperBound - 1 - layout.dataOffset) / IndexLayout.pageSize
        guard range.lowerBound >= layout.dataOffset, last < layout.pageCount else {
            throw .damaged(path, reason: "something lies beyond its last page")
        }
        try checked.withLock { (bits) throws(PlacesError) in
            for page in first...last where bits[page / 64] & (1 << UInt64(page % 64)) == 0 {
                try checkDigest(ofPage: page, bytes)
                bits[page / 64] |= 1 << UInt64(page % 64)
            }
        }
    }

    /// Checks every page; from then on `check(_:of:)` costs nothing.
    ///
    /// Throws: `damaged` where a page is not what its digest says.
    func checkAll(of bytes: UnsafeRawBufferPointer) throws(PlacesError) {
        try check(layout.dataOffset..<bytes.count, of: bytes)
        allChecked.store(true, ordering: .releasing)
    }

    private func checkDigest(
        ofPage page: Int, _ bytes: UnsafeRawBufferPointer
    ) throws(PlacesError) {
        let start = layout.dataOffset + page * IndexLayout.pageSize
        let end = min(start + IndexLayout.pageSize, bytes.count)
        var hasher = SHA256Hasher()
        hasher.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        let expected = layout.digestOffset(ofPage: page)
        guard
            hasher.digestBytes.prefix(IndexLayout.digestSize)
                .elementsEqual(bytes[expected..<(expected + IndexLayout.digestSize)])
        else { throw .damaged(path, reason: "page \(page) is not what its digest says") }
    }
}
