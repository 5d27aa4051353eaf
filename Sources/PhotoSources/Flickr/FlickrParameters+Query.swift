import Foundation
package import GalleryModel

extension FlickrParameters {
    /// The parameters of `flickr.photos.search` for a query, every filter checked before anything
    /// is sent.
    ///
    /// Throws: `FlickrError.invalidFilter` for a value that Flickr would not understand (it answers
    /// many of them with photos that nobody asked for), `FlickrError.emptyQuery` where nothing is
    /// asked.
    /// Source: https://www.flickr.com/services/api/flickr.photos.search.html
    package init(_ query: FlickrQuery) throws(FlickrError) {
        self["text"] = query.term.isEmpty ? nil : query.term
        self["tags"] = try FlickrFilter.list("tags", query.tags)
        self["tag_mode"] = try FlickrFilter.word("tag-mode", query.tagMode, of: ["any", "all"])
        try FlickrFilter.checkTagCount(query)
        self["user_id"] = try FlickrFilter.identifier("user", query.user)
        self["group_id"] = try FlickrFilter.identifier("group", query.group)
        self["machine_tags"] = try FlickrFilter.list("machine-tags", query.machineTags)
        self["license"] = try FlickrFilter.licenses(query.license)
        self["sort"] = try FlickrFilter.word("sort", query.sort, of: FlickrFilter.sorts)
        self["min_taken_date"] = try FlickrFilter.taken(
            "min-taken", query.minTaken, isLatest: false)
        self["max_taken_date"] = try FlickrFilter.taken("max-taken", query.maxTaken, isLatest: true)
        let earliest = try FlickrFilter.upload("min-upload", query.minUpload, isLatest: false)
        let latest = try FlickrFilter.upload("max-upload", query.maxUpload, isLatest: true)
        if let earliest, let latest, earliest > latest {
            throw .invalidFilter(
                name: "max-upload", value: query.maxUpload ?? "",
                hint: "it lies before --min-upload")
        }
        self["min_upload_date"] = earliest.map(String.init)
        self["max_upload_date"] = latest.map(String.init)
        self["bbox"] = try FlickrFilter.bbox(query.bbox)
        if let near = query.near {
            self["lat"] = FlickrFilter.decimal(near.latitude)
            self["lon"] = FlickrFilter.decimal(near.longitude)
        }
        if let radius = try FlickrFilter.radius(query) {
            self["radius"] = FlickrFilter.decimal(radius)
            self["radius_units"] = "km"
        }
        self["has_geo"] = query.hasGeo.map { $0 ? "1" : "0" }
        self["safe_search"] = try FlickrFilter.safeSearch(query.safeSearch)
        self["content_types"] = try FlickrFilter.contentTypes(query.contentType)
        self["media"] = try FlickrFilter.word(
            "media", query.media, of: ["all", "photos", "videos"])
        if let limit = query.limit, limit < 1 {
            throw .invalidFilter(
                name: "limit", value: String(limit), hint: "expected a number from 1 on, or --all")
        }
        let selecting = items.filter { !["sort", "tag_mode", "radius_units"].contains($0.name) }
        guard !selecting.isEmpty else { throw .emptyQuery }
    }
}
