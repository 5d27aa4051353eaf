import Catalog
import Faces
import Foundation
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Says who a face is; the name stays whatever is detected later.
    ///
    /// - Parameters:
    ///   - number: the face's place in the photo, from 1, left to right.
    ///   - photo: the photo.
    ///   - name: the person's name; nil takes a name away.
    ///   - isDryRun: whether to say what the faces would be and to store nothing.
    /// - Returns: the faces of the photo as they are now.
    /// - Throws: `notFound` for a photo without a stored picture and a number without a face; `usage` for
    ///   a name of nothing but blanks.
    @discardableResult
    public func nameFace(
        _ number: Int, of photo: Photo, as name: String?, isDryRun: Bool = false
    ) throws(GalleryError) -> [Face] {
        let trimmed = try name.map(PhotoGallery.personName)
        return try decide(about: photo, command: "faces name", number: number, isDryRun) {
            index, faces, old in
            FaceMerge.naming(trimmed, faceAt: index, of: faces, decisions: old)
        }
    }

    /// Says that faces are none; the rectangles do not come back whatever is detected later.
    ///
    /// - Parameters:
    ///   - numbers: the faces' places in the photo before the call, from 1, left to right.
    ///   - photo: the photo.
    ///   - isDryRun: whether to say what the faces would be and to store nothing.
    /// - Returns: the faces of the photo as they are now.
    /// - Throws: `notFound` for a photo without a stored picture and a number without a face.
    @discardableResult
    public func rejectFaces(
        _ numbers: [Int], of photo: Photo, isDryRun: Bool = false
    ) throws(GalleryError) -> [Face] {
        let ordered = Set(numbers).sorted(by: >)
        guard let last = ordered.first, let first = ordered.last, first >= 1 else {
            throw GalleryError.noFace(ordered.last ?? 0, of: photo, count: photo.faces?.count ?? 0)
        }
        return try decide(about: photo, command: "faces reject", number: last, isDryRun) {
            _, faces, old in
            // From the right, so that the places to the left stay what they were: what is left of a
            // rejected face is still there, in the same order.
            var shown = faces
            var decisions = old
            for number in ordered {
                decisions = FaceMerge.rejecting(faceAt: number - 1, of: shown, decisions: decisions)
                shown.remove(at: number - 1)
            }
            return decisions
        }
    }

    /// Draws a face that no detector found.
    ///
    /// - Parameters:
    ///   - rectangle: in pixels of the upright picture; must lie within it.
    ///   - photo: the photo.
    ///   - name: the person's name; nil for none.
    ///   - isDryRun: whether to say what the faces would be and to store nothing.
    /// - Returns: the faces of the photo as they are now.
    /// - Throws: `usage` for a rectangle outside the picture; `notFound` for a photo without a stored
    ///   picture; `badInput` where the picture cannot be read.
    @discardableResult
    public func addFace(
        _ rectangle: FaceRectangle, to photo: Photo, name: String? = nil, isDryRun: Bool = false
    ) throws(GalleryError) -> [Face] {
        let picture = try examinedPicture(of: photo)
        let edges = [
            rectangle.x, rectangle.y, rectangle.x + rectangle.width, rectangle.y + rectangle.height,
        ]
        guard edges.allSatisfy(\.isFinite), rectangle.width >= 1, rectangle.height >= 1,
            rectangle.x >= 0, rectangle.y >= 0, edges[2] <= Double(picture.width),
            edges[3] <= Double(picture.height)
        else {
            throw GalleryError(
                .usage,
                "the rectangle \(rectangle.text) is not within the picture of photo \(photo.id), which "
                    + "has \(picture.width)×\(picture.height) pixels when it stands upright")
        }
        let name = try name.map(PhotoGallery.personName)
        let box = RelativeRectangle(rectangle, width: picture.width, height: picture.height)
        return try decide(in: picture, of: photo, command: "faces add", isDryRun: isDryRun) {
            faces, decisions in
            FaceMerge.adding(box, name: name, to: faces, decisions: decisions)
        }
    }

    /// A name as it is stored: blanks between words are one space.
    private static func personName(_ text: String) throws(GalleryError) -> String {
        let name = SectionReference.normalized(text)
        guard !name.isEmpty, name.utf8.count <= 1_000 else {
            throw GalleryError(
                .usage,
                "'\(name.prefix(40))' is no name: give the person's name, at most 1,000 bytes")
        }
        return name
    }

    /// Every decision of a person about the faces of a photo.
    public func faceDecisions(of photo: Photo) throws(GalleryError) -> [FaceDecision] {
        let sha256 = photo.facesPicture?.sha256 ?? photo.picture?.sha256
        guard let sha256 else { return [] }
        return try GalleryError.translating { try catalog.faceDecisions(of: sha256) }
    }

    private func decide(
        about photo: Photo, command: String, number: Int, _ isDryRun: Bool,
        change: (Int, [FaceCandidate], [FaceDecision]) -> [FaceDecision]
    ) throws(GalleryError) -> [Face] {
        guard let picture = photo.facesPicture else {
            throw GalleryError(
                .notFound,
                "photo \(photo.id) has no faces yet: look for some with 'gallery faces \(photo.id)', "
                    + "or draw one with 'gallery faces add'")
        }
        return try decide(
            in: picture, of: photo, command: command, number: number, isDryRun: isDryRun
        ) {
            faces, decisions in
            faces.indices.contains(number - 1) ? change(number - 1, faces, decisions) : nil
        }
    }

    private func decide(
        in picture: ExaminedPicture, of photo: Photo, command: String, number: Int = 0,
        isDryRun: Bool,
        change: ([FaceCandidate], [FaceDecision]) -> [FaceDecision]?
    ) throws(GalleryError) -> [Face] {
        let faces = try GalleryError.translating {
            try catalog.decideFaces(
                in: picture, of: photo.id, command: command, isDryRun: isDryRun, change: change)
        }
        guard let faces else {
            throw GalleryError.noFace(number, of: photo, count: photo.faces?.count ?? 0)
        }
        return faces.map { Face($0, width: picture.width, height: picture.height) }
    }

    /// The picture that faces are drawn in: the one that was examined, else the largest stored one; a person
    /// draws in what lies there, which must be it.
    private func examinedPicture(of photo: Photo) throws(GalleryError) -> ExaminedPicture {
        if let examined = photo.facesPicture {
            try PictureBytes.refuseReplaced(examined.sha256, of: photo, in: catalog)
            return examined
        }
        guard let sha256 = photo.picture?.sha256 else { throw GalleryError.noPicture(of: photo) }
        let limits = DecodeLimits(settings)
        let bytes = try PictureBytes.read(
            sha256, of: photo, in: catalog, atMost: limits.maximumBytes)
        do throws(ImagingError) {
            let decoded = try PictureDecoder(limits: limits).decode(
                bytes, as: .grey, longestSide: 1)
            return ExaminedPicture(sha256: sha256, width: decoded.width, height: decoded.height)
        } catch {
            throw GalleryError(imaging: error)
        }
    }
}

extension GalleryError {
    static func noFace(_ number: Int, of photo: Photo, count: Int) -> GalleryError {
        GalleryError(
            .notFound,
            "photo \(photo.id) has no face \(number): it shows \(count); 'gallery faces list "
                + "\(photo.id)' numbers them")
    }
}
