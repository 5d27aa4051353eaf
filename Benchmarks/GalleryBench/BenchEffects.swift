import ArgumentParser
import Foundation
import GalleryModel
import Imaging

/// Applies effects to raw pixels, as the program does after decoding a picture.
struct ApplyEffect: ParsableCommand {
    @Option(help: "Width in pixels.") var width: Int
    @Option(help: "Height in pixels.") var height: Int
    @Option(help: "Threads.") var threads = 2
    @Option(help: "Instead, render previews of all effects from a copy with this long edge.")
    var previews: Int?
    @Argument(help: "Rows of blue, green, red bytes.") var input: String
    @Argument(help: "The output file; not written with --previews.") var output: String
    @Argument(help: "The effect, such as noir or noir:0.8; `none` only copies.")
    var effect = "none"

    func run() throws {
        guard
            let pixels = PixelBuffer(
                layout: .bgr, width: width, height: height,
                bytes: [UInt8](try Data(contentsOf: URL(filePath: input), options: .alwaysMapped)))
        else { throw ValidationError("'\(input)' is not \(width) x \(height) pixels") }
        if let previews {
            let start = ContinuousClock.now
            let small = try pixels.bounded(toLongEdge: previews)
            for name in EffectName.allCases {
                _ = try EffectRenderer(threads: threads).apply([AppliedEffect(name)], to: small)
            }
            let time = (ContinuousClock.now - start).components
            print(Double(time.seconds) * 1e3 + Double(time.attoseconds) * 1e-15)
            return
        }
        let effects = AppliedEffect(text: effect).map { [$0] } ?? []
        let result = try EffectRenderer(threads: threads).apply(effects, to: pixels)
        guard let file = fopen(output, "wb") else {
            throw ValidationError("cannot write \(output)")
        }
        defer { fclose(file) }
        guard fwrite(result.bytes, 1, result.bytes.count, file) == result.bytes.count else {
            throw ValidationError("cannot write '\(output)'")
        }
    }
}
