import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of the people that photos show, and the faces that nobody has named yet.
struct PeoplePage {
    /// How many people a page has.
    private static let size = 48
    /// How many photos are looked at for faces without a name.
    private static let unnamed = 12

    let request: WebRequest
    let site: Site

    private var language: PageLanguage { request.language }

    /// Makes the page; blocks for some milliseconds, and some more for each person.
    ///
    /// - Throws: 400 for parameters that cannot be read.
    func response() throws -> Response {
        try request.accept(["position"])
        let frame = PageFrame(.people, title: language.say("people.title"), for: request, site)
        let people = try site.gallery.personCounts(
            request.listed(.everything, in: site.gallery))
        let window = try PageWindow(request, of: people.count, size: PeoplePage.size)
        var values: [String: Any] = [
            "personCount": language.say("people.count", count: people.count),
            "people": try people[window.shown].map(card),
            "isBehindTheLast": !people.isEmpty && window.isBehindTheLast,
        ]
        window.addPages("/people", to: &values)
        if window.shown.lowerBound == 0 {
            let faces = try request.listed(
                site.gallery.unnamedFaces(photos: PeoplePage.unnamed), in: site.gallery)
            values.merge(FaceWall(faces, canChange: frame.isOwner, in: language).values) { own, _ in
                own
            }
            values["isEmpty"] = people.isEmpty && faces.portraits.isEmpty
        }
        values["names"] = FaceWall.names(people)
        return .html(try frame.page("people", values), for: request)
    }

    private func card(_ count: NameCount) throws -> [String: Any] {
        var values: [String: Any] = [
            "cardName": count.name, "cardCount": language.say("count.photos", count: count.photos),
            "cardAddress": PageAddress.person(count.name),
        ]
        values["portrait"] = try site.gallery.portrait(
            of: count.name, in: request.listed(.everything, in: site.gallery)
        ).flatMap {
            PortraitPicture(portrait: $0).values
        }
        return values
    }
}

/// Faces without a name, each of which leads to its photo and can be named where it stands.
struct FaceWall {
    let faces: FacePortraits
    /// Whether who looks may name them.
    let canChange: Bool
    /// The language of the page.
    let language: PageLanguage

    /// Makes a wall of a page of faces.
    init(_ faces: FacePortraits, canChange: Bool, in language: PageLanguage) {
        self.language = language
        self.faces = faces
        self.canChange = canChange
    }

    /// How many names a box offers.
    private static let offered = 500

    /// The names that a box offers while somebody types, those with most photos.
    static func names(_ people: [NameCount]) -> [[String: Any]] {
        people.prefix(offered).map { ["name": $0.name] }
    }

    /// The values for the template `faces`.
    var values: [String: Any] {
        let faces: [[String: Any]] = faces.portraits.compactMap { portrait in
            guard let picture = PortraitPicture(portrait: portrait).values else { return nil }
            return [
                "faceKey": "\(portrait.photo.id).\(portrait.number)", "portrait": picture,
                "facePhoto": "\(portrait.photo.id)", "faceNumber": portrait.number,
                "faceAddress": PageAddress.photo(portrait.photo.id),
                "faceText": portrait.photo.shownTitle(in: language),
            ]
        }
        var values: [String: Any] = [
            "faces": faces, "hasFaces": !faces.isEmpty, "canChange": canChange,
        ]
        values["moreAddress"] = self.faces.next.map { next in
            PageAddress.with([("cursor", next.description)], "/people/unnamed")
        }
        return values
    }
}
