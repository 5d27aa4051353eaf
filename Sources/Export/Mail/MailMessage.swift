import Basics
import Foundation

/// A message with attachments, to be opened and sent in a mail program.
///
/// It contains no sender or host name; `X-Unsent: 1` makes mail programs open it as a draft.
/// Source: RFC 5322 (format), RFC 2045 and 2046 (MIME), RFC 2047 (subject), RFC 2183 and 2231
/// (names)
package struct MailMessage: Sendable {
    /// An attached file: its name, whose unsafe characters are replaced when written, its media
    /// type, such as `image/jpeg`, and its contents.
    package typealias Attachment = (name: String, mediaType: String, bytes: [UInt8])

    /// The subject; line breaks and control characters become spaces.
    package var subject: String
    /// The text, with any line endings.
    package var body: String
    /// Plain email addresses, such as `name@example.org`.
    package var recipients: [String]
    /// The attachments.
    package var attachments: [Attachment]

    /// Creates a message.
    package init(
        subject: String, body: String, recipients: [String] = [], attachments: [Attachment] = []
    ) {
        self.subject = subject
        self.body = body
        self.recipients = recipients
        self.attachments = attachments
    }

    /// Indicates whether a text is a valid recipient, an address without quotes:
    /// `name@example.org`, in ASCII.
    ///
    /// Source: RFC 5322, section 3.4.1 (addr-spec of dot-atoms); RFC 5321, section 4.5.3.1
    /// (lengths)
    package static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, parts[0].utf8.count <= 64 else {
            return false
        }
        func isDotAtom(_ part: Substring, _ others: String) -> Bool {
            part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty
                    && atom.utf8.allSatisfy { $0.isLetterOrDigit || others.utf8.contains($0) }
            }
        }
        return isDotAtom(parts[0], "!#$%&'*+-/=?^_`{|}~") && isDotAtom(parts[1], "-")
    }

    /// Encodes the message: ASCII with CRLF line endings and at most 78 characters per line, except
    /// for long addresses.
    ///
    /// The result depends only on the message, date and boundary.
    ///
    /// - Parameters:
    ///   - date: seconds since 1970-01-01 UTC.
    ///   - boundary: 1...70 letters, digits and `=_.-`, including `=_`, which encoded parts never
    ///     contain.
    /// - Throws: `badAddress`.
    package func bytes(date: Int64, boundary: String) throws(ExportError) -> [UInt8] {
        for address in recipients where !Self.isAddress(address) {
            throw .badAddress(address)
        }
        var message = Data()
        func line(_ text: String = "") { message.append(contentsOf: Array((text + "\r\n").utf8)) }
        line("Date: \(MailSyntax.date(date))")
        if !recipients.isEmpty { line("To: " + recipients.joined(separator: ",\r\n ")) }
        line("Subject: " + MailSyntax.unstructured(subject, after: "Subject: ".utf8.count))
        // The reserved domain reveals nothing about the host. Source: RFC 2606, section 2
        // (.invalid)
        let token = String(decoding: boundary.utf8.filter(\.isLetterOrDigit), as: UTF8.self)
        line("Message-ID: <\(token)@gallery.invalid>")
        line("X-Unsent: 1")
        line("MIME-Version: 1.0")
        line("Content-Type: multipart/mixed;\r\n boundary=\"\(boundary)\"")
        line()
        line("--\(boundary)")
        line("Content-Type: text/plain; charset=utf-8")
        line("Content-Transfer-Encoding: base64")
        line()
        message.append(MailSyntax.base64(Array(MailSyntax.canonical(body).utf8)))
        for attachment in attachments {
            line("--\(boundary)")
            line("Content-Type: \(attachment.mediaType)")
            line("Content-Transfer-Encoding: base64")
            let name = SafeFileName(attachment.name).text
            line("Content-Disposition: attachment;" + MailSyntax.parameter("filename", name))
            line()
            message.append(MailSyntax.base64(attachment.bytes))
        }
        line("--\(boundary)--")
        return Array(message)
    }
}
