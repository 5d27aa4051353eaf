internal import COpenCVImageShim
package import GalleryModel

/// Applies effects to pixels.
///
/// The sums are in whole numbers: a matrix's factors in units of 1/16384, a curve as 256 values, an
/// intensity in units of 1/256, each result rounded half up to 8 bits. So neither threads nor bands
/// nor the machine change a byte.
package struct EffectRenderer: Sendable {
    private let threads: Int
    private let bandHeight: Int

    /// Makes a renderer.
    ///
    /// - Parameters:
    ///   - threads: how many threads work at once, the calling one among them.
    ///   - bandHeight: how many rows a thread takes at a time.
    package init(threads: Int = 1, bandHeight: Int = 64) {
        self.threads = min(max(threads, 1), 256)
        self.bandHeight = min(max(bandHeight, 1), 1 << 20)
    }

    /// The pixels with the effects, one after another.
    ///
    /// They are changed in place unless somebody else holds them too. Pixels of one channel stay so
    /// unless an effect colours them.
    ///
    /// - Throws: `ImagingError.outOfMemory`, `ImagingError.cannotRender` where a side is longer than
    ///   1,048,576 pixels or the picture larger than 2^30.
    package func apply(
        _ effects: [AppliedEffect], to pixels: consuming PixelBuffer
    ) throws(ImagingError) -> PixelBuffer {
        let visible = effects.compactMap { effect -> (EffectParameters, Double)? in
            guard effect.intensity > 0 else { return nil }
            return (EffectParameters.parameters(for: effect.name), min(effect.intensity, 1))
        }
        guard !visible.isEmpty else { return pixels }
        if pixels.layout == .grey, visible.contains(where: { !$0.0.keepsGrey }) {
            pixels = try pixels.coloured()
        }
        return try apply(visible, pixels)
    }

    private func apply(
        _ effects: [(EffectParameters, Double)], _ pixels: consuming PixelBuffer
    ) throws(ImagingError) -> PixelBuffer {
        guard let list = cimage_effects_create() else { throw .outOfMemory }
        defer { cimage_effects_free(list) }
        for (parameters, intensity) in effects { try append(parameters, intensity, to: list) }
        return try OpenCVImage.change(pixels) { target, message in
            cimage_effects_apply(list, target, Int32(threads), Int32(bandHeight), message)
        }
    }

    private func append(
        _ parameters: EffectParameters, _ intensity: Double, to list: OpaquePointer
    ) throws(ImagingError) {
        if parameters.changesColours {
            let curves = parameters.blue.table + parameters.green.table + parameters.red.table
            let weight = Int32((intensity * 256).rounded())
            let matrix = parameters.matrix?.fixed
            try OpenCVImage.check { message in
                // An array's pointer is valid during the call.
                guard let matrix else {
                    return cimage_effects_append_colours(list, nil, curves, weight, message)
                }
                return cimage_effects_append_colours(list, matrix, curves, weight, message)
            }
        }
        if let vignette = parameters.vignette {
            let gains = vignette.gains(intensity: intensity)
            try OpenCVImage.check { cimage_effects_append_vignette(list, gains, $0) }
        }
    }
}
