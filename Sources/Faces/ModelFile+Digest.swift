extension ModelFile {
    /// The SHA-256 of bytes: 64 lower-case hexadecimal digits.
    package static func sha256(of bytes: [UInt8]) -> String { ModelBytes.digest(of: bytes) }
}
