internal import CLittleCMS

/// Brings pixels from a profile's colours to sRGB through Little CMS.
///
/// Each has a context of its own, so that threads share no state while they make one.
// Invariant: the context and the transform are set in init and freed in deinit; in between they are
// only read, which Little CMS allows from several threads for a transform without a cache.
final class ColourTransform: @unchecked Sendable {
    /// What the profile's values are.
    let space: ColourProfile.Space
    /// Whether nothing changes by more than rounding: the profile is sRGB's.
    private(set) var isIdentity = false
    private let context: cmsContext
    private let transform: cmsHTRANSFORM

    /// Makes a transform.
    ///
    /// - Throws: `ImagingError.damaged` with the reason where Little CMS cannot use the profile.
    init(_ profile: ColourProfile) throws(ImagingError) {
        space = profile.space
        var message = gallery_lcms_message()
        let made = withUnsafeMutablePointer(to: &message) { place in
            ColourTransform.make(profile.bytes, place)
        }
        guard let made else {
            let text = withUnsafeBytes(of: message.text) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw .damaged(reason: text.isEmpty ? "it cannot be applied" : "'\(text)'")
        }
        context = made.context
        transform = made.transform
        isIdentity = changesNothing()
    }

    deinit {
        cmsDeleteTransform(transform)
        cmsDeleteContext(context)
    }

    private static func make(
        _ bytes: [UInt8], _ message: UnsafeMutablePointer<gallery_lcms_message>
    ) -> (context: cmsContext, transform: cmsHTRANSFORM)? {
        guard let context = gallery_lcms_create(message) else { return nil }
        // The message does not live as long as the context.
        defer { gallery_lcms_end_messages(context) }
        // Little CMS copies the bytes.
        let profile = bytes.withUnsafeBytes {
            cmsOpenProfileFromMemTHR(context, $0.baseAddress, UInt32($0.count))
        }
        guard let profile else {
            cmsDeleteContext(context)
            return nil
        }
        defer { cmsCloseProfile(profile) }
        guard let transform = gallery_lcms_to_srgb(context, profile) else {
            cmsDeleteContext(context)
            return nil
        }
        return (context, transform)
    }

    /// Transforms blue, green, red in place.
    func apply(toBGR bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { buffer in
            run(UnsafeRawBufferPointer(buffer), 3, buffer)
        }
    }

    /// Blue, green, red of values in the profile's space: inks, grey or blue, green, red.
    func bgr(of values: [UInt8]) -> [UInt8] {
        let channels = space == .inks ? 4 : space == .grey ? 1 : 3
        let count = values.count / channels
        return [UInt8](unsafeUninitializedCapacity: count * 3) { target, length in
            values.withUnsafeBytes { run($0, channels, UnsafeMutableRawBufferPointer(target)) }
            length = count * 3
        }
    }

    /// The luma in sRGB of each grey value; of an RGB profile the values with equal channels.
    func greyTable() -> [UInt8] {
        let greys = (0...255).flatMap { [UInt8](repeating: $0, count: space == .grey ? 1 : 3) }
        return Luma.ofBGR(bgr(of: greys))
    }

    /// Little CMS counts in 32 bits, and small steps keep input and output in the cache.
    private func run(
        _ source: UnsafeRawBufferPointer, _ channels: Int, _ target: UnsafeMutableRawBufferPointer
    ) {
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        let count = source.count / channels
        for start in stride(from: 0, to: count, by: 8192) {
            cmsDoTransform(
                transform, from + start * channels, to + start * 3,
                UInt32(min(8192, count - start)))
        }
    }

    private func changesNothing() -> Bool {
        switch space {
        case .inks: return false
        case .grey:
            return zip(greyTable(), 0...255).allSatisfy { abs(Int($0) - $1) <= 1 }
        case .rgb:
            let steps = stride(from: 0, through: 255, by: 17).map { UInt8($0) }
            let colours = steps.flatMap { blue in
                steps.flatMap { green in steps.flatMap { [blue, green, $0] } }
            }
            return zip(bgr(of: colours), colours).allSatisfy {
                abs(Int($0) - Int($1)) <= ColourTransform.tolerance
            }
        }
    }

    /// How far apart two writings of sRGB's own profile lie at most, of 255.
    private static let tolerance = 2
}
