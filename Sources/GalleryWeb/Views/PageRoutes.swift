import Gallery
import GalleryModel
import Hummingbird

/// The pages, complete without a script, and the files that they are made up with.
enum PageRoutes {
    static let all =
        Assets.routes + [
            Route(.get, "/", for: .viewers) { request, site in
                try await offload {
                    try PhotosPage(request: request, site: site, section: nil).response()
                }
            },
            Route(.get, "/sections", for: .viewers) { request, site in
                try await offload { try SectionsPage(request: request, site: site).response() }
            },
            Route(.get, "/sections/{section}", for: .viewers) { request, site in
                try await offload {
                    let section = try SectionRoutes.section(request, in: site.gallery)
                    return PhotoNamesPage.isFor(section, request)
                        ? try PhotoNamesPage(request: request, site: site, section: section)
                            .response()
                        : try PhotosPage(request: request, site: site, section: section)
                            .response()
                }
            },
            Route(.get, "/map", for: .viewers) { request, site in
                try await offload { try MapPage(request: request, site: site).response() }
            },
            Route(.get, "/photos/{photo}", for: .viewers) { request, site in
                try await offload {
                    try PhotoPage(request: request, site: site).response()
                }
            },
            Route(.get, "/places", for: .viewers) { request, site in
                try await offload { try PlacesPage(request: request, site: site).response() }
            },
            Route(.get, "/people", for: .viewers) { request, site in
                try await offload {
                    if let name = request.parameter("name"), !name.isEmpty {
                        try PersonPage(request: request, site: site, name: name).response()
                    } else {
                        try PeoplePage(request: request, site: site).response()
                    }
                }
            },
            Route(.get, "/people/unnamed", for: .viewers) { request, site in
                try await offload { try UnnamedFacesPage(request: request, site: site).response() }
            },
            Route(.get, "/trash", for: .owners) { request, site in
                try await offload { try TrashPage(request: request, site: site).response() }
            },
            // Messages name files of the machine.
            Route(.get, "/problems", for: .owners) { request, site in
                try await offload { try ProblemsPage(request: request, site: site).response() }
            },
            Route(.get, "/jobs", for: .viewers) { request, site in
                try await JobsPage(request: request, site: site).response()
            },
            Route(.get, "/feed", for: .viewers) { request, site in
                let feed = try PostRoutes.feed(of: site)
                return try await offload {
                    try FeedPage(request: request, site: site, feed: feed).response()
                }
            },
            Route(.get, "/publish", for: .members) { request, site in
                let feed = try PostRoutes.feed(of: site)
                return try PublishPage(request: request, site: site, feed: feed).response()
            },
        ]
}
