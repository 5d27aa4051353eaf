import Basics
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird

/// What is the same for every gallery: the API's own description and the effects.
enum DescriptionRoutes {
    static let all = [
        Route(.get, "/api/v1/openapi.json", for: .viewers) { request, _ in
            try request.accept([])
            guard let document = EmbeddedFiles.file("API/openapi.json") else {
                throw Problem.notFound
            }
            return .bytes(document.bytes, type: document.type)
        },
        Route(.get, "/api/v1/effects", for: .viewers) { request, _ in
            try request.accept(["limit", "cursor"])
            return try ListAnswer(
                PhotoGallery.effectDescriptions, for: request, name: \.name.rawValue
            ) { effect in
                .object([
                    ("name", .text(effect.name.rawValue)), ("description", .text(effect.summary)),
                    ("recipe", .text(effect.parameters)),
                ])
            }.response
        },
    ]
}
