internal import CGEOS

/// A context of GEOS and the memory its messages go to: one thread's.
final class GEOSContext {
    let handle: GEOSContextHandle_t
    private let message: UnsafeMutablePointer<gallery_geos_message>

    /// Throws: `failed` where there is not enough memory.
    init() throws(PlacesError) {
        message = .allocate(capacity: 1)
        message.initialize(to: gallery_geos_message())
        guard let handle = gallery_geos_create(message) else {
            message.deallocate()
            throw .failed(reason: "there is not enough memory")
        }
        self.handle = handle
    }

    deinit {
        GEOS_finish_r(handle)
        message.deallocate()
    }

    /// The error for a call that failed, with what GEOS said.
    func failure() -> PlacesError {
        let text = withUnsafeBytes(of: &message.pointee.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return .failed(reason: text.isEmpty ? "GEOS gives no reason" : "GEOS says: \(text)")
    }
}
