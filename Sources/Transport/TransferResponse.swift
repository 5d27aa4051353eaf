package import Basics
package import Foundation
import GalleryModel

/// A complete answer.
package struct TransferResponse: Sendable {
    /// The HTTP status.
    package var status: Int
    /// The URL that answered, after redirects.
    ///
    /// It may hold secrets: not for messages.
    package var effectiveURL: String
    /// How many redirects were followed.
    package var redirects: Int
    /// The answer's headers.
    package var headers: HTTPHeaders
    /// The body, decompressed; empty where it went to a file.
    ///
    /// Of an answer outside 2xx, at most the first 64 KiB are kept, also where the destination is a
    /// file.
    package var body: Data
    /// The length in bytes of the body, or of the whole file, resumed part included.
    package var byteCount: Int64
    /// The SHA-256 of the whole file; nil where nothing went to a file.
    package var sha256: FileDigest?
    /// How many attempts it took, from 1.
    package var attempts: Int
    /// How many of the file's bytes were there before the last attempt.
    package var resumedFrom: Int64
}

extension TransferResponse {
    /// Whether the status is one of 200...299.
    package var isSuccess: Bool { (200..<300).contains(status) }
}
