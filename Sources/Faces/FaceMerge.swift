package import GalleryModel

/// Merges detections, metadata regions and the user's decisions into the faces of a picture.
///
/// Decisions take precedence over metadata, and metadata over detections. Whatever was detected in
/// between, decisions made by this type guarantee:
/// - a decision that names a face results in exactly one face with that name;
/// - a box drawn by the user is kept as drawn;
/// - no face overlaps a rejected box, and no two faces overlap, by an intersection over union (IoU)
///   of 0.5 or more.
package enum FaceMerge {
    /// Returns the faces of a picture, ordered from left to right by their center, then from top to
    /// bottom.
    ///
    /// A named face takes the box, score and landmarks of the best candidate with an IoU of at
    /// least 0.4, unless that candidate overlaps the box of another decision. Without a candidate
    /// it keeps the box it was named with, and its source is `person`. A metadata region that
    /// matches a detection keeps its own box and takes the detection's score and landmarks.
    ///
    /// - Parameters:
    ///   - detections: the detections in any order; of two with an IoU of 0.5 or more, the one with
    ///     the higher score is used.
    ///   - regions: the metadata regions; of two with such an IoU, a named one is used, otherwise
    ///     the first.
    ///   - decisions: the user's decisions, latest last; of two with such an IoU, the later is
    ///     used.
    package static func faces(
        detections: [FaceCandidate], regions: [FaceRegion], decisions: [FaceDecision]
    ) -> [FaceCandidate] {
        let decisions = effective(decisions)
        let candidates = candidates(of: detections, regions)
        let carried = carried(decisions, by: candidates.map(\.rectangle)) { _, _ in true }
        var faces: [FaceCandidate] = []
        for (decision, index) in zip(decisions, carried) {
            if let index {
                var face = candidates[index]
                face.name = decision.name
                faces.append(face)
            } else if decision.kind == .added || (decision.kind == .named && decision.name != nil) {
                faces.append(
                    FaceCandidate(
                        rectangle: decision.rectangle, source: .person, name: decision.name))
            }
        }
        let taken = Set(carried.compactMap(\.self))
        let rejected = decisions.filter { $0.kind == .rejected }.map(\.rectangle)
        let occupied = faces.map(\.rectangle) + rejected
        for (index, candidate) in candidates.enumerated() where !taken.contains(index) {
            if !FaceMatching.isSame(candidate.rectangle, as: occupied) { faces.append(candidate) }
        }
        return faces.sorted { FaceMatching.isBefore($0.rectangle, $1.rectangle) }
    }

    /// Returns the valid decisions: of two about the same face, only the later.
    static func effective(_ decisions: [FaceDecision]) -> [FaceDecision] {
        FaceMatching.distinct(decisions.reversed(), \.rectangle).reversed()
    }

    /// Returns for each decision the index of the box that carries its name; nil for decisions that
    /// do not name a face or have no matching box.
    ///
    /// A box that overlaps the box of another decision is never used for this one.
    ///
    /// - Parameter decisions: effective decisions.
    static func carried(
        _ decisions: [FaceDecision], by boxes: [RelativeRectangle],
        isAllowed: (FaceDecision, Int) -> Bool
    ) -> [Int?] {
        FaceMatching.pairs(of: decisions.map(\.rectangle), with: boxes) { decision, box in
            guard decisions[decision].kind == .named, isAllowed(decisions[decision], box) else {
                return false
            }
            return decisions.indices.allSatisfy { other in
                other == decision
                    || decisions[other].rectangle.overlap(boxes[box]) < FaceMatching.sameFace
            }
        }
    }

    /// Merges detections and regions so that no two candidates are the same face.
    private static func candidates(
        of detections: [FaceCandidate], _ regions: [FaceRegion]
    ) -> [FaceCandidate] {
        let namedFirst = regions.filter { $0.name != nil } + regions.filter { $0.name == nil }
        var known = FaceMatching.distinct(namedFirst, \.rectangle).map {
            FaceCandidate(rectangle: $0.rectangle, source: .metadata, name: $0.name)
        }
        let found = FaceMatching.distinct(detections.sorted(by: isStronger), \.rectangle)
        let pairs = FaceMatching.pairs(
            of: known.map(\.rectangle), with: found.map(\.rectangle)
        ) { _, _ in true }
        for (index, pair) in pairs.enumerated() {
            guard let pair else { continue }
            known[index].score = found[pair].score
            known[index].landmarks = found[pair].landmarks
        }
        let taken = Set(pairs.compactMap(\.self))
        let boxes = known.map(\.rectangle)
        for (index, detection) in found.enumerated() where !taken.contains(index) {
            if !FaceMatching.isSame(detection.rectangle, as: boxes) { known.append(detection) }
        }
        return known
    }

    private static func isStronger(_ left: FaceCandidate, _ right: FaceCandidate) -> Bool {
        let (first, second) = (left.score ?? 0, right.score ?? 0)
        if first != second { return first > second }
        return FaceMatching.isBefore(left.rectangle, right.rectangle)
    }
}

// After each of these operations, no two decisions have boxes with an IoU of 0.5 or more.
extension FaceMerge {
    /// Returns the decisions after the user named a face or removed its name.
    ///
    /// - Parameters:
    ///   - name: the person's name; nil to remove the name, even if it comes from the metadata.
    ///   - index: the index of the face in `faces`; an invalid index changes nothing.
    ///   - faces: the result of `faces(detections:regions:decisions:)` for the same decisions.
    package static func naming(
        _ name: String?, faceAt index: Int, of faces: [FaceCandidate], decisions: [FaceDecision]
    ) -> [FaceDecision] {
        guard faces.indices.contains(index) else { return decisions }
        let face = faces[index]
        var state = State(faces, decisions)
        let own = state.remove(carriedBy: index)
        if own == nil, name == nil, face.name == nil { return decisions }
        // Without its name, an undetected face is kept only because the user added it.
        let isDrawn = own?.kind == .added || (name == nil && face.source == .person)
        state.place(
            FaceDecision(kind: isDrawn ? .added : .named, rectangle: face.rectangle, name: name))
        return state.decisions
    }

    /// Returns the decisions after the user rejected a face, which also removes its name.
    ///
    /// - Parameters:
    ///   - index: the index of the face in `faces`; an invalid index changes nothing.
    ///   - faces: the result of `faces(detections:regions:decisions:)` for the same decisions.
    package static func rejecting(
        faceAt index: Int, of faces: [FaceCandidate], decisions: [FaceDecision]
    ) -> [FaceDecision] {
        guard faces.indices.contains(index) else { return decisions }
        var state = State(faces, decisions)
        _ = state.remove(carriedBy: index)
        state.place(FaceDecision(kind: .rejected, rectangle: faces[index].rectangle))
        return state.decisions
    }

    /// Returns the decisions after the user drew a face.
    ///
    /// It replaces the faces and rejections that it overlaps by an IoU of 0.5 or more, and keeps
    /// the name of the face it overlaps most unless it has its own.
    ///
    /// - Parameters:
    ///   - rectangle: the box of the face; a box without an area changes nothing.
    ///   - name: the person's name; nil if unknown.
    ///   - faces: the result of `faces(detections:regions:decisions:)` for the same decisions.
    ///   - moved: the index of the face that the user moved to the box, and whose name it keeps;
    ///     nil for a new face.
    package static func adding(
        _ rectangle: RelativeRectangle, name: String?, to faces: [FaceCandidate],
        moving moved: Int? = nil, decisions: [FaceDecision]
    ) -> [FaceDecision] {
        guard FaceMatching.isUsable(rectangle) else { return decisions }
        var state = State(faces, decisions)
        var name = name
        if let moved {
            let face = faces[moved]
            name = name ?? face.name
            _ = state.remove(carriedBy: moved)
            // Otherwise the face would also be detected where it was.
            if face.rectangle.overlap(rectangle) < FaceMatching.sameFace {
                state.place(FaceDecision(kind: .rejected, rectangle: face.rectangle))
            }
        }
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

/// Decisions paired with the faces that carry them.
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

    /// Removes and returns the decision that a face carries.
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

    /// Adds a decision and moves others that overlap its box.
    ///
    /// They move to the current boxes of their faces, and so do those that overlap the boxes they
    /// move to. A decision that no face carries is outdated and is dropped.
    mutating func place(_ decision: FaceDecision) {
        var rectangles = [decision.rectangle]
        var rest = entries
        entries = []
        // A face's box overlaps neither another face's box nor that of the new decision, so each
        // entry moves at most once.
        while let rectangle = rectangles.popLast() {
            for index in rest.indices.reversed()
            where rest[index].decision.rectangle.overlap(rectangle) >= FaceMatching.sameFace {
                var entry = rest.remove(at: index)
                guard let face = entry.face else { continue }
                entry.decision.rectangle = faces[face].rectangle
                rectangles.append(entry.decision.rectangle)
                entries.append(entry)
            }
        }
        entries = rest + entries + [(decision, nil)]
    }
}

/// Matches faces by the intersection over union (IoU) of their boxes.
enum FaceMatching {
    /// The IoU from which two boxes are the same face; a picture never contains both.
    static let sameFace = 0.5
    /// The IoU from which a box may belong to a known face if no other fits better: detectors and
    /// users draw boxes of different sizes around the same face.
    static let possibleFace = 0.4

    /// Pairs boxes one to one, the pair with the largest IoU first.
    ///
    /// - Parameters:
    ///   - candidates: boxes that differ from each other.
    ///   - isAllowed: returns true if the box with the first index can be paired with the candidate
    ///     with the second.
    /// - Returns: for each box the index of its candidate; nil if no candidate with an IoU of at
    ///   least `possibleFace` is left.
    static func pairs(
        of boxes: [RelativeRectangle], with candidates: [RelativeRectangle],
        isAllowed: (Int, Int) -> Bool
    ) -> [Int?] {
        var all: [(overlap: Double, box: Int, candidate: Int)] = []
        for (box, rectangle) in boxes.enumerated() {
            for (candidate, other) in candidates.enumerated() {
                let overlap = rectangle.overlap(other)
                if overlap >= possibleFace, isAllowed(box, candidate) {
                    all.append((overlap, box, candidate))
                }
            }
        }
        // Ties are broken by position, so the order of the candidates does not matter.
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

    /// Returns true if a box is the same face as one of the others.
    static func isSame(
        _ rectangle: RelativeRectangle, as others: some Sequence<RelativeRectangle>
    ) -> Bool {
        others.contains { rectangle.overlap($0) >= sameFace }
    }

    /// Returns the items with usable boxes, except those that are the same face as an earlier one.
    static func distinct<Item>(
        _ items: some Sequence<Item>, _ rectangle: (Item) -> RelativeRectangle
    ) -> [Item] {
        items.reduce(into: []) { kept, item in
            let box = rectangle(item)
            if isUsable(box), !isSame(box, as: kept.map(rectangle)) { kept.append(item) }
        }
    }

    /// Returns true if a box has finite numbers and an area.
    static func isUsable(_ rectangle: RelativeRectangle) -> Bool {
        rectangle.width > 0 && rectangle.height > 0
            && (rectangle.x + rectangle.y + rectangle.width + rectangle.height).isFinite
    }

    /// Orders boxes from left to right by their center, then from top to bottom.
    static func isBefore(_ left: RelativeRectangle, _ right: RelativeRectangle) -> Bool {
        let first = (left.x * 2 + left.width, left.y * 2 + left.height, left.width, left.height)
        let second = (
            right.x * 2 + right.width, right.y * 2 + right.height, right.width, right.height
        )
        return first < second
    }
}
