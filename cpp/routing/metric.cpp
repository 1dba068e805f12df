#include "routing/metric.h"

#include <algorithm>
#include <cmath>
#include <numbers>
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
    if (name == "FLOOR_2D") return Metric::Floor;
    if (name == "EXACT_2D") return Metric::Exact;
    if (name == "GEO") return Metric::Geographic;
    if (name == "GREAT_CIRCLE_M") return Metric::GreatCircleMetres;
    if (name == "GREAT_CIRCLE_KM") return Metric::GreatCircleKilometres;
    if (name == "EXPLICIT") return Metric::Explicit;
    throw std::invalid_argument("unknown metric \"" + name +
                                "\": expected EUC_2D, CEIL_2D, FLOOR_2D, EXACT_2D, GEO, GREAT_CIRCLE_M, "
                                "GREAT_CIRCLE_KM or EXPLICIT");
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

double degrees_in_radians(double degrees) { return degrees * (std::numbers::pi / 180); }

// Differences are taken in degrees, where they are exact for places that are near.
double great_circle_angle(double latitude_a, double longitude_a, double latitude_b, double longitude_b) {
    const double half_north = degrees_in_radians(latitude_a - latitude_b) / 2;
    const double half_east = degrees_in_radians(longitude_a - longitude_b) / 2;
    const double north = std::sin(half_north), east = std::sin(half_east);
    const double level = std::cos(degrees_in_radians(latitude_a)) * std::cos(degrees_in_radians(latitude_b));
    const double haversine = north * north + level * east * east;
    if (haversine < 0.5) return 2 * std::asin(std::sqrt(haversine));
    // Near the other end of the earth the way on from here to the antipode is the exact one.
    const double middle = std::sin(degrees_in_radians(latitude_a + latitude_b) / 2);
    const double across = std::cos(half_north) * std::cos(half_east);
    const double rest = std::sqrt(across * across + middle * middle * east * east);
    return std::numbers::pi - 2 * std::asin(std::min(rest, 1.0));
}

}  // namespace neurols::routing
