internal import Basics
internal import CLittleCMS

/// Converts pixels from a profile's color space to sRGB with Little CMS.
///
/// Each transform has its own context, so that threads share no state while creating transforms.
// Invariant: the context and the transform are set in init and freed in deinit; in between they are
// only read, which Little CMS allows from several threads for a transform without a cache.
final class ColorTransform: @unchecked Sendable {
    /// The color space of the profile.
    let space: ColorProfile.Space
    /// True if nothing changes by more than rounding, because the profile describes sRGB.
    private(set) var isIdentity = false
    private let context: cmsContext
    private let transform: cmsHTRANSFORM

    /// Creates a transform.
    ///
    /// - Throws: `ImagingError.damaged` with the reason if Little CMS cannot use the profile.
    init(_ profile: ColorProfile) throws(ImagingError) {
        space = profile.space
        var message = gallery_lcms_message()
        let made = withUnsafeMutablePointer(to: &message) { messagePointer in
            ColorTransform.make(profile.bytes, messagePointer)
        }
        guard let made else {
            let text = String(terminated: message.text)
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
        // Little CMS copies the bytes.
        let profile = bytes.withUnsafeBytes {
            cmsOpenProfileFromMemTHR(context, $0.baseAddress, UInt32($0.count))
        }
        let transform = profile.flatMap { gallery_lcms_to_srgb(context, $0) }
        if let profile { cmsCloseProfile(profile) }
        guard let transform else {
            cmsDeleteContext(context)
            return nil
        }
        // The context outlives the message.
        gallery_lcms_end_messages(context)
        return (context, transform)
    }

    /// Converts blue, green, red in place.
    func apply(toBGR bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { buffer in run(UnsafeRawBufferPointer(buffer), 3, buffer) }
    }

    /// Converts values in the profile's color space (inks, gray or blue, green, red) to blue,
    /// green, red.
    func bgr(of values: [UInt8]) -> [UInt8] {
        let channels = space == .inks ? 4 : space == .gray ? 1 : 3
        let count = values.count / channels
        return [UInt8](unsafeUninitializedCapacity: count * 3) { target, length in
            values.withUnsafeBytes { run($0, channels, UnsafeMutableRawBufferPointer(target)) }
            length = count * 3
        }
    }

    /// Returns the luma in sRGB for each gray value; for an RGB profile, of values with equal
    /// channels.
    func grayTable() -> [UInt8] {
        let grays = (0...255).flatMap { [UInt8](repeating: $0, count: space == .gray ? 1 : 3) }
        return Luma.ofBGR(bgr(of: grays))
    }

    /// Converts in small steps: Little CMS counts in 32 bits, and input and output stay in the
    /// cache.
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
        case .gray:
            return zip(grayTable(), 0...255).allSatisfy { abs(Int($0) - $1) <= 1 }
        case .rgb:
            let steps = stride(from: 0, through: 255, by: 17).map { UInt8($0) }
            let colors = steps.flatMap { blue in
                steps.flatMap { green in steps.flatMap { [blue, green, $0] } }
            }
            return zip(bgr(of: colors), colors).allSatisfy {
                abs(Int($0) - Int($1)) <= ColorTransform.tolerance
            }
        }
    }

    /// The maximum difference between variants of the sRGB profile, of 255.
    private static let tolerance = 2
}

extension ColorTransform {
    /// The recently used transforms, at most eight; the photos of one camera share one.
    private static let recent = ItemCache<ColorProfile, Result<ColorTransform, ImagingError>>(
        capacity: 8 * 512)

    /// Returns the transform of a profile, creating it if necessary.
    ///
    /// - Throws: `ImagingError.damaged` with the reason if the profile cannot be used.
    static func of(_ profile: ColorProfile) throws(ImagingError) -> ColorTransform {
        if let known = recent.item(at: profile) { return try known.get() }
        // Two threads may create the same transform; neither waits for the other.
        let made = Result { () throws(ImagingError) in try ColorTransform(profile) }
        recent.put(made, byteCount: 0, at: profile)
        return try made.get()
    }
}

/// Computes luma from sRGB values as in JPEG.
///
/// Source: ITU-R BT.601, as used by JFIF.
enum Luma {
    /// Returns the luma of each pixel of blue, green, red.
    static func ofBGR(_ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count / 3
        return [UInt8](unsafeUninitializedCapacity: count) { target, length in
            bytes.withUnsafeBufferPointer { source in
                for index in 0..<count {
                    let blue = UInt32(source[index * 3])
                    let green = UInt32(source[index * 3 + 1])
                    let red = UInt32(source[index * 3 + 2])
                    let luma = (299 * red + 587 * green + 114 * blue + 500) / 1000
                    target.initializeElement(at: index, to: UInt8(truncatingIfNeeded: luma))
                }
            }
            length = count
        }
    }
}
