import Basics
import Foundation
import GalleryModel
import Glibc

/// Remembers what an unfinished file is a part of, in the file `<path>.meta` beside it.
struct PartRecord: Codable, Sendable, Hashable {
    /// The SHA-256 of the URL that answered; the URL itself may hold secrets.
    let urlDigest: String
    /// What `If-Range` is sent with: a strong entity tag or a date.
    let validator: String
    /// Which start of the machine wrote it.
    ///
    /// After a crash of the machine the bytes, which are not synced, may be missing in the middle
    /// of the file, so a record counts for one start alone.
    let bootID: String

    /// Makes a record, or nil where the answer has no validator to resume by.
    init?(url: HTTPURL, headers: HTTPHeaders) {
        guard let validator = PartRecord.validator(headers) else { return nil }
        self.validator = validator
        urlDigest = PartRecord.digest(url)
        bootID = PartRecord.currentBootID
    }

    /// Reads a record; nil where it is torn, of another start of the machine, or cannot be sent.
    init?(bytes: [UInt8]) {
        guard bytes.count <= PartRecord.maximumBytes,
            let record = try? JSONText.decode(PartRecord.self, from: bytes),
            record.bootID == PartRecord.currentBootID,
            HTTPHeaders(dictionaryLiteral: ("If-Range", record.validator)).isSendable,
            !record.validator.isEmpty
        else { return nil }
        self = record
    }

    /// The record as it is stored.
    var bytes: [UInt8] { (try? JSONText.encode(self)).map { Array($0.utf8) } ?? [] }

    /// Whether the unfinished file came from the URL.
    func isOf(_ url: HTTPURL) -> Bool { urlDigest == PartRecord.digest(url) }

    /// The longest record that is read, in bytes.
    static let maximumBytes = 16_384

    /// The strong entity tag, or else the date of the last change where it is strong: a file that
    /// changed within the second of the answer may change once more under the same date.
    ///
    /// Source: RFC 9110, sections 8.8.2.2 and 13.1.5.
    private static func validator(_ headers: HTTPHeaders) -> String? {
        if let tag = headers["ETag"], tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 2,
            tag.utf8.count <= 1_024
        {
            return tag
        }
        guard let text = headers["Last-Modified"], let modified = HTTPDate.seconds(text) else {
            return nil
        }
        if let date = headers["Date"].flatMap({ HTTPDate.seconds($0) }), date < modified + 1 {
            return nil
        }
        return text
    }

    private static func digest(_ url: HTTPURL) -> String {
        FileDigest(of: url.text).hexadecimal
    }

    /// Names this start of the machine; empty where the system does not tell.
    ///
    /// Source: https://docs.kernel.org/admin-guide/sysctl/kernel.html#random
    private static let currentBootID: String = {
        let path = BytePath("/proc/sys/kernel/random/boot_id")
        let bytes = (try? Descriptor(path).bytes(atMost: 64)) ?? []
        return String(decoding: bytes, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }()
}
