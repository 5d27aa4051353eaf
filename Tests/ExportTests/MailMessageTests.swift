import Export
import Foundation
import Testing

@Suite("MailMessage", .enabled(if: Tool.python.isInstalled, "needs python3 on the PATH"))
struct MailMessageTests {
    private struct Part: Hashable, Codable {
        var type: String
        var disposition: String?
        var name: String?
        var base64: String
    }

    private struct Parsed: Hashable, Codable {
        var headers: [String]
        var subject: String
        var to: String?
        var date: String
        var body: String
        var parts: [Part]
        var defects: Int
    }

    /// The message as Python's email package reads it.
    private static func parsed(_ bytes: [UInt8]) throws -> Parsed {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "a.eml")
        try Data(bytes).write(to: file)
        let script = """
            import base64, email, email.policy, json, sys
            with open(sys.argv[1], "rb") as file:
                m = email.message_from_binary_file(file, policy=email.policy.default)
            parts = list(m.iter_parts())
            defects = sum(len(p.defects) for p in [m] + parts)
            defects += sum(len(v.defects) for p in [m] + parts for v in p.values())
            print(json.dumps({"headers": m.keys(), "subject": m["subject"], "to": m["to"],
                "date": m["date"].datetime.isoformat(), "body": parts[0].get_content(),
                "parts": [{"type": p.get_content_type(), "disposition": p.get_content_disposition(),
                    "name": p.get_filename(),
                    "base64": base64.b64encode(p.get_payload(decode=True)).decode()}
                    for p in parts[1:]],
                "defects": defects}))
            """
        let answer = try Tool.python.run(["-c", script, file.path(percentEncoded: false)])
        #expect(answer.status == 0, "\(answer.errors)")
        return try JSONDecoder().decode(Parsed.self, from: answer.output)
    }

    static let texts = [
        "Photos", "Zoë's 🐒 日本", String(repeating: "Ā long süßject ", count: 30),
        "=?utf-8?B?eA==?=", " around ", "", String(repeating: "x", count: 200), "\"a\\b\"; c*0*=d",
        "e\u{301}\u{301}👩‍👧‍👦", "100%",
    ]

    @Test("a message reads back unchanged", arguments: texts)
    func whole(text: String) throws {
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let message = MailMessage(
            subject: text, body: "Hello\n\(text)\r\nbye",
            recipients: ["ana@example.org", "b.c+d@x.y"],
            attachments: [
                (name: "\(text).jpg", mediaType: "image/jpeg", bytes: bytes),
                (name: "b.txt", mediaType: "text/plain", bytes: []),
            ])
        let made = try message.bytes(date: 1_714_558_531, boundary: "=_gallery_test")
        let lines = String(decoding: made, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(made.allSatisfy { $0 < 0x80 })
        #expect(
            lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") && !$0.contains("\r") })
        let read = try Self.parsed(made)
        #expect(read.defects == 0)
        #expect(read.subject == text)
        #expect(read.to == "ana@example.org, b.c+d@x.y")
        #expect(read.date == "2024-05-01T10:15:31+00:00")
        #expect(
            read.body.replacingOccurrences(of: "\r\n", with: "\n").hasPrefix("Hello\n\(text)\nbye"))
        #expect(read.parts.count == 2)
        #expect(read.parts.map(\.type) == ["image/jpeg", "text/plain"])
        #expect(read.parts.map(\.disposition) == ["attachment", "attachment"])
        #expect(read.parts.first?.name == SafeFileName("\(text).jpg").text)
        #expect(read.parts.map(\.base64) == [Data(bytes).base64EncodedString(), ""])
        #expect(
            read.headers == [
                "Date", "To", "Subject", "Message-ID", "X-Unsent", "MIME-Version", "Content-Type",
            ])
    }

    @Test("no text can add a header")
    func injection() throws {
        let evil = "a\r\nBcc: eve@example.org\r\n\r\nbody\u{2028}\u{85}\0"
        let message = MailMessage(
            subject: evil, body: evil,
            attachments: [(name: evil, mediaType: "image/png", bytes: [1])])
        let read = try Self.parsed(message.bytes(date: 0, boundary: "=_b"))
        #expect(!read.headers.contains("Bcc") && !read.headers.contains("To"))
        #expect(read.subject.hasPrefix("a  Bcc: eve@example.org    body"))
        #expect(read.parts.first?.name?.contains("\n") == false)
        for address in [
            evil, "", "a", "a@b\r\nBcc: c@d", "a b@c", "a@b@c", "<a@b>", "a@b,c@d", "ü@b", ".a@b",
            "a@b.", "a@", String(repeating: "a", count: 65) + "@b",
        ] {
            let message = MailMessage(subject: "", body: "", recipients: [address])
            #expect {
                try message.bytes(date: 0, boundary: "=_b")
            } throws: {
                $0 as? ExportError == .badAddress(address) && !"\($0)".contains("\n")
            }
        }
    }

    @Test("the exact bytes of a message are fixed")
    func exact() throws {
        let message = MailMessage(
            subject: "Für dich", body: "Hi", recipients: ["a@example.org"],
            attachments: [(name: "é.png", mediaType: "image/png", bytes: [1, 2, 3])])
        let made = try message.bytes(date: -1, boundary: "=_x")
        let expected = """
            Date: Wed, 31 Dec 1969 23:59:59 +0000
            To: a@example.org
            Subject: =?utf-8?B?RsO8ciBkaWNo?=
            Message-ID: <x@gallery.invalid>
            X-Unsent: 1
            MIME-Version: 1.0
            Content-Type: multipart/mixed;
             boundary="=_x"

            --=_x
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64

            SGk=
            --=_x
            Content-Type: image/png
            Content-Transfer-Encoding: base64
            Content-Disposition: attachment;
             filename*=utf-8''%C3%A9.png

            AQID
            --=_x--

            """
        #expect(String(decoding: made, as: UTF8.self) == expected.replacing("\n", with: "\r\n"))
    }
}
