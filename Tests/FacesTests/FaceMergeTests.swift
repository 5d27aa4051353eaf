import Faces
import GalleryModel
import Testing

@Suite("FaceMerge")
struct FaceMergeTests {
    private static let box = RelativeRectangle(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
    private static let far = RelativeRectangle(x: 0.6, y: 0.5, width: 0.2, height: 0.2)

    private func found(
        _ rectangle: RelativeRectangle, score: Double = 0.8, source: FaceSource = .haar
    ) -> FaceCandidate {
        FaceCandidate(rectangle: rectangle, score: score, source: source)
    }

    private func faces(
        _ detections: [FaceCandidate], _ regions: [FaceRegion] = [],
        _ decisions: [FaceDecision] = []
    ) -> [FaceCandidate] {
        FaceMerge.faces(detections: detections, regions: regions, decisions: decisions)
    }

    @Test("faces are sorted from left to right, and boxes that overlap by half are one face")
    func order() {
        let weak = found(FaceMergeTests.box.moved(0.02), score: 0.5)
        let result = faces([found(FaceMergeTests.far), weak, found(FaceMergeTests.box)])
        #expect(result == [found(FaceMergeTests.box), found(FaceMergeTests.far)])
    }

    @Test("a name stays when another detector finds another box")
    func nameFollows() {
        let before = faces([found(FaceMergeTests.box)])
        let decisions = FaceMerge.naming("Ana", faceAt: 0, of: before, decisions: [])
        let moved = found(FaceMergeTests.box.moved(0.05), source: .yunet)
        var named = moved
        named.name = "Ana"
        #expect(
            faces([moved, found(FaceMergeTests.far)], [], decisions)
                == [named, found(FaceMergeTests.far)])
    }

    @Test("a name stays if no detector finds the face again")
    func nameIsKept() {
        let before = faces([found(FaceMergeTests.box)])
        let decisions = FaceMerge.naming("Ana", faceAt: 0, of: before, decisions: [])
        #expect(
            faces([], [], decisions)
                == [FaceCandidate(rectangle: FaceMergeTests.box, source: .person, name: "Ana")])
    }

    @Test("a rejected box does not return and loses its name")
    func rejected() {
        let detections = [found(FaceMergeTests.box), found(FaceMergeTests.far)]
        var decisions = FaceMerge.naming("Ana", faceAt: 0, of: faces(detections), decisions: [])
        decisions = FaceMerge.rejecting(
            faceAt: 0, of: faces(detections, [], decisions), decisions: decisions)
        #expect(decisions == [FaceDecision(kind: .rejected, rectangle: FaceMergeTests.box)])
        let again = detections + [found(FaceMergeTests.box.moved(0.05), score: 0.9)]
        #expect(faces(again, [], decisions) == [found(FaceMergeTests.far)])
    }

    @Test("a drawn box stays as drawn, and drawing over a rejected box restores it")
    func drawn() {
        let detections = [found(FaceMergeTests.box)]
        var decisions = FaceMerge.rejecting(faceAt: 0, of: faces(detections), decisions: [])
        let mine = FaceMergeTests.box.moved(0.01)
        decisions = FaceMerge.adding(mine, name: "Ana", to: [], decisions: decisions)
        #expect(decisions == [FaceDecision(kind: .added, rectangle: mine, name: "Ana")])
        #expect(
            faces(detections, [], decisions)
                == [FaceCandidate(rectangle: mine, source: .person, name: "Ana")])
    }

    @Test("a box drawn over a named face keeps the name")
    func drawnOverName() {
        let detections = [found(FaceMergeTests.box)]
        var decisions = FaceMerge.naming("Ana", faceAt: 0, of: faces(detections), decisions: [])
        let mine = FaceMergeTests.box.moved(0.03)
        decisions = FaceMerge.adding(
            mine, name: nil, to: faces(detections, [], decisions), decisions: decisions)
        #expect(decisions == [FaceDecision(kind: .added, rectangle: mine, name: "Ana")])
    }

    @Test("naming a drawn face keeps its box, and removing the name keeps the face")
    func nameDrawn() {
        var decisions = FaceMerge.adding(FaceMergeTests.box, name: nil, to: [], decisions: [])
        decisions = FaceMerge.naming(
            "Ana", faceAt: 0, of: faces([], [], decisions), decisions: decisions)
        #expect(
            decisions
                == [FaceDecision(kind: .added, rectangle: FaceMergeTests.box, name: "Ana")])
        decisions = FaceMerge.naming(
            nil, faceAt: 0, of: faces([], [], decisions), decisions: decisions)
        #expect(
            faces([], [], decisions)
                == [FaceCandidate(rectangle: FaceMergeTests.box, source: .person)])
    }

    @Test("a region of the metadata names the face it overlaps and keeps its own box")
    func region() {
        let region = FaceRegion(rectangle: FaceMergeTests.box.moved(0.05), name: "Ben")
        var detection = found(FaceMergeTests.box)
        detection.landmarks = [FacePoint(x: 0.2, y: 0.2)]
        let expected = FaceCandidate(
            rectangle: region.rectangle, score: 0.8, source: .metadata,
            landmarks: detection.landmarks, name: "Ben")
        #expect(faces([detection], [region]) == [expected])
    }

    @Test("a user's name, or its removal, takes precedence over the metadata's name")
    func overridesRegion() {
        let region = FaceRegion(rectangle: FaceMergeTests.box, name: "Ben")
        let before = faces([], [region])
        let renamed = FaceMerge.naming("Ana", faceAt: 0, of: before, decisions: [])
        #expect(faces([], [region], renamed).map(\.name) == ["Ana"])
        let cleared = FaceMerge.naming(
            nil, faceAt: 0, of: faces([], [region], renamed), decisions: renamed)
        #expect(faces([], [region], cleared).map(\.name) == [nil])
        #expect(faces([], [region], cleared).map(\.source) == [.metadata])
    }

    @Test("removing a name that a face does not have records no decision")
    func nothing() {
        let before = faces([found(FaceMergeTests.box)])
        #expect(FaceMerge.naming(nil, faceAt: 0, of: before, decisions: []).isEmpty)
        #expect(FaceMerge.naming("Ana", faceAt: 7, of: before, decisions: []).isEmpty)
        #expect(FaceMerge.rejecting(faceAt: -1, of: before, decisions: []).isEmpty)
        let flat = RelativeRectangle(x: 0, y: 0, width: 0, height: 1)
        #expect(FaceMerge.adding(flat, name: "Ana", to: before, decisions: []).isEmpty)
    }

    @Test("the later of two contradicting decisions counts")
    func contradiction() {
        let decisions = [
            FaceDecision(kind: .rejected, rectangle: FaceMergeTests.box),
            FaceDecision(kind: .named, rectangle: FaceMergeTests.box.moved(0.01), name: "Ana"),
        ]
        #expect(faces([], [], decisions).map(\.name) == ["Ana"])
        #expect(faces([], [], decisions.reversed()).isEmpty)
    }
}

extension RelativeRectangle {
    /// The rectangle moved to the right by a distance.
    func moved(_ distance: Double) -> RelativeRectangle {
        RelativeRectangle(x: x + distance, y: y, width: width, height: height)
    }
}
