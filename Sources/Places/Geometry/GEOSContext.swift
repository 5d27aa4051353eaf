internal import CGEOS

/// A GEOS context with a buffer for its last message; not for use by several threads at once.
final class GEOSContext {
    let handle: GEOSContextHandle_t
    private let message: UnsafeMutablePointer<gallery_geos_message>

    /// - Throws: `failed` if memory runs out.
    init() throws(PlacesError) {
        message = .allocate(capacity: 1)
        message.initialize(to: gallery_geos_message())
        guard let handle = gallery_geos_create(message) else {
            message.deallocate()
            throw .failed(reason: "out of memory")
        }
        self.handle = handle
    }

    deinit {
        GEOS_finish_r(handle)
        message.deallocate()
    }

    /// Returns the error for a failed call, with the message of GEOS.
    func failure() -> PlacesError {
        let text = withUnsafeBytes(of: &message.pointee.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .failed(reason: text.isEmpty ? "GEOS gave no reason" : "GEOS: \(text)")
    }
}
