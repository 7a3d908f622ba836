// FCL's pairs behind a plain C interface, in double precision: fcl::collide and fcl::distance with their usual solver,
// and fcl::OBB::overlap. FCL has no shape that is a triangle: it is asked as FCL's meshes are, triangle by triangle.

#include "pair.h"

#include <array>
#include <cmath>
#include <fcl/fcl.h>
#include <memory>
#include <vector>

namespace {

using Corners = std::array<fcl::Vector3d, 3>;
using Solver = fcl::detail::GJKSolver_libccd<double>;

struct Body {
    std::shared_ptr<fcl::CollisionGeometryd> shape;
    fcl::Transform3d pose;
    Corners corners;  // of a triangle
};

using Pairs = std::vector<Pair<Body>>;
using Boxes = std::vector<Pair<fcl::OBBd>>;

// FCL's capsules stand along z, the bench's along y.
fcl::Transform3d transform(const PairBody& body) {
    const double* p = body.pose;
    fcl::Transform3d made = fcl::Transform3d::Identity();
    made.linear() = fcl::Quaterniond(p[6], p[3], p[4], p[5]).normalized().toRotationMatrix();
    made.translation() = fcl::Vector3d(p[0], p[1], p[2]);
    if (body.kind == CAPSULE) made.rotate(fcl::Quaterniond::FromTwoVectors(fcl::Vector3d::UnitZ(), fcl::Vector3d::UnitY()));
    return made;
}

std::vector<fcl::Vector3d> points(const PairBody& body) {
    std::vector<fcl::Vector3d> made;
    for (const double* x = body.numbers; x < body.numbers + body.count; x += 3) made.emplace_back(x[0], x[1], x[2]);
    return made;
}

std::shared_ptr<fcl::CollisionGeometryd> hull(const PairBody& body) {
    auto faces = std::make_shared<std::vector<int>>();
    for (size_t i = 0; i < body.face_count; i++) {
        const uint32_t* face = body.faces + 3 * i;
        faces->insert(faces->end(), {3, int(face[0]), int(face[1]), int(face[2])});
    }
    auto corners = std::make_shared<std::vector<fcl::Vector3d>>(points(body));
    return std::make_shared<fcl::Convexd>(corners, int(body.face_count), faces, true);
}

Body made(const PairBody& body) {
    const double* x = body.numbers;
    switch (body.kind) {
    case BOX: return {std::make_shared<fcl::Boxd>(2 * x[0], 2 * x[1], 2 * x[2]), transform(body), {}};
    case HULL: return {hull(body), transform(body), {}};
    case BALL: return {std::make_shared<fcl::Sphered>(x[0]), transform(body), {}};
    case CAPSULE: return {std::make_shared<fcl::Capsuled>(x[1], 2 * x[0]), transform(body), {}};
    default: break;
    }
    auto corners = points(body);
    return {nullptr, transform(body), {corners[0], corners[1], corners[2]}};
}

fcl::OBBd box(const PairBody& body) {
    auto pose = transform(body);
    return {pose.linear(), pose.translation(), fcl::Vector3d(body.numbers[0], body.numbers[1], body.numbers[2])};
}

const Pair<Body>& at(const void* pairs, size_t i) { return (*static_cast<const Pairs*>(pairs))[i]; }

const fcl::Boxd& box_of(const Body& body) { return static_cast<const fcl::Boxd&>(*body.shape); }

// Least clearance of as many contacts, infinite where there is none.
double contact(const void* pairs, size_t i, size_t most) {
    const auto& [a, b] = at(pairs, i);
    fcl::CollisionResultd result;
    fcl::collide<double>(a.shape.get(), a.pose, b.shape.get(), b.pose, fcl::CollisionRequestd(most, true), result);
    double least = INFINITY;
    for (size_t k = 0; k < result.numContacts(); k++) least = std::min(least, -result.getContact(k).penetration_depth);
    return least;
}

}  // namespace

extern "C" {

void* bench_pair_fcl_new(const PairBody* bodies, size_t count) {
    return new Pairs(pairs_of(bodies, count, made));
}

void bench_pair_fcl_free(void* pairs) { delete static_cast<Pairs*>(pairs); }

double bench_pair_fcl_boolean(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    fcl::CollisionResultd result;
    return sign(fcl::collide<double>(a.shape.get(), a.pose, b.shape.get(), b.pose, fcl::CollisionRequestd(), result) > 0);
}

// Less than 0 where they meet.
double bench_pair_fcl_distance(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    fcl::DistanceResultd result;
    return fcl::distance<double>(a.shape.get(), a.pose, b.shape.get(), b.pose, fcl::DistanceRequestd(), result);
}

double bench_pair_fcl_depth(const void* pairs, size_t i) { return contact(pairs, i, 1); }
double bench_pair_fcl_manifold(const void* pairs, size_t i) { return contact(pairs, i, 8); }  // of two boxes at most 8

double bench_pair_fcl_triangles_boolean(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    fcl::Transform3d between = a.pose.inverse(Eigen::Isometry) * b.pose;
    const auto &p = a.corners, &q = b.corners;
    return sign(fcl::detail::Intersect<double>::intersect_Triangle(p[0], p[1], p[2], q[0], q[1], q[2], between));
}

double bench_pair_fcl_triangles_distance(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    fcl::Transform3d between = a.pose.inverse(Eigen::Isometry) * b.pose;
    fcl::Vector3d p, q;
    return fcl::detail::TriangleDistance<double>::triDistance(a.corners.data(), b.corners.data(), between, p, q);
}

double bench_pair_fcl_box_triangle_boolean(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    const auto& c = b.corners;
    return sign(Solver().shapeTriangleIntersect(box_of(a), a.pose, c[0], c[1], c[2], b.pose));
}

double bench_pair_fcl_box_triangle_distance(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    const auto& c = b.corners;
    double distance = 0;
    bool apart = Solver().shapeTriangleDistance(box_of(a), a.pose, c[0], c[1], c[2], b.pose, &distance);
    return apart ? distance : 0;
}

double bench_pair_fcl_box_triangle_depth(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    const auto& c = b.corners;
    fcl::Vector3d point, normal;
    double depth = 0;
    bool meet = Solver().shapeTriangleIntersect(box_of(a), a.pose, c[0], c[1], c[2], b.pose, &point, &depth, &normal);
    return meet ? -depth : INFINITY;
}

// Boxes with their axes, as nodes of FCL's trees have them.
void* bench_pair_fcl_obb_new(const PairBody* bodies, size_t count) {
    return new Boxes(pairs_of(bodies, count, box));
}

void bench_pair_fcl_obb_free(void* pairs) { delete static_cast<Boxes*>(pairs); }

double bench_pair_fcl_obb_boolean(const void* pairs, size_t i) {
    const auto& [a, b] = (*static_cast<const Boxes*>(pairs))[i];
    return sign(a.overlap(b));
}

}
