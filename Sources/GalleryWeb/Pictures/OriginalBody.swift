import Gallery
import Hummingbird
import NIOCore

/// A part of an original on its way: a block at a time, each read once the one before was taken.
struct OriginalBody: Sendable {
    /// How many bytes are in memory at a time.
    static let blockLength = 256 << 10

    let picture: OriginalPicture
    let range: Range<Int>

    /// The body of an answer.
    ///
    /// Where somebody writes to the file meanwhile the connection breaks: no bytes of another picture are
    /// passed on.
    var body: ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let end = min(offset + OriginalBody.blockLength, range.upperBound)
                let block = offset..<end
                try await writer.write(try await offload { try bytes(block) })
                offset = end
            }
            try await writer.finish(nil)
        }
    }

    private func bytes(_ block: Range<Int>) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: block.count)
        try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: block.count) { free in
            try picture.read(
                into: UnsafeMutableRawBufferPointer(rebasing: free[..<block.count]),
                at: block.lowerBound)
            return block.count
        }
        return buffer
    }
}
