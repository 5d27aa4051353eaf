public import Basics
import Catalog
import Faces
public import GalleryModel
import Imaging

/// A user's decision about the faces of a photo.
package enum FaceChange: Hashable, Sendable {
    /// Names the face with a number, or removes its name.
    case name(Int, String?)
    /// Marks the faces with these numbers as not faces.
    case reject([Int])
    /// Adds a face.
    case add(FaceRectangle, name: String?)
    /// Moves the face with a number to another place, where it keeps number and name.
    case move(Int, to: FaceRectangle)
}

extension GalleryFaces {
    /// Names a face; the name is kept when faces are detected again.
    ///
    /// - Parameters:
    ///   - number: the face's number in the photo.
    ///   - photo: the photo.
    ///   - name: the person's name; nil removes the name.
    ///   - isDryRun: true to return the resulting faces without storing them.
    /// - Returns: the resulting faces of the photo.
    /// - Throws: `notFound` if the photo has no stored picture or no face with the number; `usage`
    ///   if the name is blank.
    @discardableResult
    public func name(
        _ number: Int, of photo: Photo, as name: String?, isDryRun: Bool = false
    ) throws(GalleryError) -> [Face] {
        try change(.name(number, name), in: photo, isDryRun: isDryRun).faces
    }

    /// Marks detections as not faces; the rectangles stay rejected when faces are detected again.
    ///
    /// - Parameters:
    ///   - numbers: the faces' numbers in the photo.
    ///   - photo: the photo.
    ///   - isDryRun: true to return the resulting faces without storing them.
    /// - Returns: the resulting faces of the photo.
    /// - Throws: `notFound` if the photo has no stored picture or no face with one of the numbers.
    @discardableResult
    public func reject(
        _ numbers: [Int], of photo: Photo, isDryRun: Bool = false
    ) throws(GalleryError) -> [Face] {
        try change(.reject(numbers), in: photo, isDryRun: isDryRun).faces
    }

    /// Adds a face that was not detected.
    ///
    /// - Parameters:
    ///   - rectangle: the rectangle in pixels of the upright picture; must be inside it.
    ///   - photo: the photo.
    ///   - name: the person's name; nil for none.
    ///   - isDryRun: true to return the resulting faces without storing them.
    /// - Returns: the resulting faces of the photo.
    /// - Throws: `usage` if the rectangle is outside the picture; `notFound` if the photo has no
    ///   stored picture; `badInput` if the picture cannot be read.
    @discardableResult
    public func add(
        _ rectangle: FaceRectangle, to photo: Photo, name: String? = nil, isDryRun: Bool = false
    ) throws(GalleryError) -> [Face] {
        try change(.add(rectangle, name: name), in: photo, isDryRun: isDryRun).faces
    }

    /// Changes the faces of a photo, as one step for `undo`.
    ///
    /// - Returns: the resulting faces, and the number of the step.
    /// - Throws: as `name`, `reject` and `add`.
    package func change(
        _ change: FaceChange, in photo: Photo, isDryRun: Bool = false
    ) throws(GalleryError) -> (faces: [Face], entry: Int64?) {
        switch change {
        case .name(let number, let name):
            let trimmed = try name.map(Self.personName)
            return try decide("name", [number], of: photo, isDryRun) { faces, indices, old in
                FaceMerge.naming(trimmed, faceAt: indices[0], of: faces, decisions: old)
            }
        case .reject(let numbers):
            guard !numbers.isEmpty else {
                throw GalleryError.noFace(0, of: photo, count: photo.faces?.count ?? 0)
            }
            return try decide("reject", numbers, of: photo, isDryRun) { faces, indices, old in
                var shown = faces
                var decisions = old
                for index in Set(indices).sorted(by: >) {
                    decisions = FaceMerge.rejecting(faceAt: index, of: shown, decisions: decisions)
                    shown.remove(at: index)
                }
                return decisions
            }
        case .add(let rectangle, let name):
            let picture = try examinedPicture(of: photo)
            let name = try name.map(Self.personName)
            let box = try Self.checked(rectangle, in: picture, of: photo)
            return try decide("add", [], of: photo, in: picture, isDryRun) { faces, _, old in
                FaceMerge.adding(box, name: name, to: faces, decisions: old)
            }
        case .move(let number, let rectangle):
            let box = try Self.checked(rectangle, in: detectedPicture(of: photo), of: photo)
            return try decide("move", [number], of: photo, isDryRun, moving: (number, box)) {
                faces, indices, old in
                FaceMerge.adding(box, name: nil, to: faces, moving: indices[0], decisions: old)
            }
        }
    }

    /// Gives a person another name in all photos, as one step for `undo`; if another person has that
    /// name, both become one.
    ///
    /// - Returns: the photos, and the number of the step.
    /// - Throws: `notFound` if no face has the name; `usage` if the new name is blank.
    package func rename(
        _ person: String, to name: String
    ) throws(GalleryError) -> (photos: [PhotoID], entry: Int64?) {
        let name = try Self.personName(name)
        let key = SectionReference.key(person)
        let result = try translated(
            catalog.decideFaces(named: person, command: "faces name") { faces, old in
                faces.indices.reduce(old) { decisions, index in
                    guard faces[index].name.map(SectionReference.key) == key else {
                        return decisions
                    }
                    return FaceMerge.naming(name, faceAt: index, of: faces, decisions: decisions)
                }
            })
        guard !result.photos.isEmpty else {
            throw GalleryError(.notFound, "no face has the name '\(person.prefix(60))'")
        }
        return result
    }

    /// Returns a rectangle as fractions of a picture.
    ///
    /// - Throws: `usage` if it is outside the picture.
    private static func checked(
        _ rectangle: FaceRectangle, in picture: ExaminedPicture, of photo: Photo
    ) throws(GalleryError) -> RelativeRectangle {
        let box = RelativeRectangle(
            within: rectangle, width: picture.width, height: picture.height)
        guard let box else {
            throw GalleryError(
                .usage,
                "the rectangle \(rectangle.text) is not within the picture of photo \(photo.id), "
                    + "which is \(picture.width)×\(picture.height) pixels when upright")
        }
        return box
    }

    /// Returns a name as it is stored, with single spaces between words.
    private static func personName(_ text: String) throws(GalleryError) -> String {
        let name = SectionReference.normalized(text)
        guard !name.isEmpty, name.utf8.count <= 1_000 else {
            throw GalleryError(
                .usage,
                "'\(name.prefix(40))' is not a valid name: expected 1 to 1,000 bytes")
        }
        return name
    }

    /// Returns the picture in which the faces of a photo were detected or drawn.
    private func detectedPicture(of photo: Photo) throws(GalleryError) -> ExaminedPicture {
        if let picture = photo.facesPicture { return picture }
        throw GalleryError(
            .notFound,
            "photo \(photo.id) has no faces yet: detect them with 'gallery faces \(photo.id)', "
                + "or draw one with 'gallery faces add'")
    }

    /// Stores the decisions that `change` makes about the faces with some numbers.
    ///
    /// - Parameter drawn: the picture that a new face was drawn in; nil if faces were detected or
    ///   drawn before.
    private func decide(
        _ verb: String, _ numbers: [Int], of photo: Photo, in drawn: ExaminedPicture? = nil,
        _ isDryRun: Bool, moving moved: (number: Int, to: RelativeRectangle)? = nil,
        change: ([FaceCandidate], _ indices: [Int], [FaceDecision]) -> [FaceDecision]
    ) throws(GalleryError) -> (faces: [Face], entry: Int64?) {
        let picture = if let drawn { drawn } else { try detectedPicture(of: photo) }
        var missing: Int?
        let result = try translated(
            catalog.decideFaces(
                in: picture, of: photo.id, command: "faces \(verb)", isDryRun: isDryRun,
                moving: moved
            ) { faces, decisions in
                let indices = numbers.map { number in faces.firstIndex { $0.number == number } }
                missing = zip(numbers, indices).first { $0.1 == nil }?.0
                return missing == nil ? change(faces, indices.compactMap(\.self), decisions) : nil
            })
        guard let result else {
            throw GalleryError.noFace(missing ?? 0, of: photo, count: photo.faces?.count ?? 0)
        }
        let faces = result.faces.map { Face($0, width: picture.width, height: picture.height) }
        return (faces, result.entry)
    }

    /// Returns the picture that face rectangles refer to: the examined one, or else the largest
    /// stored one.
    ///
    /// The file must still have its recorded bytes, as the user drew on what it shows.
    private func examinedPicture(of photo: Photo) throws(GalleryError) -> ExaminedPicture {
        if let examined = photo.facesPicture {
            try PictureBytes.refuseReplaced(examined.sha256, of: photo, in: catalog)
            return examined
        }
        guard let sha256 = photo.picture?.sha256 else { throw GalleryError.noPicture(of: photo) }
        let decoded = try PictureBytes.decode(
            sha256, of: photo, in: gallery, as: .gray, longEdge: 1)
        return ExaminedPicture(sha256: sha256, width: decoded.width, height: decoded.height)
    }
}

extension GalleryError {
    static func noFace(_ number: Int, of photo: Photo, count: Int) -> GalleryError {
        GalleryError(
            .notFound,
            "photo \(photo.id) has no face \(number): it has \(count); 'gallery faces list "
                + "\(photo.id)' shows the numbers")
    }
}

extension GalleryFaces {
    /// The long edge of a picture with frames, in pixels.
    private static var framedSide: Int { 2_048 }

    /// Writes a photo's upright picture with a numbered frame around each face as a JPEG file, for
    /// checking.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - path: the file; it appears once it is complete.
    ///   - replaces: true to replace an existing file, unless it belongs to the catalog.
    /// - Throws: `usage` like `checkOutput`; `notFound` if faces have not been detected or the
    ///   picture is missing; `badInput` if it cannot be read; `inputOutput`.
    public func draw(of photo: Photo, to path: BytePath, replaces: Bool = false) async throws {
        try gallery.export.checkOutput(path, as: .picture, isForced: replaces)
        try await offload { [self] in
            guard let examined = photo.facesPicture, let faces = photo.faces else {
                throw GalleryError(
                    .notFound,
                    "photo \(photo.id) has no faces to draw: detect them with "
                        + "'gallery faces \(photo.id)'")
            }
            var picture = try PictureBytes.decode(
                examined.sha256, of: photo, in: gallery, as: .bgr, longEdge: Self.framedSide)
            picture.pixels = try picture.pixels.bounded(toLongEdge: Self.framedSide)
            // Rectangles may refer to a larger size of the photo.
            picture.width = examined.width
            picture.height = examined.height
            let framed = try FaceFrames.draw(
                faces.numbered.map { ($0.number, $0.face.rectangle) }, on: picture)
            let bytes = try JPEGEncoder().encode(framed)
            try GalleryError.writing { () throws(FileError) in
                try AtomicFile.replace(path, with: bytes)
            }
        }
    }
}
