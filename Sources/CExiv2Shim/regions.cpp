#include "report.hpp"

#include <algorithm>
#include <cstring>

namespace cexiv2 {

/// A list of structures inside a structure.
struct RegionSchema {
    /// exiv2's key of the outer structure, with separator.
    const char *root;
    /// The list's local name, with bracket.
    const char *list;
};

namespace {

/// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 5 (Image Regions);
/// Microsoft, "People Tagging Overview" (schema http://ns.microsoft.com/photo/1.2/).
const RegionSchema schemas[] = {
    {"Xmp.mwg-rs.Regions/", "RegionList["},
    {"Xmp.MP.RegionInfo/", "Regions["},
};

bool startsWith(const std::string &text, const char *start) {
    return text.compare(0, std::strlen(start), start) == 0;
}

/// Removes the prefixes from the steps of a path, starting at `offset`.
///
/// Only the first step has exiv2's own prefix; the others have prefixes declared by the file.
std::string localPath(const std::string &key, size_t offset) {
    std::string path;
    while (offset <= key.size()) {
        const size_t end = std::min(key.find('/', offset), key.size());
        const size_t colon = key.find(':', offset);
        const size_t start = colon < end ? colon + 1 : offset;
        if (!path.empty()) path += '/';
        path.append(key, start, end - start);
        offset = end + 1;
    }
    return path;
}

/// Reads the digits at `offset` up to the bracket; 0 if they are not a valid number.
long itemNumber(const std::string &path, size_t &offset) {
    const long limit = 100000000;
    long number = 0;
    while (offset < path.size() && path[offset] >= '0' && path[offset] <= '9' && number < limit) {
        number = number * 10 + (path[offset] - '0');
        ++offset;
    }
    if (path.compare(offset, 2, "]/") != 0) return 0;
    offset += 2;
    return number;
}

}  // namespace

void RegionReport::add(const std::string &key, const Exiv2::Xmpdatum &datum) {
    for (const RegionSchema &schema : schemas) {
        if (!startsWith(key, schema.root)) continue;
        const std::string path = localPath(key, std::strlen(schema.root));
        if (startsWith(path, schema.list)) return addItem(schema, path, datum);
        return report_.text(CEXIV2_SOURCE_XMP, schema.root + path, datum.toString());
    }
}

void RegionReport::addItem(const RegionSchema &schema, const std::string &path,
                           const Exiv2::Xmpdatum &datum) {
    size_t offset = std::strlen(schema.list);
    std::string key = schema.root + path.substr(0, offset - 1) + '/';
    const long number = itemNumber(path, offset);
    if (number == 0) return;
    if (number > CEXIV2_MAXIMUM_REGIONS) {
        if (!isFull_) {
            report_.text(CEXIV2_SOURCE_HEADER, CEXIV2_KEY_WARNING,
                         "there are more than " + std::to_string(CEXIV2_MAXIMUM_REGIONS)
                             + " face regions: the others are left out");
        }
        isFull_ = true;
        return;
    }
    report_.text(CEXIV2_SOURCE_XMP, key.append(path, offset, std::string::npos), datum.toString(),
                 static_cast<int32_t>(number - 1));
}

}  // namespace cexiv2
