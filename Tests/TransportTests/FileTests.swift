import Basics
import Foundation
import GalleryModel
import TestSupport
import Testing
import Transport

@Suite("Downloads into files", .timeLimit(.minutes(1)))
struct FileTests {
    static let picture = pattern(400_000)

    @Test("a file is stored with its hash and the umask's permissions, without other files")
    func plain() async throws {
        try await withFolder { folder in
            try await withServer { _ in
                .answer(200, [("ETag", "\"1\"")], body: FileTests.picture)
            } test: { server, transport in
                let path = folder.appending("a.part")
                let response = try await transport.response(
                    for: .local(server.url("/"), file: path))
                #expect(response.byteCount == 400_000)
                #expect(response.sha256 == digest(FileTests.picture))
                #expect(response.status == 200 && response.body.isEmpty)
                #expect(try contents(path) == FileTests.picture)
                #expect(names(folder) == ["a.part"])
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)")
                let other = folder.appending("other")
                try Data().write(to: URL(fileURLWithPath: "\(other)"))
                let usual = try FileManager.default.attributesOfItem(atPath: "\(other)")
                #expect(
                    attributes[.posixPermissions] as? Int
                        == (usual[.posixPermissions] as? Int).map { $0 & 0o644 })
                #expect(server.requests[0]["Accept-Encoding"] == "identity")
                #expect(server.requests[0]["Range"] == nil)
            }
        }
    }

    @Test("an empty file is a file")
    func empty() async throws {
        try await withFolder { folder in
            try await withServer { _ in
                .answer()
            } test: { server, transport in
                let response = try await transport.response(
                    for: .local(server.url("/"), file: folder.appending("a.part")))
                #expect(response.byteCount == 0)
                #expect(response.sha256 == digest([]))
                #expect(names(folder) == ["a.part"])
            }
        }
    }

    @Test("after a reset the same transfer resumes")
    func resumesAtOnce() async throws {
        try await withFolder { folder in
            try await withServer { request in
                request.number == 0 ? cut(at: 150_000) : served(request)
            } test: { server, transport in
                let path = folder.appending("a.part")
                let response = try await transport.response(
                    for: .local(server.url("/"), file: path))
                #expect(response.sha256 == digest(FileTests.picture))
                #expect(response.status == 206)
                #expect(response.byteCount == 400_000)
                #expect(try contents(path) == FileTests.picture)
                #expect(server.requests[1]["Range"] == "bytes=150000-")
                #expect(server.requests[1]["If-Range"] == "\"v1\"")
                #expect(names(folder) == ["a.part"])
            }
        }
    }

    @Test("another process resumes a failed transfer", arguments: [5_000, 300_000])
    func resumesLater(length: Int) async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try await withServer(.once) { request in
                request.number == 0 ? cut(at: length) : served(request)
            } test: { server, first in
                let request = TransferRequest.local(server.url("/"), file: path)
                #expect(await code { try await first.response(for: request) } == .truncated)
                #expect(names(folder) == ["a.part", "a.part.meta"])
                let second = HTTPTransport(configuration: .once)
                let response = try await second.response(for: request)
                await second.close()
                #expect(response.status == 206)
                #expect(server.requests[1]["Range"] == "bytes=\(length)-")
                #expect(response.sha256 == digest(FileTests.picture))
                #expect(try contents(path) == FileTests.picture)
                #expect(names(folder) == ["a.part"])
            }
        }
    }

    @Test("a date resumes like an entity tag; a weak tag does not")
    func validators() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let cases: [([(String, String)], String?)] = [
            ([("Last-Modified", date)], date),
            ([("Last-Modified", date), ("ETag", "W/\"1\"")], date),
            ([("Last-Modified", date), ("Date", date)], nil),
            ([("ETag", "W/\"1\"")], nil),
            ([], nil),
        ]
        for (headers, validator) in cases {
            try await withFolder { folder in
                try await withServer { request in
                    request.number == 0
                        ? cut(at: 1_000, headers) : .answer(body: FileTests.picture)
                } test: { server, transport in
                    let response = try await transport.response(
                        for: .local(
                            server.url("/"), file: folder.appending("a.part")))
                    #expect(server.requests[1]["If-Range"] == validator)
                    #expect(response.sha256 == digest(FileTests.picture))
                    #expect(response.status == 200)
                }
            }
        }
    }

    /// The server's responses to the request to resume.
    enum Refusal: CaseIterable {
        case changed, wrongStart, noRange, manyRanges, notSatisfiable
    }

    @Test(
        "if the server cannot resume, the whole file is fetched again", arguments: Refusal.allCases)
    func startsAnew(refusal: Refusal) async throws {
        try await withFolder { folder in
            let new = pattern(200_000, seed: 7)
            try await withServer { request in
                if request.number == 0 { return cut(at: 150_000) }
                guard request["Range"] != nil else { return .answer(body: new) }
                let part = new[160_000...]
                return switch refusal {
                case .changed: .answer(200, [("ETag", "\"v2\"")], body: new)
                case .wrongStart:
                    .answer(206, [("Content-Range", "bytes 160000-199999/200000")], body: part)
                case .noRange: .answer(206, body: part)
                case .manyRanges:
                    .answer(206, [("Content-Type", "multipart/byteranges; boundary=x")], body: part)
                case .notSatisfiable: .answer(416, [("Content-Range", "bytes */100")])
                }
            } test: { server, transport in
                let path = folder.appending("a.part")
                let attempts = Counter()
                let response = try await transport.response(
                    for: .local(server.url("/"), file: path),
                    willAttempt: { attempts.increment() })
                #expect(try contents(path) == new)
                #expect(response.sha256 == digest(new))
                #expect(response.status == 200)
                #expect(attempts.value == server.requests.count)
                #expect(server.requests.count == (refusal == .changed ? 2 : 3))
                #expect(names(folder) == ["a.part"])
            }
        }
    }

    @Test("a partial file is not continued with another URL's bytes")
    func otherURL() async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try await withServer(.once) { request in
                request.number == 0 ? cut(at: 150_000) : served(request)
            } test: { server, transport in
                _ = await code {
                    try await transport.response(
                        for: .local(server.url("/one"), file: path))
                }
                let response = try await transport.response(
                    for: .local(server.url("/two"), file: path))
                #expect(server.requests[1]["Range"] == nil)
                #expect(response.sha256 == digest(FileTests.picture))
            }
        }
    }

    @Test(
        "a truncated or missing record restarts the file", arguments: ["", "{\"urlDigest\":", nil])
    func tornRecord(record: String?) async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try Data(pattern(5_000, seed: 3)).write(to: URL(fileURLWithPath: "\(path)"))
            if let record {
                try Data(record.utf8).write(to: URL(fileURLWithPath: "\(path).meta"))
            }
            try await withServer {
                served($0)
            } test: { server, transport in
                let response = try await transport.response(
                    for: .local(server.url("/"), file: path))
                #expect(server.requests[0]["Range"] == nil)
                #expect(response.sha256 == digest(FileTests.picture))
                #expect(names(folder) == ["a.part"])
            }
        }
    }

    @Test("an error page never becomes part of the file")
    func errorPage() async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try await withServer { request in
                switch request.number {
                case 0: cut(at: 150_000)
                case 1: .text("<html>busy</html>", status: 503)
                default: served(request)
                }
            } test: { server, transport in
                let response = try await transport.response(
                    for: .local(server.url("/"), file: path))
                #expect(server.requests.count == 3)
                #expect(response.status == 206)
                #expect(server.requests[2]["Range"] == "bytes=150000-")
                #expect(try contents(path) == FileTests.picture)
            }
        }
    }

    @Test("a 404 leaves no file and has its body in memory")
    func notFound() async throws {
        try await withFolder { folder in
            try await withServer { _ in
                .text("nothing here", status: 404)
            } test: {
                server, transport in
                let response = try await transport.response(
                    for: .local(server.url("/"), file: folder.appending("a.part")))
                #expect(response.body == Data("nothing here".utf8))
                #expect(response.sha256 == nil)
                #expect(names(folder) == [])
            }
        }
    }

    @Test("a file rejected by the check is fetched from the beginning")
    func rejected() async throws {
        try await withFolder { folder in
            let path = folder.appending("a.part")
            try await withServer { request in
                .answer(
                    200, [("ETag", "\"v1\"")],
                    body: request.number == 0 ? pattern(10) : FileTests.picture)
            } test: { server, transport in
                let response = try await transport.response(
                    for: .local(server.url("/"), file: path),
                    check: { _ in
                        guard try contents(path).count > 10 else {
                            throw TransferRejection(Refused(), isTransient: true)
                        }
                    })
                #expect(response.byteCount == 400_000)
                #expect(server.requests.count == 2)
                #expect(server.requests[1]["Range"] == nil)
                #expect(try contents(path) == FileTests.picture)
                // Its other errors are thrown as they are, also those of files.
                let problem = FileError(path: path, number: EIO)
                await #expect(throws: problem) {
                    try await transport.response(
                        for: .local(server.url("/"), file: path), check: { _ in throw problem })
                }
            }
        }
    }

    @Test("a link at the file's path is neither followed nor removed")
    func link() async throws {
        try await withFolder { folder in
            let target = folder.appending("precious")
            try Data("keep".utf8).write(to: URL(fileURLWithPath: "\(target)"))
            let path = folder.appending("a.part")
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)", withDestinationPath: "\(target)")
            try await withServer {
                served($0)
            } test: { server, transport in
                let failed = await code {
                    try await transport.response(
                        for: .local(server.url("/"), file: path))
                }
                #expect(failed == .write(errno: ELOOP))
                let kept = try contents(target)
                #expect(kept == Array("keep".utf8))
                #expect(names(folder) == ["a.part", "precious"])
            }
        }
    }

    @Test("a missing folder fails with its reason")
    func noFolder() async throws {
        try await withFolder { folder in
            try await withServer {
                served($0)
            } test: { server, transport in
                let path = folder.appending("none").appending("a.part")
                let failed = await code {
                    try await transport.response(
                        for: .local(server.url("/"), file: path))
                }
                #expect(failed == .write(errno: ENOENT))
            }
        }
    }
}

/// The picture with its tag, whole or from the offset in `Range`.
private func served(_ request: LoopbackRequest) -> LoopbackReply {
    let tag = ("ETag", "\"v1\"")
    let picture = FileTests.picture
    guard request["If-Range"] == tag.1, let range = request["Range"],
        let start = Int(range.dropFirst("bytes=".count).dropLast())
    else { return .answer(200, [tag], body: picture) }
    let contentRange = "bytes \(start)-\(picture.count - 1)/\(picture.count)"
    return .answer(206, [tag, ("Content-Range", contentRange)], body: picture[start...])
}

/// The beginning of the picture, after which the connection closes.
private func cut(
    at length: Int, _ headers: [(String, String)] = [("ETag", "\"v1\"")]
) -> LoopbackReply {
    .partial(
        200, headers, length: FileTests.picture.count, body: FileTests.picture[..<length],
        then: [.close])
}

private func digest(_ bytes: [UInt8]) -> FileDigest {
    FileDigest(of: bytes)
}
