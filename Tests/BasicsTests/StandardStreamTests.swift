import Basics
import Glibc
import Testing

@Suite("StandardStream")
struct StandardStreamTests {
    /// A pipe that closes its ends when it is released.
    private final class Pipe {
        let reading: Int32
        private(set) var writing: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            reading = ends[0]
            writing = ends[1]
        }

        func endWriting() {
            close(writing)
            writing = -1
        }

        deinit {
            close(reading)
            if writing >= 0 { close(writing) }
        }
    }

    @Test("a read returns the available bytes, and none at the end")
    func reading() throws {
        let pipe = try Pipe()
        let output = StandardStream(pipe.writing, "output")
        let input = StandardStream(pipe.reading, "input")
        try output.write([1, 2, 3], waits: true)
        #expect(try input.readSome(atMost: 2) == [1, 2])
        #expect(try input.readSome(atMost: 100) == [3])
        try output.write([4, 5], waits: true)
        pipe.endWriting()
        #expect(try input.bytes(atMost: 100) == [4, 5])
        #expect(try input.readSome(atMost: 1) == [])
        #expect(!input.isTerminal)
    }

    @Test("reading to the end stops at the limit")
    func limit() throws {
        let pipe = try Pipe()
        try StandardStream(pipe.writing, "output").write([1, 2, 3], waits: true)
        #expect(try StandardStream(pipe.reading, "input").bytes(atMost: 2) == [1, 2])
    }

    @Test("a closed stream is named with the system's reason")
    func closed() throws {
        let error = #expect(throws: FileError.self) {
            try StandardStream(-1, "standard input").readSome(atMost: 1)
        }
        #expect(error == FileError(path: BytePath("standard input"), number: EBADF))
    }

    @Test("a write that does not wait fails if the reader is too slow")
    func following() throws {
        let pipe = try Pipe()
        #expect(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
        let error = #expect(throws: FileError.self) {
            try StandardStream(pipe.writing, "output").write(
                [UInt8](repeating: 0, count: 1 << 20), waits: false)
        }
        #expect(error?.number == EAGAIN)
    }
}
