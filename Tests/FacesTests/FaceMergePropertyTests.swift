import Faces
import GalleryModel
import Testing

@Suite("Properties of merged faces")
struct FaceMergePropertyTests {
    @Test("names stay, rejected boxes stay away and no face is doubled, whatever happens")
    func sequences() throws {
        for seed in 0..<1000 {
            var story = FaceStory(seed: UInt64(seed))
            for step in 0..<40 {
                let action = story.act()
                let problem = story.problem()
                try #require(
                    problem == nil, "seed \(seed), step \(step), \(action): \(problem ?? "")")
            }
        }
    }

    @Test("the order of detections does not matter")
    func order() {
        var random = SplitMix(state: 7)
        for _ in 0..<300 {
            let story = FaceStory(seed: random.next())
            let detections = story.detections.shuffled(using: &random)
            #expect(
                FaceMerge.faces(
                    detections: detections, regions: story.regions, decisions: story.decisions)
                    == story.faces)
        }
    }
}

/// A picture's history: random detections, metadata and user decisions, and the invariants.
struct FaceStory {
    private(set) var detections: [FaceCandidate] = []
    private(set) var regions: [FaceRegion] = []
    private(set) var decisions: [FaceDecision] = []
    private var random: SplitMix
    private var names = 0
    /// The names that the user gave and did not take back, and the drawn box, if any.
    private var given: [String: Given] = [:]
    /// The boxes that the user rejected and did not draw over.
    private var rejected: [RelativeRectangle] = []

    private struct Given {
        var drawn: RelativeRectangle?
    }

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        detect()
        readMetadata()
    }

    var faces: [FaceCandidate] {
        FaceMerge.faces(detections: detections, regions: regions, decisions: decisions)
    }

    /// Performs a random action and describes it.
    mutating func act() -> String {
        let faces = faces
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2:
            detect()
            return "detect"
        case 3:
            readMetadata()
            return "read metadata"
        case 4...6:
            guard let index = faces.indices.randomElement(using: &random) else { return "nothing" }
            return name(index, of: faces)
        case 7, 8:
            guard let index = faces.indices.randomElement(using: &random) else { return "nothing" }
            decisions = FaceMerge.rejecting(faceAt: index, of: faces, decisions: decisions)
            forget(faces[index])
            rejected.append(faces[index].rectangle)
            return "reject"
        default: return add(to: faces)
        }
    }

    /// The first invariant that does not hold; nil if all hold.
    func problem() -> String? {
        let faces = faces
        for (name, face) in given {
            let carrying = faces.filter { $0.name == name }
            if carrying.count != 1 { return "\(name) is there \(carrying.count) times" }
            if let drawn = face.drawn,
                carrying[0].rectangle != drawn || carrying[0].source != .person
            {
                return "\(name) is not where it was drawn"
            }
        }
        for (index, face) in faces.enumerated() {
            if rejected.contains(where: { $0.overlap(face.rectangle) >= 0.5 }) {
                return "a rejected box is back"
            }
            if faces[..<index].contains(where: { $0.rectangle.overlap(face.rectangle) >= 0.5 }) {
                return "a face is there twice"
            }
        }
        for (index, decision) in decisions.enumerated() {
            let clash = decisions[..<index].first {
                $0.rectangle.overlap(decision.rectangle) >= 0.5
            }
            if let clash { return "\(clash.kind) and \(decision.kind) are about one place" }
        }
        return nil
    }

    private mutating func name(_ index: Int, of faces: [FaceCandidate]) -> String {
        let face = faces[index]
        names += 1
        let name = Bool.random(using: &random) || Bool.random(using: &random) ? "P\(names)" : nil
        decisions = FaceMerge.naming(name, faceAt: index, of: faces, decisions: decisions)
        let isDrawn = decisions.contains { $0.kind == .added && $0.rectangle == face.rectangle }
        forget(face)
        guard let name else { return "unname" }
        given[name] = Given(drawn: isDrawn ? face.rectangle : nil)
        return "name \(name)"
    }

    private mutating func add(to faces: [FaceCandidate]) -> String {
        let near = faces.map(\.rectangle) + rejected
        let box =
            Bool.random(using: &random)
            ? near.randomElement(using: &random).map { shaken($0) } ?? anywhere() : anywhere()
        names += 1
        let name = Bool.random(using: &random) ? "P\(names)" : nil
        decisions = FaceMerge.adding(box, name: name, to: faces, decisions: decisions)
        let replaced = faces.map { ($0, $0.rectangle.overlap(box)) }.filter { $0.1 >= 0.5 }
            .sorted { $0.1 > $1.1 }.map(\.0)
        for face in replaced { forget(face) }
        rejected.removeAll { $0.overlap(box) >= 0.5 }
        if let carried = name ?? replaced.lazy.compactMap(\.name).first {
            given[carried] = Given(drawn: box)
        }
        return "add \(name ?? "nobody")"
    }

    private mutating func forget(_ face: FaceCandidate) {
        if let name = face.name { given[name] = nil }
    }

    /// A new detection of the same few people, with shifted, doubled and missing boxes.
    private mutating func detect() {
        let old = (detections.map(\.rectangle) + decisions.map(\.rectangle)).shuffled(
            using: &random)
        var boxes = old.prefix(5).map { shaken($0) }
        for _ in 0..<Int.random(in: 0..<4, using: &random) { boxes.append(anywhere()) }
        detections = boxes.map {
            FaceCandidate(
                rectangle: $0, score: Double.random(in: 0...1, using: &random),
                source: Bool.random(using: &random) ? .haar : .yunet)
        }
    }

    private mutating func readMetadata() {
        let old = (detections.map(\.rectangle) + decisions.map(\.rectangle)).shuffled(
            using: &random)
        regions = old.prefix(Int.random(in: 0..<3, using: &random)).map { box in
            names += 1
            return FaceRegion(
                rectangle: shaken(box), name: Bool.random(using: &random) ? "M\(names)" : nil)
        }
    }

    private mutating func anywhere() -> RelativeRectangle {
        let side = Double.random(in: 0.05...0.4, using: &random)
        return RelativeRectangle(
            x: Double.random(in: 0...(1 - side), using: &random),
            y: Double.random(in: 0...(1 - side), using: &random), width: side, height: side)
    }

    private mutating func shaken(_ box: RelativeRectangle) -> RelativeRectangle {
        let amount: Double = [0.0, 0.1, 0.3, 0.6].randomElement(using: &random) ?? 0
        let right = Double.random(in: -amount...amount, using: &random)
        let down = Double.random(in: -amount...amount, using: &random)
        let across = Double.random(in: (1 - amount / 2)...(1 + amount / 2), using: &random)
        let tall = Double.random(in: (1 - amount / 2)...(1 + amount / 2), using: &random)
        return RelativeRectangle(
            x: box.x + right * box.width, y: box.y + down * box.height,
            width: box.width * across, height: box.height * tall)
    }
}

/// Reproducible pseudorandom numbers from a seed.
///
/// Source: G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
