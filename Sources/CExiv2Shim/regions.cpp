#include "report.hpp"

#include <algorithm>
#include <cstring>

namespace cexiv2 {

/// A path of local names and what stands there.
struct Part {
    const char *path;
    cexiv2_field field;
};

/// A list of structures within a structure, and what its parts mean; a null path ends the parts.
struct RegionSchema {
    /// exiv2's key of the outer structure and the separator.
    const char *root;
    Part dimensions[3];
    /// The list's local name and its bracket.
    const char *list;
    /// Paths within an item of the list.
    Part parts[8];
};

namespace {

const Part noPart = {nullptr, CEXIV2_FIELD_WARNING};

/// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 5 (Image Regions);
/// Microsoft, "People Tagging Overview" (schema http://ns.microsoft.com/photo/1.2/).
const RegionSchema schemas[] = {
    {"Xmp.mwg-rs.Regions/",
     {{"AppliedToDimensions/w", CEXIV2_FIELD_REGION_DIMENSION_W},
      {"AppliedToDimensions/h", CEXIV2_FIELD_REGION_DIMENSION_H},
      noPart},
     "RegionList[",
     {{"Name", CEXIV2_FIELD_REGION_NAME},
      {"Type", CEXIV2_FIELD_REGION_TYPE},
      {"Area/x", CEXIV2_FIELD_REGION_AREA_X},
      {"Area/y", CEXIV2_FIELD_REGION_AREA_Y},
      {"Area/w", CEXIV2_FIELD_REGION_AREA_W},
      {"Area/h", CEXIV2_FIELD_REGION_AREA_H},
      {"Area/unit", CEXIV2_FIELD_REGION_AREA_UNIT},
      noPart}},
    {"Xmp.MP.RegionInfo/",
     {noPart},
     "Regions[",
     {{"PersonDisplayName", CEXIV2_FIELD_MP_REGION_NAME},
      {"Rectangle", CEXIV2_FIELD_MP_REGION_RECTANGLE},
      noPart}},
};

bool startsWith(const std::string &text, const char *start) {
    return text.compare(0, std::strlen(start), start) == 0;
}

/// A path without the prefixes of its steps, from `offset` on.
///
/// Only the first step has exiv2's own prefix; the others have whatever prefix the file declares.
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

/// Reads the digits at `offset` up to the bracket; 0 where they are no number that can be counted.
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
        for (const Part *part = schema.dimensions; part->path != nullptr; ++part) {
            if (path == part->path) return report_.text(source_, part->field, datum.toString());
        }
        if (startsWith(path, schema.list)) addItem(schema, path, datum);
        return;
    }
}

void RegionReport::addItem(const RegionSchema &schema, const std::string &path,
                           const Exiv2::Xmpdatum &datum) {
    size_t offset = std::strlen(schema.list);
    const long number = itemNumber(path, offset);
    if (number == 0) return;
    if (number > CEXIV2_MAXIMUM_REGIONS) {
        if (!isFull_) {
            report_.text(CEXIV2_SOURCE_HEADER, CEXIV2_FIELD_WARNING,
                         "there are more than " + std::to_string(CEXIV2_MAXIMUM_REGIONS)
                             + " face regions: the others are left out");
        }
        isFull_ = true;
        return;
    }
    for (const Part *part = schema.parts; part->path != nullptr; ++part) {
        if (path.compare(offset, std::string::npos, part->path) != 0) continue;
        return report_.text(source_, part->field, datum.toString(),
                            static_cast<int32_t>(number - 1));
    }
}

}  // namespace cexiv2
