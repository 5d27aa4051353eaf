#ifndef CEXIV2_REPORT_HPP
#define CEXIV2_REPORT_HPP

#include "CExiv2Shim.h"

#include <exiv2/exiv2.hpp>

#include <string>

namespace cexiv2 {

/// Hands values to the caller's function.
class Report {
public:
    Report(cexiv2_receive_value receive, void *context) : receive_(receive), context_(context) {}

    void text(int32_t source, cexiv2_field field, const std::string &text) const;
    void number(int32_t source, cexiv2_field field, int64_t numerator,
                int64_t denominator = 1) const;

private:
    cexiv2_receive_value receive_;
    void *context_;
};

void reportExif(const Exiv2::ExifData &data, const Report &report);
void reportIptc(const Exiv2::IptcData &data, const Report &report);
void reportXmp(const Exiv2::XmpData &data, int32_t source, const Report &report);

}  // namespace cexiv2

#endif
