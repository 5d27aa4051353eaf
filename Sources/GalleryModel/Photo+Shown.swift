extension Photo {
    /// Pixels across and down of the largest stored picture when it stands upright, else of the original; nil
    /// where neither is known.
    ///
    /// Reads no file: see `PhotoGallery.editFrame`.
    package var uprightSize: EditGeometry.Size? {
        if let picture, let examined = facesPicture, examined.sha256 == picture.sha256 {
            return EditGeometry.Size(width: examined.width, height: examined.height)
        }
        if let width = picture?.width, let height = picture?.height {
            // What an origin makes of its original stands upright.
            return Photo.upright(
                width, height, picture?.size == .original ? details.orientation : 1)
        }
        guard let width = details.width, let height = details.height else { return nil }
        return Photo.upright(width, height, details.orientation)
    }

    /// What the edit makes of the upright picture; nil where its size is not known.
    package var shownGeometry: EditGeometry? {
        uprightSize.map {
            EditGeometry(edit ?? PhotoEdit(), width: $0.width, height: $0.height)
        }
    }

    /// The faces that the picture shows as it is edited, each with its number in the photo, from 1.
    ///
    /// Those whose middle the edit cuts off are left out.
    ///
    /// - Returns: nil while nobody looked for any, or where the picture's size is not known.
    package var shownFaces: [(number: Int, face: Face)]? {
        guard let geometry = shownGeometry, let faces = faces(of: geometry.source) else {
            return nil
        }
        return faces.enumerated().compactMap { index, face in
            guard edit != nil else { return (index + 1, face) }
            return geometry.result(of: [face]).first.map { (index + 1, $0) }
        }
    }

    /// The faces in pixels of the upright picture in a size of it; nil while nobody looked for any.
    package func faces(of size: EditGeometry.Size) -> [Face]? {
        // Faces may be in pixels of another size of the photo.
        guard let faces, let examined = facesPicture else { return faces }
        let scaleX = Double(size.width) / Double(max(examined.width, 1))
        let scaleY = Double(size.height) / Double(max(examined.height, 1))
        return faces.map { $0.scaled(scaleX, scaleY) }
    }

    private static func upright(
        _ width: Int, _ height: Int, _ orientation: Int?
    ) -> EditGeometry.Size? {
        guard width > 0, height > 0 else { return nil }
        return (5...8).contains(orientation ?? 1)
            ? EditGeometry.Size(width: height, height: width)
            : EditGeometry.Size(width: width, height: height)
    }
}

extension Face {
    fileprivate func scaled(_ scaleX: Double, _ scaleY: Double) -> Face {
        guard scaleX != 1 || scaleY != 1 else { return self }
        var face = self
        face.rectangle = FaceRectangle(
            x: rectangle.x * scaleX, y: rectangle.y * scaleY, width: rectangle.width * scaleX,
            height: rectangle.height * scaleY)
        face.landmarks = landmarks.map { FacePoint(x: $0.x * scaleX, y: $0.y * scaleY) }
        return face
    }
}
