/// Reads the ids of databases that keep documents.
enum SourceID {
    /// An id: a text, a number, or `{"$oid": …}`; nil for anything else.
    ///
    /// Source: https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/
    static func read(_ value: SourceJSON.Value?) -> String? { value?["$oid"]?.text ?? value?.text }
}
