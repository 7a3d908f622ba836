// Jolt's pairs behind a plain C interface, in single precision, without convex radii other than those of balls and
// capsules: GJKClosestPoint and EPAPenetrationDepth's first step with the shapes' support functions, the collision that
// CollisionDispatch has for two kinds, ManifoldBetweenTwoFaces, and OrientedBox::Overlaps.

#include "pair.h"

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/OrientedBox.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/TriangleShape.h>
#include <Jolt/RegisterTypes.h>
#include <cmath>
#include <vector>

namespace {

using namespace JPH;

struct Body {
    RefConst<ConvexShape> shape;
    Mat44 center;  // where its center of mass is, and how it is turned
};

using Pairs = std::vector<Pair<Body>>;
using Boxes = std::vector<Pair<OrientedBox>>;

Vec3 vector(const double* x) { return Vec3(float(x[0]), float(x[1]), float(x[2])); }

Mat44 transform(const double* p) {
    Quat turn{float(p[3]), float(p[4]), float(p[5]), float(p[6])};
    return Mat44::sRotationTranslation(turn.Normalized(), vector(p));
}

// Every corner stays: Jolt would leave out those that are nearly within the hull of the others.
RefConst<Shape> hull(const PairBody& body) {
    Array<Vec3> corners;
    for (size_t i = 0; i < body.count; i += 3) corners.push_back(vector(body.numbers + i));
    ConvexHullShapeSettings settings(corners, 0.0f);
    settings.mHullTolerance = 1e-6f;
    return settings.Create().Get();
}

RefConst<Shape> shape(const PairBody& body) {
    const double* x = body.numbers;
    switch (body.kind) {
    case BOX: return new BoxShape(vector(x), 0.0f);
    case HULL: return hull(body);
    case BALL: return new SphereShape(float(x[0]));
    case CAPSULE: return new CapsuleShape(float(x[0]), float(x[1]));
    default: return new TriangleShape(vector(x), vector(x + 3), vector(x + 6));
    }
}

Body made(const PairBody& body) {
    RefConst<Shape> made = shape(body);
    return {static_cast<const ConvexShape*>(made.GetPtr()), transform(body.pose).PreTranslated(made->GetCenterOfMass())};
}

OrientedBox box(const PairBody& body) { return {transform(body.pose), vector(body.numbers)}; }

const Pair<Body>& at(const void* pairs, size_t i) { return (*static_cast<const Pairs*>(pairs))[i]; }

// Asks with the support functions of both shapes, that of B seen from A, and with both radii.
template <typename Ask>
auto with_support(const Pair<Body>& pair, Ask ask) {
    const auto& [a, b] = pair;
    Mat44 between = a.center.InversedRotationTranslation() * b.center;
    ConvexShape::SupportBuffer here, there;
    const auto* first = a.shape->GetSupportFunction(ConvexShape::ESupportMode::ExcludeConvexRadius, here, Vec3::sOne());
    const auto* second = b.shape->GetSupportFunction(ConvexShape::ESupportMode::ExcludeConvexRadius, there, Vec3::sOne());
    TransformedConvexObject seen(between, *second);
    Vec3 axis = between.GetTranslation();
    if (axis.IsNearZero()) axis = Vec3::sAxisX();
    return ask(*first, first->GetConvexRadius(), seen, second->GetConvexRadius(), axis);
}

struct Deepest : CollideShapeCollector {
    double least = INFINITY;
    void AddHit(const CollideShapeResult& hit) override { least = -double(hit.mPenetrationDepth); }
};

// The least clearance of a manifold's points, made as PhysicsSystem makes it: at most four.
struct Clipped : CollideShapeCollector {
    double least = INFINITY;
    void AddHit(const CollideShapeResult& hit) override {
        Vec3 axis = hit.mPenetrationAxis.Normalized();
        ContactPoints on_a, on_b;
        ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, 0.0f, hit.mShape1Face,
            hit.mShape2Face, on_a, on_b);
        if (on_a.size() > 4) PruneContactPoints(axis, on_a, on_b);
        for (size_t k = 0; k < on_a.size(); k++) least = std::min(least, double((on_b[k] - on_a[k]).Dot(axis)));
    }
};

template <typename Collector>
double collide(const Pair<Body>& pair, ECollectFacesMode faces) {
    CollideShapeSettings settings;
    settings.mActiveEdgeMode = EActiveEdgeMode::CollideWithAll;
    settings.mBackFaceMode = EBackFaceMode::CollideWithBackFaces;
    settings.mCollectFacesMode = faces;
    Collector found;
    Vec3 one = Vec3::sOne();
    CollisionDispatch::sCollideShapeVsShape(pair.a.shape, pair.b.shape, one, one, pair.a.center, pair.b.center,
        SubShapeIDCreator(), SubShapeIDCreator(), settings, found);
    return found.least;
}

void set_up() {
    if (Factory::sInstance) return;
    RegisterDefaultAllocator();
    Factory::sInstance = new Factory();
    RegisterTypes();
}

}  // namespace

extern "C" {

void* bench_pair_jolt_new(const PairBody* bodies, size_t count) {
    set_up();
    return new Pairs(pairs_of(bodies, count, made));
}

void bench_pair_jolt_free(void* pairs) { delete static_cast<Pairs*>(pairs); }

double bench_pair_jolt_boolean(const void* pairs, size_t i) {
    auto ask = [](const auto& a, float radius_a, const auto& b, float radius_b, Vec3 axis) {
        Vec3 p, q;
        EPAPenetrationDepth depth;
        auto status = depth.GetPenetrationDepthStepGJK(a, radius_a, b, radius_b, cDefaultCollisionTolerance, axis, p, q);
        return sign(status != EPAPenetrationDepth::EStatus::NotColliding);
    };
    return with_support(at(pairs, i), ask);
}

// Of shapes without radii.
double bench_pair_jolt_gjk_boolean(const void* pairs, size_t i) {
    auto ask = [](const auto& a, float, const auto& b, float, Vec3 axis) {
        return sign(GJKClosestPoint().Intersects(a, b, cDefaultCollisionTolerance, axis));
    };
    return with_support(at(pairs, i), ask);
}

// Less than 0 where round shapes meet.
double bench_pair_jolt_distance(const void* pairs, size_t i) {
    auto ask = [](const auto& a, float radius_a, const auto& b, float radius_b, Vec3 axis) {
        Vec3 p, q;
        float square = GJKClosestPoint().GetClosestPoints(a, b, cDefaultCollisionTolerance, FLT_MAX, axis, p, q);
        return double(std::sqrt(square) - radius_a - radius_b);
    };
    return with_support(at(pairs, i), ask);
}

double bench_pair_jolt_depth(const void* pairs, size_t i) {
    return collide<Deepest>(at(pairs, i), ECollectFacesMode::NoFaces);
}

double bench_pair_jolt_manifold(const void* pairs, size_t i) {
    return collide<Clipped>(at(pairs, i), ECollectFacesMode::CollectFaces);
}

void* bench_pair_jolt_obb_new(const PairBody* bodies, size_t count) {
    return new Boxes(pairs_of(bodies, count, box));
}

void bench_pair_jolt_obb_free(void* pairs) { delete static_cast<Boxes*>(pairs); }

double bench_pair_jolt_obb_boolean(const void* pairs, size_t i) {
    const auto& [a, b] = (*static_cast<const Boxes*>(pairs))[i];
    return sign(a.Overlaps(b));
}

}
