extension EditRecipe {
    /// Whether the recipe changes nothing.
    public var isEmpty: Bool { simplified == EditRecipe() }

    /// The recipe without the parts that change nothing, its fractions rounded to twelve places.
    ///
    /// A crop of the whole frame, a centre without a zoom and an effect of intensity 0 go. What arithmetic
    /// leaves beyond twelve places would tell recipes apart that give the same pixels.
    public var simplified: EditRecipe {
        var recipe = self
        recipe.straightening = EditRecipe.rounded(straightening)
        recipe.zoom = EditRecipe.rounded(zoom)
        recipe.crop = crop.map {
            RelativeRectangle(
                x: EditRecipe.rounded($0.x), y: EditRecipe.rounded($0.y),
                width: max(EditRecipe.rounded($0.width), 1e-12),
                height: max(EditRecipe.rounded($0.height), 1e-12))
        }
        if recipe.crop == RelativeRectangle(x: 0, y: 0, width: 1, height: 1) { recipe.crop = nil }
        recipe.center = center.map {
            RelativePoint(x: EditRecipe.rounded($0.x), y: EditRecipe.rounded($0.y))
        }
        if recipe.zoom == 1 { recipe.center = nil }
        recipe.effects.removeAll { $0.intensity == 0 }
        return recipe
    }

    private static func rounded(_ value: Double) -> Double {
        // The sum turns -0 into 0.
        (value * 1e12).rounded() / 1e12 + 0
    }
}
