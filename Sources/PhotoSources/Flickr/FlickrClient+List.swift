import Foundation
package import GalleryModel

extension FlickrClient {
    /// The most photos that Flickr lists for one query; pages beyond repeat earlier ones.
    static let cap = 4_000

    /// Every extra that saves a call for each photo.
    ///
    /// Source: https://www.flickr.com/services/api/flickr.photos.search.html; `url_h`, `url_k` and
    /// `realname` are not documented but work.
    static let extras = [
        "description", "license", "date_upload", "date_taken", "owner_name", "realname",
        "icon_server", "original_format", "last_update", "geo", "tags", "machine_tags", "o_dims",
        "views", "media", "path_alias", "url_sq", "url_t", "url_s", "url_q", "url_m", "url_n",
        "url_z", "url_c", "url_l", "url_h", "url_k", "url_o",
    ].joined(separator: ",")

    /// Lists the photos of a query and delivers each once, page by page, until the query's limit.
    ///
    /// Flickr's pages shift while they are read, come short, empty, doubled or under another
    /// number, and its totals are estimates. So every page that is claimed is asked for; where a
    /// pass over them met such trouble, at most two more follow, until one brings nothing new.
    /// Where more than 4,000 photos are wanted, the query is split by upload date. The number of
    /// requests is bounded throughout.
    ///
    /// A failed request ends the listing; it is in the listing's `failure`, with what came before
    /// kept.
    ///
    /// Throws: `FlickrError.invalidFilter`, `.emptyQuery` and `.needsKey` before anything is sent;
    /// whatever `receive` throws.
    package func list(
        _ query: FlickrQuery, receive: @Sendable (SourcePage) async throws -> Void
    ) async throws -> SourceListing {
        var parameters = try FlickrParameters(query)
        guard configuration.apiKey != nil else { throw FlickrError.needsKey(filters: []) }
        let isGeo = ["lat", "bbox"].contains { parameters[$0] != nil }
        let pageSize = min(query.limit ?? 500, isGeo ? 250 : 500)
        parameters["extras"] = FlickrClient.extras
        parameters["per_page"] = String(pageSize)
        var enumeration = FlickrEnumeration(
            client: self, parameters: parameters, pageSize: pageSize, limit: query.limit)
        return try await enumeration.run(receive)
    }

    /// Asks for one page.
    ///
    /// Throws: `FlickrPageFailure` around whatever went wrong.
    func page(
        _ number: Int, of parameters: FlickrParameters, counting requests: RequestCount
    ) async throws -> FlickrAnswerPage {
        do {
            var parameters = parameters
            parameters["page"] = String(number)
            let answer = try await call(
                "flickr.photos.search", parameters, counting: requests,
                problem: FlickrAnswerPage.problem)
            guard
                let page = FlickrAnswerPage(
                    answer.root, photoEndpoint: configuration.photoEndpoint)
            else {
                throw FlickrError.badAnswer(
                    problem: "holds no list of photos", offset: 0,
                    beginning: SourceText.beginning(of: answer.bytes))
            }
            return page
        } catch {
            throw FlickrPageFailure(page: number, underlying: error)
        }
    }
}

/// Says which page of a listing failed, so that the caller's own errors are told apart.
struct FlickrPageFailure: Error {
    let page: Int
    let underlying: any Error
}
