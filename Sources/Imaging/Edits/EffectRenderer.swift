internal import COpenCVImageShim
package import GalleryModel

/// Applies effects to pixels.
///
/// The arithmetic is in integers: the weights of a matrix in units of 1/16384, a curve as 256
/// values, an intensity in units of 1/256, each result rounded half up to 8 bits. The output is
/// therefore identical for any number of threads, any band height and any machine.
package struct EffectRenderer: Sendable {
    private let threads: Int
    private let bandHeight: Int

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - threads: the number of threads, including the calling one.
    ///   - bandHeight: the number of rows that a thread processes at a time.
    package init(threads: Int = 1, bandHeight: Int = 64) {
        self.threads = min(max(threads, 1), 256)
        self.bandHeight = min(max(bandHeight, 1), 1 << 20)
    }

    /// Returns the pixels with the effects applied in order.
    ///
    /// They are changed in place unless the buffer is shared. Pixels with one channel keep it
    /// unless an effect colors them.
    ///
    /// - Throws: `ImagingError.outOfMemory`, `ImagingError.cannotRender` if a side exceeds
    ///   1,048,576 pixels or the picture 2^30 pixels.
    package func apply(
        _ effects: [AppliedEffect], to pixels: consuming PixelBuffer
    ) throws(ImagingError) -> PixelBuffer {
        let visible = effects.compactMap { effect -> (EffectParameters, Double)? in
            guard effect.intensity > 0 else { return nil }
            return (EffectParameters.parameters(for: effect.name), min(effect.intensity, 1))
        }
        guard !visible.isEmpty else { return pixels }
        if pixels.layout == .gray, visible.contains(where: { !$0.0.keepsGray }) {
            pixels = try pixels.convertedToBGR()
        }
        let functions = try OpenCVImage.functions()
        guard let list = functions.effects_create() else { throw .outOfMemory }
        defer { functions.effects_free(list) }
        for (parameters, intensity) in visible { try append(parameters, intensity, to: list) }
        return try OpenCVImage.change(pixels) { functions, target, message in
            functions.effects_apply(list, target, Int32(threads), Int32(bandHeight), message)
        }
    }

    private func append(
        _ parameters: EffectParameters, _ intensity: Double, to list: OpaquePointer
    ) throws(ImagingError) {
        let functions = try OpenCVImage.functions()
        if parameters.changesColors {
            let curves = parameters.blue.table + parameters.green.table + parameters.red.table
            let weight = Int32((intensity * 256).rounded())
            let matrix = parameters.matrix?.fixed
            try OpenCVImage.check { message in
                functions.effects_append_colours(list, matrix, curves, weight, message)
            }
        }
        if let vignette = parameters.vignette {
            let gains = vignette.gains(intensity: intensity)
            try OpenCVImage.check { functions.effects_append_vignette(list, gains, $0) }
        }
    }
}
