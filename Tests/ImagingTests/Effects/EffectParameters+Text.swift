import Imaging

extension EffectParameters {
    /// The parameters in readable form, one line per matrix, curves and vignette.
    ///
    /// `R`, `G` and `B` are the original sRGB values, 0...255.
    var lines: [String] {
        var lines: [String] = []
        if let matrix {
            let rows = [("red", matrix.red), ("green", matrix.green), ("blue", matrix.blue)]
            if rows.allSatisfy({ $0.1 == matrix.red }) {
                lines.append("luma = \(EffectParameters.text(matrix.red))")
            } else {
                lines += rows.map { "\($0.0) = \(EffectParameters.text($0.1))" }
            }
        }
        if red == green, green == blue {
            if !red.points.isEmpty { lines.append("curve: \(EffectParameters.text(red))") }
        } else {
            for (name, curve) in [("red", red), ("green", green), ("blue", blue)] {
                lines.append("curve of \(name): \(EffectParameters.text(curve))")
            }
        }
        if let vignette {
            lines.append(
                "vignette: radius \(vignette.radius), falloff \(vignette.falloff), "
                    + "strength \(vignette.strength)")
        }
        return lines
    }

    private static func text(_ row: ColorMatrix.Row) -> String {
        var text = ""
        for (factor, channel) in [(row.x, "R"), (row.y, "G"), (row.z, "B")] {
            let sign = factor < 0 ? "-" : "+"
            text += text.isEmpty ? (factor < 0 ? "-" : "") : " \(sign) "
            text += "\(abs(factor)) \(channel)"
        }
        return text
    }

    private static func text(_ curve: ToneCurve) -> String {
        guard !curve.points.isEmpty else { return "as it is" }
        return curve.points.map { "\(Int($0.input)) to \(Int($0.output))" }.joined(separator: ", ")
    }
}
