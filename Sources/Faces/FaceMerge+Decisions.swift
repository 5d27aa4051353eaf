package import GalleryModel

// After each of these, no two decisions are about boxes with an IoU of 0.5 or more.
extension FaceMerge {
    /// The decisions after a person named a face, or took its name away.
    ///
    /// - Parameters:
    ///   - name: the person's name; nil takes the name away, also one that the metadata tell.
    ///   - index: the face's place in `faces`; another index changes nothing.
    ///   - faces: what `faces(detections:regions:decisions:)` gave for the same decisions.
    package static func naming(
        _ name: String?, faceAt index: Int, of faces: [FaceCandidate], decisions: [FaceDecision]
    ) -> [FaceDecision] {
        guard faces.indices.contains(index) else { return decisions }
        let face = faces[index]
        var state = State(faces, decisions)
        let own = state.remove(carriedBy: index)
        if own == nil, name == nil, face.name == nil { return decisions }
        // Without its name, a face that no detector finds is there because a person says so.
        let isDrawn = own?.kind == .added || (name == nil && face.source == .person)
        state.place(
            FaceDecision(kind: isDrawn ? .added : .named, rectangle: face.rectangle, name: name))
        return state.decisions
    }

    /// The decisions after a person said that there is no face; its name goes with it.
    ///
    /// - Parameters:
    ///   - index: the face's place in `faces`; another index changes nothing.
    ///   - faces: what `faces(detections:regions:decisions:)` gave for the same decisions.
    package static func rejecting(
        faceAt index: Int, of faces: [FaceCandidate], decisions: [FaceDecision]
    ) -> [FaceDecision] {
        guard faces.indices.contains(index) else { return decisions }
        var state = State(faces, decisions)
        _ = state.remove(carriedBy: index)
        state.place(FaceDecision(kind: .rejected, rectangle: faces[index].rectangle))
        return state.decisions
    }

    /// The decisions after a person drew a face.
    ///
    /// It takes the place of the faces and the rejections that it overlaps by an IoU of 0.5 or
    /// more, and keeps the name of the face it overlaps most, unless it has one of its own.
    ///
    /// - Parameters:
    ///   - rectangle: where it is; a box without an area changes nothing.
    ///   - name: the person's name; nil where it is not known.
    ///   - faces: what `faces(detections:regions:decisions:)` gave for the same decisions.
    package static func adding(
        _ rectangle: RelativeRectangle, name: String?, to faces: [FaceCandidate],
        decisions: [FaceDecision]
    ) -> [FaceDecision] {
        guard FaceMatching.isUsable(rectangle) else { return decisions }
        var state = State(faces, decisions)
        let replaced = faces.indices
            .map { (index: $0, overlap: faces[$0].rectangle.overlap(rectangle)) }
            .filter { $0.overlap >= FaceMatching.sameFace }
            .sorted { $0.overlap > $1.overlap }
        for face in replaced { _ = state.remove(carriedBy: face.index) }
        state.removeRejections(at: rectangle)
        let kept = replaced.lazy.compactMap { faces[$0.index].name }.first
        state.place(FaceDecision(kind: .added, rectangle: rectangle, name: name ?? kept))
        return state.decisions
    }
}

/// Decisions with the faces that carry them.
private struct State {
    private var entries: [(decision: FaceDecision, face: Int?)]
    private let faces: [FaceCandidate]

    init(_ faces: [FaceCandidate], _ decisions: [FaceDecision]) {
        let effective = FaceMerge.effective(decisions)
        let carried = FaceMerge.carried(effective, by: faces.map(\.rectangle)) { decision, face in
            faces[face].name == decision.name
        }
        self.faces = faces
        entries = zip(effective, carried).map { decision, face in
            let drawn = faces.firstIndex { $0.rectangle == decision.rectangle }
            return (decision, decision.kind == .added ? drawn : face)
        }
    }

    var decisions: [FaceDecision] { entries.map(\.decision) }

    /// Takes out the decision that a face carries.
    mutating func remove(carriedBy face: Int) -> FaceDecision? {
        guard let index = entries.firstIndex(where: { $0.face == face }) else { return nil }
        return entries.remove(at: index).decision
    }

    mutating func removeRejections(at rectangle: RelativeRectangle) {
        entries.removeAll { entry in
            entry.decision.kind == .rejected
                && entry.decision.rectangle.overlap(rectangle) >= FaceMatching.sameFace
        }
    }

    /// Adds a decision; others that are about its place move to where their faces are now, and so
    /// do those that are about the places they move to.
    ///
    /// One that no face carries is outdated and goes.
    mutating func place(_ decision: FaceDecision) {
        var places = [decision.rectangle]
        var rest = entries
        entries = []
        // A face's box overlaps neither another face's nor the place of the new decision, so each
        // entry moves once at most.
        while let place = places.popLast() {
            for index in rest.indices.reversed()
            where rest[index].decision.rectangle.overlap(place) >= FaceMatching.sameFace {
                var entry = rest.remove(at: index)
                guard let face = entry.face else { continue }
                entry.decision.rectangle = faces[face].rectangle
                places.append(entry.decision.rectangle)
                entries.append(entry)
            }
        }
        entries = rest + entries + [(decision, nil)]
    }
}
