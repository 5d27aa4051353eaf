import Catalog
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Lists the people of a photo-share server and their photos, a section a person, and downloads pictures.
    ///
    /// What is there already is looked for in the catalog alone. What is stored stays: a failure ends up in the
    /// summary with what came before it. Cancelling the task keeps what came; pulling again finishes the work.
    ///
    /// - Parameters:
    ///   - server: the address that the requests follow behind, such as `http://host/photoserver`.
    ///   - person: whose photos are wanted, without case; nil for everybody's.
    ///   - size: `.original` to download the pictures; nil to list alone.
    ///   - options: progress, failed items, a dry run, the number of transfers.
    /// - Throws: `unavailable` where the list of people cannot be had; `notFound` where nobody is called so;
    ///   `inputOutput`; `tryLater` for a locked catalog; `CancellationError`.
    public func pull(
        from server: ServerAddress, person: String? = nil, size: PictureSize? = .original,
        options: WorkOptions = WorkOptions()
    ) async throws -> PullSummary {
        let filled = try await SectionFill.run(
            in: self, command: "pull", noting: CommandEntry("pull"), options: options
        ) {
            [catalog] fill in
            try await SharePull(
                fill: fill, server: server, person: person, size: size,
                context: WorkContext(options, command: "pull", in: catalog)
            ).run()
        }
        var summary = filled.value
        summary.pictures = filled.pictures
        (summary.listRequests, summary.pictureRequests) = filled.requests
        summary.failure = summary.failure ?? filled.failure
        return summary
    }

    /// Lists the posts of a campaign, newest first, fills its section, and downloads pictures.
    ///
    /// The section is called as the campaign is, or `NAME@SERVER` where another server's, or this gallery's own, has
    /// the name. What is stored stays: a failure ends up in the summary. Cancelling the task keeps what came; pulling
    /// again finishes the work.
    ///
    /// - Throws: `inputOutput`; `tryLater` for a locked catalog; `CancellationError`.
    public func pull(
        _ query: CampaignQuery, options: WorkOptions = WorkOptions()
    ) async throws -> SearchSummary {
        let (section, name) = try await offload { [catalog] in
            let campaigns = try catalog.sections(countsAlbums: false)
                .filter { $0.reference.kind == .campaign }
            let name = SectionReference(kind: .campaign, name: query.identifier)
            let section = campaigns.first { section in
                guard case .campaign(let known)? = section.query else { return false }
                // Its photos are the same whichever scheme they come by.
                return known.server.key == query.server.key
                    && SectionReference.key(known.identifier) == name.key
            }
            let isTaken = campaigns.contains { $0.reference.key == name.key }
            return (
                section,
                isTaken
                    ? SectionReference(
                        kind: .campaign, name: "\(query.identifier)@\(query.server.key)") : name
            )
        }
        return try await fill(
            .campaign(query), into: section, named: name, command: "pull", options: options)
    }
}
