import GalleryModel

/// Finds out which faces are the same, by the intersection over union (IoU) of their boxes.
enum FaceMatching {
    /// From this IoU on two boxes are one face: a picture never has both.
    static let sameFace = 0.5
    /// From this IoU on a box may be the face that something is known of, if no other fits better:
    /// detectors and people draw boxes of different sizes around one face.
    static let mayBeFace = 0.4

    /// Pairs boxes one to one, the pair of the largest IoU first.
    ///
    /// - Parameters:
    ///   - candidates: boxes that differ from each other.
    ///   - isAllowed: whether the box of the first index may have the candidate of the second.
    /// - Returns: for each of `boxes` the index of its candidate; nil where none of at least
    ///   `mayBeFace` is left.
    static func pairs(
        of boxes: [RelativeRectangle], with candidates: [RelativeRectangle],
        isAllowed: (Int, Int) -> Bool
    ) -> [Int?] {
        var all: [(overlap: Double, box: Int, candidate: Int)] = []
        for (box, rectangle) in boxes.enumerated() {
            for (candidate, other) in candidates.enumerated() {
                let overlap = rectangle.overlap(other)
                if overlap >= mayBeFace, isAllowed(box, candidate) {
                    all.append((overlap, box, candidate))
                }
            }
        }
        // Ties are broken by place, so that the order of the candidates does not matter.
        all.sort { left, right in
            if left.overlap != right.overlap { return left.overlap > right.overlap }
            if left.box != right.box { return left.box < right.box }
            return isBefore(candidates[left.candidate], candidates[right.candidate])
        }
        var result = [Int?](repeating: nil, count: boxes.count)
        var isTaken = [Bool](repeating: false, count: candidates.count)
        for pair in all where result[pair.box] == nil && !isTaken[pair.candidate] {
            result[pair.box] = pair.candidate
            isTaken[pair.candidate] = true
        }
        return result
    }

    /// Whether a box is one face with any of the others.
    static func isSame(
        _ rectangle: RelativeRectangle, as others: some Sequence<RelativeRectangle>
    ) -> Bool {
        others.contains { rectangle.overlap($0) >= sameFace }
    }

    /// Whether a box can be a face's: finite numbers and an area.
    static func isUsable(_ rectangle: RelativeRectangle) -> Bool {
        rectangle.width > 0 && rectangle.height > 0
            && (rectangle.x + rectangle.y + rectangle.width + rectangle.height).isFinite
    }

    /// Orders boxes from left to right by their middle, then from top to bottom.
    static func isBefore(_ left: RelativeRectangle, _ right: RelativeRectangle) -> Bool {
        let first = (left.x * 2 + left.width, left.y * 2 + left.height, left.width, left.height)
        let second = (
            right.x * 2 + right.width, right.y * 2 + right.height, right.width, right.height
        )
        return first < second
    }
}
