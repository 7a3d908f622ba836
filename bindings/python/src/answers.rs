//! Answers as the named tuples and enums of [`MODULES`]; their classes are looked up once.

use clearance::Relation;
use clearance::pair::{DepthKind, Shown};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Where the classes are.
const MODULES: [&str; 3] = [
    "clearance._answers",
    "clearance._scene_answers",
    "clearance._mesh_answers",
];

/// The classes of answers.
pub struct Classes {
    /// In the order of [`Relation::ALL`].
    relations: Vec<Py<PyAny>>,
    depth_kinds: [Py<PyAny>; 2],
    /// In the order of [`Shown`].
    shown: [Py<PyAny>; 4],
    pub clearance: Py<PyAny>,
    pub clearances: Py<PyAny>,
    pub closest_point: Py<PyAny>,
    pub closest_points: Py<PyAny>,
    pub depth_bounds: Py<PyAny>,
    pub common_part: Py<PyAny>,
    pub contact: Py<PyAny>,
    pub convex_parts: Py<PyAny>,
    pub manifold: Py<PyAny>,
    pub mass_properties: Py<PyAny>,
    pub loaded_part: Py<PyAny>,
    pub mesh_report: Py<PyAny>,
    pub welded_mesh: Py<PyAny>,
    pub filled_mesh: Py<PyAny>,
    pub mesh_piece: Py<PyAny>,
    pub mesh_without_doubles: Py<PyAny>,
    pub near_triangles: Py<PyAny>,
    pub near_triangles_many: Py<PyAny>,
    pub part_contact: Py<PyAny>,
    pub ray_hit: Py<PyAny>,
    pub ray_hits: Py<PyAny>,
    pub all_hits: Py<PyAny>,
    pub sweep_hit: Py<PyAny>,
    pub scene_hit: Py<PyAny>,
    pub scene_sweep_hit: Py<PyAny>,
    pub meeting: Py<PyAny>,
    pub character_step: Py<PyAny>,
    pub character_hit: Py<PyAny>,
    pub touched_plane: Py<PyAny>,
    pub ground: Py<PyAny>,
    pub crush: Py<PyAny>,
    /// Walkable, a ledge, steep.
    pub slopes: [Py<PyAny>; 3],
    pub neighbor: Py<PyAny>,
    pub touch: Py<PyAny>,
    pub common_mesh: Py<PyAny>,
    pub triangle_pairs: Py<PyAny>,
    pub manifolds: Py<PyAny>,
    pub scene_manifolds: Py<PyAny>,
    pub sweep_hits: Py<PyAny>,
    pub overlaps: Py<PyAny>,
    pub neighbors: Py<PyAny>,
    pub filter: Py<PyAny>,
    pub verified: Py<PyAny>,
    pub bounce: Py<PyAny>,
    pub parted: Py<PyAny>,
    pub kept: Py<PyAny>,
    pub aabb: Py<PyAny>,
}

impl Classes {
    fn import(py: Python<'_>) -> PyResult<Self> {
        let modules = MODULES.map(|module| py.import(module)).into_iter();
        let modules = modules.collect::<PyResult<Vec<_>>>()?;
        let find = |name: &str| {
            let holds = |module: &&Bound<'_, PyModule>| module.hasattr(name).unwrap_or(false);
            modules.iter().find(holds).unwrap_or(&modules[0]).getattr(name)
        };
        let class = |name: &str| find(name).map(Bound::unbind);
        let member = |enumeration: &str, word: &str| find(enumeration)?.call1((word,)).map(Bound::unbind);
        let relation = |relation: Relation| member("Relation", relation.as_str());
        Ok(Self {
            relations: Relation::ALL.into_iter().map(relation).collect::<PyResult<_>>()?,
            depth_kinds: [member("DepthKind", "exact")?, member("DepthKind", "local")?],
            shown: [
                member("Shown", "exactly")?,
                member("Shown", "within")?,
                member("Shown", "again")?,
                member("Shown", "not")?,
            ],
            clearance: class("Clearance")?,
            clearances: class("Clearances")?,
            closest_point: class("ClosestPoint")?,
            closest_points: class("ClosestPoints")?,
            depth_bounds: class("DepthBounds")?,
            common_part: class("CommonPart")?,
            common_mesh: class("CommonMesh")?,
            contact: class("Contact")?,
            convex_parts: class("ConvexParts")?,
            manifold: class("Manifold")?,
            mass_properties: class("MassProperties")?,
            loaded_part: class("LoadedPart")?,
            mesh_report: class("MeshReport")?,
            welded_mesh: class("WeldedMesh")?,
            filled_mesh: class("FilledMesh")?,
            mesh_piece: class("MeshPiece")?,
            mesh_without_doubles: class("MeshWithoutDoubles")?,
            near_triangles: class("NearTriangles")?,
            near_triangles_many: class("NearTrianglesMany")?,
            part_contact: class("PartContact")?,
            ray_hit: class("RayHit")?,
            ray_hits: class("RayHits")?,
            all_hits: class("AllHits")?,
            sweep_hit: class("SweepHit")?,
            scene_hit: class("SceneHit")?,
            scene_sweep_hit: class("SceneSweepHit")?,
            meeting: class("Meeting")?,
            character_step: class("CharacterStep")?,
            character_hit: class("CharacterHit")?,
            touched_plane: class("TouchedPlane")?,
            ground: class("Ground")?,
            crush: class("Crush")?,
            slopes: [
                member("Slope", "walkable")?,
                member("Slope", "ledge")?,
                member("Slope", "steep")?,
            ],
            neighbor: class("Neighbor")?,
            touch: class("Touch")?,
            triangle_pairs: class("TrianglePairs")?,
            manifolds: class("Manifolds")?,
            scene_manifolds: class("SceneManifolds")?,
            sweep_hits: class("SweepHits")?,
            overlaps: class("Overlaps")?,
            neighbors: class("Neighbors")?,
            filter: class("Filter")?,
            verified: class("Verified")?,
            bounce: class("Bounce")?,
            parted: class("Parted")?,
            kept: class("Kept")?,
            aabb: class("Aabb")?,
        })
    }
    /// `Relation` in the enum of Python.
    pub fn relation(&self, py: Python<'_>, relation: Relation) -> Py<PyAny> {
        self.relations[code(relation) as usize].clone_ref(py)
    }
    /// `DepthKind` in the enum of Python.
    pub fn depth_kind(&self, py: Python<'_>, kind: DepthKind) -> Py<PyAny> {
        self.depth_kinds[usize::from(kind == DepthKind::Local)].clone_ref(py)
    }
    /// `Shown` in the enum of Python.
    pub fn shown(&self, py: Python<'_>, shown: Shown) -> Py<PyAny> {
        let place = match shown {
            Shown::Exactly => 0,
            Shown::Within => 1,
            Shown::Again => 2,
            Shown::Not => 3,
        };
        self.shown[place].clone_ref(py)
    }
}

/// The index of a relation in `RELATIONS`.
pub fn code(relation: Relation) -> u8 {
    match relation {
        Relation::Disjoint => 0,
        Relation::Touching => 1,
        Relation::Overlapping => 2,
        Relation::AInB => 3,
        Relation::BInA => 4,
        Relation::Equal => 5,
    }
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

/// The classes, imported at the first call.
pub fn classes(py: Python<'_>) -> PyResult<&Classes> {
    CLASSES.get_or_try_init(py, || Classes::import(py))
}
