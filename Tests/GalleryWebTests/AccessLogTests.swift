import Basics
import Foundation
@testable import GalleryWeb
import Synchronization
import Testing

@Suite struct AccessLogTests {
    private static let entry = AccessEntry(
        time: 1_700_000_000, client: "192.0.2.7", name: "my tablet", method: "GET",
        address: "/photos/1?q=dog", status: 200, bytes: 1234, milliseconds: 2.04)

    /// Keeps what was written.
    private final class Lines: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

        func write(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    @Test func tellsInWords() {
        let lines = Lines()
        let log = AccessLog(.text) { lines.write($0) }
        log.note(Self.entry)
        log.flush()
        #expect(
            lines.text
                == "2023-11-14T22:13:20Z 192.0.2.7 my\\u{20}tablet GET /photos/1?q=dog 200 1234 2.0ms\n"
        )
    }

    @Test func tellsAsObjects() throws {
        let lines = Lines()
        let log = AccessLog(.json) { lines.write($0) }
        log.note(Self.entry)
        log.note(Self.entry)
        log.flush()
        let objects = try lines.text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.count == 2)
        #expect(objects[0]["name"] as? String == "my tablet")
        #expect(objects[0]["bytes"] as? Int == 1234)
        #expect(objects[0]["milliseconds"] as? Double == 2)
    }

    @Test func leavesLinesOutWhereItsReaderIsBehind() {
        let (started, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let lines = Lines()
        let log = AccessLog(.text, capacity: 200) {
            started.signal()
            release.wait()
            lines.write($0)
        }
        log.note(Self.entry)
        started.wait()
        for _ in 0..<10 { log.note(Self.entry) }
        release.signal()
        release.signal()
        release.signal()
        log.flush()
        #expect(log.dropped == 8)
        #expect(lines.text.split(separator: "\n").count == 3)
    }

    @Test(arguments: [
        ("/photos/1?q=dog&v=abc", "/photos/1?q=dog&v=***"),
        ("/sign-in?password=geheim&next=/", "/sign-in?password=***&next=/"),
        ("/?PassWord=geheim", "/?PassWord=***"),
        ("/?p%61ssword=geheim", "/?p%61ssword=***"),
        ("/shared/s3cret", "/shared/***"),
        ("/%73hared/s3cret/photos/1", "/%73hared/***/photos/1"),
        ("/photoserver/postphoto/roger/geheim/dog", "/photoserver/postphoto/roger/***/dog"),
        ("/photoserver//postphoto/roger/geheim/dog", "/photoserver/***"),
        ("//photoserver/postphoto/roger/geheim/dog", "//photoserver/***"),
        ("/photoserver/postphoto/roger/geheim/a/b", "/photoserver/***"),
        ("/photoserver/postphoto/roger/geheim", "/photoserver/***"),
        ("/PhotoServer/PostPhoto/roger/geheim/%zz", "/PhotoServer/…"),
        ("/photoserver/userphotos/12", "/photoserver/userphotos/12"),
        ("/photoserver/postphoto/roger/gehe?im/dog", "/photoserver/***"),
        ("/photoserver/postphoto/roger//geheim", "/photoserver/***"),
        ("/photoserver/roger/geheim", "/photoserver/***"),
        ("/postphoto/roger/geheim/dog", "/postphoto/***"),
        ("/photoserver%2Fpostphoto%2Froger%2Fgeheim%2Fdog", "/photoserver/***"),
        ("/%zz?token=geheim", "/%zz…"),
        ("/shared/s3cret?a=%zz", "/shared/…"),
        ("//shared//s3cret/photos/1", "//shared//***/photos/1"),
        ("/sign-in?next=%2Fphotoserver%2Fpostphoto%2Froger%2Fgeheim%2Fdog", "/sign-in?next=***"),
        ("/sign-in?next=/shared/s3cret", "/sign-in?next=/shared/***"),
        ("/sign-in?next=%2Fshared%2Fs3cret%2Fphotos", "/sign-in?next=%2Fshared%2F***"),
        ("/photoserver/postphoto/roger/geheim/%zz", "/photoserver/…"),
        ("/a\u{1B}[31m", "/a\u{1B}[31m…"),
    ])
    func tellsNoSecrets(_ sent: String, _ told: String) {
        let shown = AccessEntry.withoutSecrets(sent)
        #expect(shown == told || shown + "…" == told)
        #expect(!shown.contains("geheim"))
        #expect(!shown.contains("s3cret"))
    }

    @Test func noTerminalObeysIt() {
        var entry = Self.entry
        entry.address = "/\u{1B}[31m red"
        entry.method = "GET\n"
        #expect(!entry.text.contains("\u{1B}"))
        #expect(!entry.text.contains("\n"))
        #expect(entry.text.split(separator: " ").count == 8)
    }
}
