import Gallery
import GalleryModel

extension FacePlan {
    static let columns = [
        Output.Column("id", "PHOTO", isNumeric: true), Output.Column("decision", "DECISION"),
        Output.Column("name", "NAME"), Output.Column("x", "X"), Output.Column("y", "Y"),
        Output.Column("width", "WIDTH"), Output.Column("height", "HEIGHT"),
    ]

    /// A decision's row; the rectangle is in fractions of the picture.
    static func row(_ met: MetDecision) -> [RowValue] {
        let box = met.decision.rectangle
        return [
            .integer(Int(met.photoID.rawValue)), .text(met.decision.kind.rawValue),
            RowValue(met.decision.name),
        ]
            + [box.x, box.y, box.width, box.height].map { .decimal(FaceRows.rounded($0)) }
    }

    mutating func add(_ other: FacePlan) {
        due += other.due
        shownAgain += other.shownAgain
        upToDate += other.upToDate
        withoutPicture += other.withoutPicture
        decisions += other.decisions
    }

    /// What would be done, as a sentence.
    var sentence: String {
        var parts = ["\(Count.text(due, "picture")) to examine"]
        if shownAgain > 0 { parts.append("\(Count.text(shownAgain)) to show again") }
        parts.append("\(Count.text(upToDate)) up to date")
        if withoutPicture > 0 { parts.append("\(Count.text(withoutPicture)) without a picture") }
        let kinds = FaceDecision.Kind.allCases.compactMap { kind in
            let count = decisions.count { $0.decision.kind == kind }
            return count > 0 ? "\(Count.text(count)) \(kind.rawValue)" : nil
        }
        let met = kinds.isEmpty ? "none of your decisions" : kinds.joined(separator: ", ")
        return parts.joined(separator: ", ") + "; meets " + met
            + (kinds.isEmpty ? "" : ", which all stay")
    }
}

extension FaceSummary {
    mutating func add(_ other: FaceSummary) {
        examined += other.examined
        faces += other.faces
        picturesWithFaces += other.picturesWithFaces
        shownAgain += other.shownAgain
        upToDate += other.upToDate
        withoutPicture += other.withoutPicture
        ignored += other.ignored
        failed += other.failed
    }
}
