import Basics
import Foundation
@testable import GalleryWeb
import Synchronization
import Testing

@Suite("Access log")
struct AccessLogTests {
    private static let entry = AccessEntry(
        time: 1_700_000_000, client: "192.0.2.7", name: "my tablet", method: "GET",
        address: "/photos/1?q=dog", status: 200, bytes: 1234, milliseconds: 2.04)

    /// Collects the written lines.
    private final class Lines: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

        func write(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    @Test("entries are written as lines of text")
    func tellsInWords() {
        let lines = Lines()
        let log = AccessLog(.text) { lines.write($0) }
        log.note(Self.entry)
        log.flush()
        #expect(
            lines.text
                == "2023-11-14T22:13:20Z 192.0.2.7 my\\u{20}tablet GET /photos/1?q=dog 200 1234 2.0ms\n"
        )
    }

    @Test("entries are written as JSON objects")
    func tellsAsObjects() throws {
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

    @Test("lines are dropped if the reader is too slow")
    func leavesLinesOutWhereItsReaderIsBehind() {
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

    @Test(
        "secrets in addresses are masked",
        arguments: [
            ("/photos/1?q=dog&v=abc", "/photos/1?q=dog&v=***"),
            ("/sign-in?password=geheim&next=/", "/sign-in?password=***&next=/"),
            ("/sign-in?ticket=geheim", "/sign-in?ticket=***"),
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
            ("/shared/s3cret?a=%zz", "/shared/***?a=***"),
            ("//shared//s3cret/photos/1", "//shared//***/photos/1"),
            (
                "/sign-in?next=%2Fphotoserver%2Fpostphoto%2Froger%2Fgeheim%2Fdog",
                "/sign-in?next=***"
            ),
            ("/sign-in?next=/shared/s3cret", "/sign-in?next=/shared/***"),
            ("/sign-in?next=%2Fshared%2Fs3cret%2Fphotos", "/sign-in?next=%2Fshared%2F***"),
            ("/photoserver/postphoto/roger/geheim/%zz", "/photoserver/…"),
            ("/a\u{1B}[31m", "/a\u{1B}[31m…"),
            ("/shared//s3cret", "/shared//***"), ("/shared/./s3cret", "/shared/***/***"),
            ("/shared/%2e/s3cret", "/shared/***/***"), ("/shared/x/s3cret", "/shared/***/***"),
            ("/shared/../s3cret/photos.zip", "/shared/***/***/photos.zip"),
            ("/shared/s3cret/photos/12/thumbnail/640", "/shared/***/photos/12/thumbnail/640"),
            ("/shared/s3cret/s3cret", "/shared/***/***"),
            ("/x/shared/y/s3cret", "/x/shared/***/***"),
            ("/SHARED/s3cret/photos/1", "/SHARED/***/photos/1"),
            ("/shareds3cretThatHasAsManyLettersAsOneHas/photos", "/***/photos"),
            ("/sign-in?next=/shared/x/s3cret", "/sign-in?next=/shared/***"),
            ("/sha%72ed%2Fs3cret/photos", "/***/photos"), ("/shared%252Fs3cret", "/shared%252F***"),
            ("/shared?s3cretThatHasAsManyLettersAsOneHas", "/shared?***"),
            ("/shared?x=s3cret&download=1", "/shared?x=***&download=1"),
            ("/shared/s3cret/photoserver/x", "/shared/***/***/***"),
            ("/photoserver/userlist/geheim", "/photoserver/userlist/***"),
            ("/photoserver/userphotos/geheim", "/photoserver/userphotos/***"),
            ("/photoserver/photo/geheim", "/photoserver/photo/***"),
            ("/photoserver/photo/12?x=geheim&n=3", "/photoserver/photo/12?x=***&n=3"),
            ("/photos?passwort=geheim&q=dog", "/photos?passwort=***&q=dog"),
            (
                "/?pass=geheim&PASSPHRASE=geheim&loginToken=geheim&api_key=geheim",
                "/?pass=***&PASSPHRASE=***&loginToken=***&api_key=***"
            ),
            (
                "/sections/album:shared%20days/photos?sort=taken",
                "/sections/album:shared%20days/photos?sort=taken"
            ),
        ])
    func tellsNoSecrets(_ sent: String, _ logged: String) {
        let shown = AccessEntry.withoutSecrets(sent)
        #expect(shown == logged || shown + "…" == logged)
        #expect(!shown.contains("geheim"))
        #expect(!shown.contains("s3cret"))
    }

    @Test("control characters are escaped")
    func noTerminalObeysIt() {
        var entry = Self.entry
        entry.address = "/\u{1B}[31m red"
        entry.method = "GET\n"
        #expect(!entry.text.contains("\u{1B}"))
        #expect(!entry.text.contains("\n"))
        #expect(entry.text.split(separator: " ").count == 8)
    }
}
