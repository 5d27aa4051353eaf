import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// Renders the page for editing a photo: a form, which scripts replace by the editor.
    ///
    /// - Throws: 404 if the photo or its picture does not exist; 403 if another user added it.
    func edit() throws -> Response {
        let frame = PageFrame(.edit, for: request, site)
        let photo = try PhotoRoutes.photo(request, in: gallery)
        _ = try PhotoChangeRoutes.changeable([photo.id], in: gallery)
        let edit = photo.edit ?? PhotoEdit()
        let size = try gallery.edits.frame(of: photo, edit: PhotoEdit())
        let effect = edit.effects.last
        let title = language.say("editor.title", ["title": photo.shownTitle(in: language)])
        let values: [String: Any] = [
            "title": title, "photoID": "\(photo.id)", "recipe": edit.json, "width": size.width,
            "height": size.height, "photoAddress": ListingAddress(request).photo(photo.id),
            "picture": PictureAddress.preview(of: photo, edit),
            "effects": EffectName.allCases.map { name in
                [
                    "name": name.rawValue, "text": language.say("effect.\(name.rawValue)"),
                    "isChosen": name == effect?.name,
                ] as [String: Any]
            },
            "strength": Int(((effect?.intensity ?? 1) * 100).rounded()),
            "rotations": [0, 90, 180, 270].map { degrees in
                ["degrees": degrees, "isChosen": degrees == edit.rotation] as [String: Any]
            },
            "isMirrored": edit.isMirrored, "ratios": EditForm.ratios.map { ["ratio": $0.name] },
        ]
        return .html(try frame.page("edit", title, at: .photos, values), for: request)
    }
}

/// The form of the page for editing a photo, for browsers without scripts.
enum EditForm {
    /// The aspect ratios that a photo can be cropped to.
    static let ratios: [(name: String, width: Double, height: Double)] = [
        ("1:1", 1, 1), ("4:5", 4, 5), ("3:2", 3, 2), ("16:9", 16, 9),
    ]

    /// Stores the edit and returns to the photo.
    static let route = Route(.post, "/photos/{photo}/edit", for: .members) { request, site in
        let form = try await request.form()
        let gallery = site.gallery
        let (photo, edit) = try await offload {
            let photo = try PhotoRoutes.photo(request, in: gallery)
            return (photo.id, try changed(form, of: photo, in: gallery))
        }
        _ = try await DecisionRoutes.setEdit(edit, request, site)
        return .seeOther(ListingAddress(request).photo(photo))
    }

    private static func changed(
        _ form: [String: String], of photo: Photo, in gallery: PhotoGallery
    ) throws -> PhotoEdit {
        if form["reset"] != nil { return PhotoEdit() }
        var edit = photo.edit ?? PhotoEdit()
        edit.turn(
            to: form["rotation"].flatMap { Int($0) } ?? edit.rotation,
            isMirrored: form["mirrored"] == "1")
        let strength = form["strength"].flatMap { Double($0) } ?? 100
        let effect = form["effect"].flatMap(EffectName.init).map {
            AppliedEffect($0, intensity: strength / 100)
        }
        // Further effects of a recipe stay if the form's fields are unchanged.
        if effect != edit.effects.last { edit.effects = effect.map { [$0] } ?? [] }
        guard let crop = form["crop"], crop != "" else { return edit }
        (edit.crop, edit.zoom, edit.center, edit.square) = (nil, 1, nil, nil)
        if crop == "640" { edit.square = 640 }
        if let ratio = ratios.first(where: { $0.name == crop }) {
            let frame = try gallery.edits.frame(of: photo, edit: edit)
            let shape = ratio.width / ratio.height * Double(frame.height) / Double(frame.width)
            let (width, height) = (min(shape, 1), min(1 / shape, 1))
            edit.crop = RelativeRectangle(
                x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
        }
        return edit
    }
}
