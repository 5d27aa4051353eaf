import GalleryModel

/// How photos are published.
///
/// What goes along with a picture is what `ShareOptions` says without being asked for more.
public struct PublishOptions: OptionsOfWork {
    /// How large the pictures are; nil for full size, for campaigns half of it.
    public var size: ShareSize?
    /// What the photo is called there; nil for its title, else, but in campaigns, the name of its file.
    public var title: String?
    /// What is said about it in a campaign; nil for the photo's own description.
    public var caption: String?
    /// Whether photos that are there already are sent again.
    public var sendsAgain = false
    /// How the work is carried out; `jobs` is how many pictures are sent at the same time, one without it.
    public var work = WorkOptions()

    /// Makes the usual options: what is not there yet.
    public init() {}
}
