import Basics

/// What a search for faces did.
public struct FaceSummary: Hashable, Sendable {
    /// Pictures that were examined.
    public var examined = 0
    /// Faces that the examined pictures show.
    public var faces = 0
    /// Examined pictures that show a face.
    public var picturesWithFaces = 0
    /// Pictures whose earlier result in the same way is shown again, without decoding.
    public var shownAgain = 0
    /// Pictures that were examined in the same way before.
    public var upToDate = 0
    /// Photos without a stored picture.
    public var withoutPicture = 0
    /// Files in folders that are no pictures, or of types that cannot be decoded.
    public var ignored = 0
    /// Pictures that could not be examined.
    public var failed = 0

    /// Makes an empty summary.
    public init() {}

    mutating func count(_ examined: ExaminedFaces) {
        guard let faces = examined.faces else {
            failed += 1
            return
        }
        self.examined += 1
        self.faces += faces.count
        if !faces.isEmpty { picturesWithFaces += 1 }
    }

    /// Adds what another search did.
    public mutating func add(_ other: FaceSummary) {
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

extension FaceSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        var parts = [
            "\(Count.text(examined, "picture")) examined: \(Count.text(faces, "face")) in "
                + Count.text(picturesWithFaces)
        ]
        if shownAgain > 0 { parts.append("\(Count.text(shownAgain)) shown again") }
        if upToDate > 0 { parts.append("\(Count.text(upToDate)) examined before") }
        if withoutPicture > 0 { parts.append("\(Count.text(withoutPicture)) without a picture") }
        if ignored > 0 { parts.append("\(Count.text(ignored, "other file")) passed over") }
        if failed > 0 { parts.append("\(Count.text(failed)) failed") }
        return parts.joined(separator: ", ")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("examined", examined),
            SummaryMember("faces", faces),
            SummaryMember("picturesWithFaces", picturesWithFaces),
            SummaryMember("shownAgain", shownAgain),
            SummaryMember("upToDate", upToDate),
            SummaryMember("withoutPicture", withoutPicture),
            SummaryMember("ignored", ignored),
            SummaryMember("failed", failed),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
