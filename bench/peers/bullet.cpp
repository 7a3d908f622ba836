// Bullet behind a plain C interface, single precision as Debian builds it. btBvhTriangleMeshShape, a tree of quantized
// boxes, for rays (performRaycast) and for a sphere or a box beside the mesh (btCollisionWorld::contactPairTest);
// btGImpactMeshShape for two meshes (find_collision of its trees, then its clipping of the triangles). Bullet keeps
// triangles a margin apart, a hundredth unless told otherwise, which would count pairs that do not meet: here it is 0.

#include <btBulletCollisionCommon.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <cstdint>
#include <memory>

namespace {

struct World {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad_phase;
    btCollisionWorld world{&dispatcher, &broad_phase, &configuration};
};

struct Mesh {
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
    std::unique_ptr<btGImpactMeshShape> gimpact;
    World world;
};

struct Nearest : btTriangleRaycastCallback {
    bool is_hit = false;
    using btTriangleRaycastCallback::btTriangleRaycastCallback;
    btScalar reportHit(const btVector3&, btScalar fraction, int, int) override {
        is_hit = true;
        return m_hitFraction = fraction;
    }
};

struct Meets : btCollisionWorld::ContactResultCallback {
    bool is_met = false;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
        const btCollisionObjectWrapper*, int, int) override {
        is_met |= point.getDistance() <= 0;
        return 0;
    }
};

btTransform transform(const float* pose) {
    return btTransform(btQuaternion(pose[3], pose[4], pose[5], pose[6]), btVector3(pose[0], pose[1], pose[2]));
}

// Calls back for every pair of triangles that meet, until it says no.
template <typename Offer>
void each_pair(const Mesh* a, const Mesh* b, const float* pose, Offer offer) {
    auto *first = a->gimpact->getMeshPart(0), *second = b->gimpact->getMeshPart(0);
    btTransform here = btTransform::getIdentity(), there = transform(pose);
    btPairSet pairs;
    first->lockChildShapes(), second->lockChildShapes();
    btGImpactQuantizedBvh::find_collision(first->getBoxSet(), here, second->getBoxSet(), there, pairs);
    btPrimitiveTriangle p, q;
    GIM_TRIANGLE_CONTACT contact;
    for (int i = 0; i < pairs.size(); i++) {
        first->getPrimitiveTriangle(pairs[i].m_index1, p), second->getPrimitiveTriangle(pairs[i].m_index2, q);
        q.applyTransform(there);
        p.m_margin = q.m_margin = 0;
        p.buildTriPlane(), q.buildTriPlane();
        bool meet = p.overlap_test_conservative(q) && p.find_triangle_collision_clip_method(q, contact);
        if (meet && !offer(pairs[i].m_index1, pairs[i].m_index2)) break;
    }
    first->unlockChildShapes(), second->unlockChildShapes();
}

void beside(const Mesh* mesh, btConvexShape* shape, const float* poses, size_t count, double* meets) {
    auto* world = &const_cast<Mesh*>(mesh)->world.world;
    btCollisionObject still, other;
    still.setCollisionShape(mesh->shape.get()), other.setCollisionShape(shape);
    for (size_t i = 0; i < count; i++) {
        other.setWorldTransform(transform(poses + 7 * i));
        Meets found;
        world->contactPairTest(&still, &other, found);
        meets[i] = found.is_met;
    }
}

}  // namespace

extern "C" {

// The arrays must outlive the mesh.
void* bench_bullet_new(const float* vertices, size_t count, const uint32_t* triangles, size_t faces, bool is_gimpact) {
    auto* made = new Mesh;
    auto* indices = reinterpret_cast<int*>(const_cast<uint32_t*>(triangles));
    made->arrays = std::make_unique<btTriangleIndexVertexArray>(int(faces), indices, 12, int(count), const_cast<float*>(vertices), 12);
    if (is_gimpact) {
        made->gimpact = std::make_unique<btGImpactMeshShape>(made->arrays.get());
        made->gimpact->setMargin(0);
        made->gimpact->updateBound();
    } else {
        made->shape = std::make_unique<btBvhTriangleMeshShape>(made->arrays.get(), true);
        made->shape->setMargin(0);
    }
    return made;
}

void bench_bullet_free(void* mesh) { delete static_cast<Mesh*>(mesh); }

// Rays as six numbers each, up to `reach` long; the time of the first hit, -1 where there is none.
void bench_bullet_rays(const void* mesh, const float* rays, size_t count, float reach, double* times) {
    for (size_t i = 0; i < count; i++) {
        const float* r = rays + 6 * i;
        btVector3 from(r[0], r[1], r[2]), to = from + reach * btVector3(r[3], r[4], r[5]);
        Nearest nearest(from, to);
        static_cast<const Mesh*>(mesh)->shape->performRaycast(&nearest, from, to);
        times[i] = nearest.is_hit ? double(nearest.m_hitFraction) * reach : -1.0;
    }
}

// Poses as a position and a quaternion each.
void bench_bullet_spheres(const void* mesh, float radius, const float* poses, size_t count, double* meets) {
    btSphereShape sphere(radius);
    beside(static_cast<const Mesh*>(mesh), &sphere, poses, count, meets);
}

void bench_bullet_boxes(const void* mesh, float half, const float* poses, size_t count, double* meets) {
    btBoxShape box(btVector3(half, half, half));
    box.setMargin(0);
    beside(static_cast<const Mesh*>(mesh), &box, poses, count, meets);
}

bool bench_bullet_meet(const void* a, const void* b, const float* pose) {
    bool is_met = false;
    each_pair(static_cast<const Mesh*>(a), static_cast<const Mesh*>(b), pose, [&](int, int) { return !(is_met = true); });
    return is_met;
}

// How many there are; as many as there is room for are written.
size_t bench_bullet_pairs(const void* a, const void* b, const float* pose, uint32_t* pairs, size_t room) {
    size_t count = 0;
    each_pair(static_cast<const Mesh*>(a), static_cast<const Mesh*>(b), pose, [&](int p, int q) {
        if (count < room) pairs[2 * count] = uint32_t(p), pairs[2 * count + 1] = uint32_t(q);
        return ++count > 0;
    });
    return count;
}

}
