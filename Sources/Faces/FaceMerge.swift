package import GalleryModel

/// Puts together what detectors found, what the metadata tell and what a person decided.
///
/// A person's decisions are stronger than metadata, metadata stronger than detections. Whatever was
/// detected in between, these hold for decisions that this type made:
/// - a decision that names a face gives exactly one face with the name;
/// - a box that a person drew is there as it was drawn;
/// - no face overlaps a rejected box, and no two faces overlap each other, by an intersection over
///   union (IoU) of 0.5 or more.
package enum FaceMerge {
    /// The faces of a picture, ordered from left to right by their middle, then from top to bottom.
    ///
    /// A named face lies where the best candidate of an IoU of at least 0.4 lies, and has its score
    /// and landmarks, unless that candidate overlaps what another decision is about; without a
    /// candidate it lies where it was when it was named, as the source `person`. A region of the
    /// metadata that meets a detection keeps its own box and has the detection's score and
    /// landmarks.
    ///
    /// - Parameters:
    ///   - detections: what detectors found, in any order; of two with an IoU of 0.5 or more the
    ///     one of the higher score counts.
    ///   - regions: what the metadata tell; of two with such an IoU a named one counts, then
    ///     the first.
    ///   - decisions: what a person decided, the latest last; of two with such an IoU the
    ///     later counts.
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

    /// The decisions that count: of two about one place the later.
    static func effective(_ decisions: [FaceDecision]) -> [FaceDecision] {
        var kept: [FaceDecision] = []
        for decision in decisions.reversed() where FaceMatching.isUsable(decision.rectangle) {
            if !FaceMatching.isSame(decision.rectangle, as: kept.map(\.rectangle)) {
                kept.append(decision)
            }
        }
        return kept.reversed()
    }

    /// For each decision that names a face the index of the box that carries it; nil for the
    /// others, and where there is none.
    ///
    /// A box that overlaps what another decision is about is that decision's, or nobody's.
    ///
    /// - Parameters:
    ///   - decisions: effective ones.
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

    /// Detections and regions, no two of them one face.
    private static func candidates(
        of detections: [FaceCandidate], _ regions: [FaceRegion]
    ) -> [FaceCandidate] {
        var known: [FaceCandidate] = []
        for region in regions.filter({ $0.name != nil }) + regions.filter({ $0.name == nil })
        where FaceMatching.isUsable(region.rectangle) {
            guard !FaceMatching.isSame(region.rectangle, as: known.map(\.rectangle)) else {
                continue
            }
            known.append(
                FaceCandidate(
                    rectangle: region.rectangle, source: .metadata, name: region.name))
        }
        var found: [FaceCandidate] = []
        for detection in detections.sorted(by: isStronger)
        where FaceMatching.isUsable(detection.rectangle) {
            if !FaceMatching.isSame(detection.rectangle, as: found.map(\.rectangle)) {
                found.append(detection)
            }
        }
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
