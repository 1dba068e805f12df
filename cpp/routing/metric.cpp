#include "routing/metric.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "routing/instance.h"

namespace neurols::routing {

namespace {
// TSPLIB's own constants: other values would not reproduce published costs.
constexpr double kPi = 3.141592;
constexpr double kEarthRadius = 6378.388;
}  // namespace

Metric metric_from_name(const std::string& name) {
    if (name == "EUC_2D") return Metric::Euclidean;
    if (name == "CEIL_2D") return Metric::Ceiling;
    if (name == "EXACT_2D") return Metric::Exact;
    if (name == "GEO") return Metric::Geographic;
    if (name == "EXPLICIT") return Metric::Explicit;
    throw std::invalid_argument("unknown metric \"" + name +
                                "\": expected EUC_2D, CEIL_2D, EXACT_2D, GEO or EXPLICIT");
}

double geographic_radians(double coordinate) {
    const double degrees = std::trunc(coordinate);
    const double minutes = coordinate - degrees;
    return kPi * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

std::int64_t geographic_distance(double latitude_a, double longitude_a, double latitude_b,
                                 double longitude_b) {
    const double q1 = std::cos(longitude_a - longitude_b);
    const double q2 = std::cos(latitude_a - latitude_b);
    const double q3 = std::cos(latitude_a + latitude_b);
    const double cosine = std::clamp(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3), -1.0, 1.0);
    return static_cast<std::int64_t>(kEarthRadius * std::acos(cosine) + 1.0);
}

}  // namespace neurols::routing
