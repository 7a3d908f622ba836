// Bullet's pairs behind a plain C interface, in single precision, without margins other than the radii of balls and
// capsules: btGjkEpaSolver2, which is mostly faster than btGjkPairDetector, and Bullet's algorithm for two kinds, with an
// empty manifold. Bullet clips faces of hulls only if they have their polyhedral features.

#include "pair.h"

#include <BulletCollision/CollisionDispatch/btSphereBoxCollisionAlgorithm.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Body {
    std::unique_ptr<btConvexShape> shape;
    btTransform pose;
};

// The least clearance of contacts, which are not kept.
struct Least : btManifoldResult {
    btScalar least = INFINITY;
    using btManifoldResult::btManifoldResult;
    void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override { least = btMin(least, depth); }
};

// All pairs of a case are of the same two kinds and share an algorithm. Bullet's objects stand for all bodies: the
// shapes and poses of a question are in the wrappers.
struct Case {
    std::vector<Pair<Body>> pairs;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btSphereBoxCollisionAlgorithm::CreateFunc box_and_ball;
    btCollisionObject first, second;
    btPersistentManifold manifold{&first, &second, 0, gContactBreakingThreshold, gContactBreakingThreshold};
    btCollisionAlgorithm* algorithm = nullptr;

    btCollisionObjectWrapper wrap(const Body& body, const btCollisionObject& object) const {
        return {nullptr, body.shape.get(), &object, body.pose, -1, -1};
    }
    // Bullet's own choice for a box and a ball is GJK, which is slower than the algorithm that it has for them.
    void choose() {
        box_and_ball.m_swapped = true;
        dispatcher.registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, SPHERE_SHAPE_PROXYTYPE, &box_and_ball);
        first.setCollisionShape(pairs[0].a.shape.get()), second.setCollisionShape(pairs[0].b.shape.get());
        auto a = wrap(pairs[0].a, first), b = wrap(pairs[0].b, second);
        algorithm = dispatcher.findAlgorithm(&a, &b, &manifold, BT_CONTACT_POINT_ALGORITHMS);
    }
    ~Case() {
        algorithm->~btCollisionAlgorithm();
        dispatcher.freeCollisionAlgorithm(algorithm);
    }
};

btVector3 vector(const double* x) { return {btScalar(x[0]), btScalar(x[1]), btScalar(x[2])}; }

btTransform transform(const double* p) {
    btQuaternion turn{btScalar(p[3]), btScalar(p[4]), btScalar(p[5]), btScalar(p[6])};
    return btTransform(turn.normalized(), vector(p));
}

std::unique_ptr<btConvexShape> hull(const PairBody& body) {
    auto made = std::make_unique<btConvexHullShape>();
    for (size_t i = 0; i < body.count; i += 3) made->addPoint(vector(body.numbers + i), false);
    made->recalcLocalAabb();
    return made;
}

std::unique_ptr<btConvexShape> shape(const PairBody& body) {
    const double* x = body.numbers;
    switch (body.kind) {
    case BOX: return std::make_unique<btBoxShape>(vector(x));
    case HULL: return hull(body);
    case BALL: return std::make_unique<btSphereShape>(btScalar(x[0]));
    case CAPSULE: return std::make_unique<btCapsuleShape>(btScalar(x[1]), btScalar(2 * x[0]));
    default: return std::make_unique<btTriangleShape>(vector(x), vector(x + 3), vector(x + 6));
    }
}

// Margins of balls and capsules are their radii.
Body made(const PairBody& body) {
    Body made{shape(body), transform(body.pose)};
    if (body.kind != BALL && body.kind != CAPSULE) made.shape->setMargin(0);
    bool has_faces = body.kind == BOX || body.kind == HULL;
    if (has_faces) static_cast<btPolyhedralConvexShape&>(*made.shape).initializePolyhedralFeatures();
    return made;
}

const Pair<Body>& at(const void* pairs, size_t i) { return static_cast<const Case*>(pairs)->pairs[i]; }

// Whether `solve`, one of btGjkEpaSolver2's, says what it was asked, and its answer. It begins between the origins.
template <typename Solve>
bool solved(const Pair<Body>& pair, Solve solve, btGjkEpaSolver2::sResults& found) {
    const auto& [a, b] = pair;
    return solve(a.shape.get(), a.pose, b.shape.get(), b.pose, b.pose.getOrigin() - a.pose.getOrigin(), found);
}

// What the dispatcher's algorithm tells `Result` of a pair, up to `reach` apart.
template <typename Result>
Result process(const void* pairs, size_t i, btScalar reach) {
    auto* all = const_cast<Case*>(static_cast<const Case*>(pairs));
    auto a = all->wrap(all->pairs[i].a, all->first), b = all->wrap(all->pairs[i].b, all->second);
    Result result(&a, &b);
    result.m_closestPointDistanceThreshold = reach;
    all->algorithm->processCollision(&a, &b, btDispatcherInfo(), &result);
    return result;
}

}  // namespace

extern "C" {

void* bench_pair_bullet_new(const PairBody* bodies, size_t count) {
    auto* made_case = new Case;
    made_case->pairs = pairs_of(bodies, count, made);
    made_case->choose();
    return made_case;
}

void bench_pair_bullet_free(void* pairs) { delete static_cast<Case*>(pairs); }

// 0 or less where they meet. Bullet leaves out the radii, which are margins.
double bench_pair_bullet_distance(const void* pairs, size_t i) {
    const auto& pair = at(pairs, i);
    btGjkEpaSolver2::sResults found;
    bool apart = solved(pair, btGjkEpaSolver2::Distance, found);
    return apart ? double(found.distance - pair.a.shape->getMargin() - pair.b.shape->getMargin()) : 0;
}

double bench_pair_bullet_depth(const void* pairs, size_t i) {
    auto solve = [](auto&&... asked) { return btGjkEpaSolver2::Penetration(asked...); };
    btGjkEpaSolver2::sResults found;
    return solved(at(pairs, i), solve, found) ? double(found.distance) : INFINITY;
}

// Of shapes of which one is round: GJK alone finds the depth where the cores do not meet.
double bench_pair_bullet_round_depth(const void* pairs, size_t i) {
    const auto& [a, b] = at(pairs, i);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depths;
    btGjkPairDetector detector(a.shape.get(), b.shape.get(), &simplex, &depths);
    btScalar margins = a.shape->getMargin() + b.shape->getMargin();
    btDiscreteCollisionDetectorInterface::ClosestPointInput asked;
    asked.m_transformA = a.pose, asked.m_transformB = b.pose;
    asked.m_maximumDistanceSquared = margins * margins;
    btPointCollector found;
    detector.getClosestPoints(asked, found, nullptr);
    return found.m_hasResult ? double(found.m_distance) : INFINITY;
}

double bench_pair_bullet_algorithm_depth(const void* pairs, size_t i) { return process<Least>(pairs, i, 0).least; }

// Of balls and capsules: less than 0 where they meet.
double bench_pair_bullet_algorithm_distance(const void* pairs, size_t i) {
    return process<Least>(pairs, i, BT_LARGE_FLOAT).least;
}

double bench_pair_bullet_manifold(const void* pairs, size_t i) {
    auto* manifold = process<btManifoldResult>(pairs, i, 0).getPersistentManifold();
    double least = INFINITY;
    for (int k = 0; k < manifold->getNumContacts(); k++) {
        least = std::min(least, double(manifold->getContactPoint(k).getDistance()));
    }
    manifold->clearManifold();
    return least;
}

}
