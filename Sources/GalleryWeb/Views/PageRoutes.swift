import Gallery
import GalleryModel
import Hummingbird

/// The pages, complete without a script, and the files that they are made up with.
enum PageRoutes {
    static let all =
        Assets.routes + [
            Route(.get, "/", for: .viewers) { request, site in
                try await offload {
                    try PhotosPage(request: request, gallery: site.gallery, section: nil).response()
                }
            },
            Route(.get, "/sections/{section}", for: .viewers) { request, site in
                try await offload {
                    let reference = SectionReference(text: request.part("section"))
                    let section = try site.gallery.section(reference)
                    return try PhotosPage(request: request, gallery: site.gallery, section: section)
                        .response()
                }
            },
            Route(.get, "/photos/{photo}", for: .viewers) { request, site in
                try await offload {
                    try PhotoPage(request: request, gallery: site.gallery).response()
                }
            },
        ]
}
