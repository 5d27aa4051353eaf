extension PhotoEdit {
    /// Whether the edit changes nothing.
    public var isEmpty: Bool { simplified == PhotoEdit() }

    /// The edit without the parts that change nothing, its fractions rounded to twelve places.
    ///
    /// A crop of the whole frame, a centre without a zoom and an effect of intensity 0 go. What arithmetic
    /// leaves beyond twelve places would tell edits apart that give the same pixels.
    public var simplified: PhotoEdit {
        var edit = self
        edit.straightening = PhotoEdit.rounded(straightening)
        edit.zoom = PhotoEdit.rounded(zoom)
        edit.crop = crop.map {
            RelativeRectangle(
                x: PhotoEdit.rounded($0.x), y: PhotoEdit.rounded($0.y),
                width: max(PhotoEdit.rounded($0.width), 1e-12),
                height: max(PhotoEdit.rounded($0.height), 1e-12))
        }
        if edit.crop == RelativeRectangle(x: 0, y: 0, width: 1, height: 1) { edit.crop = nil }
        edit.center = center.map {
            RelativePoint(x: PhotoEdit.rounded($0.x), y: PhotoEdit.rounded($0.y))
        }
        if edit.zoom == 1 { edit.center = nil }
        edit.effects.removeAll { $0.intensity == 0 }
        return edit
    }

    private static func rounded(_ value: Double) -> Double {
        // The sum turns -0 into 0.
        (value * 1e12).rounded() / 1e12 + 0
    }
}
