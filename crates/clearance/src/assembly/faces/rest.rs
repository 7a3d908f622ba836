//! What is left when the curved faces are found: planes, and curved pieces of unknown kinds.
//!
//! A flat group beside others over smooth edges is either a plane that others go on from, such as the flat of
//! a chamfer, or one strip of a spline. Strips of one tessellated curve are about equally wide; so three flat
//! groups or more that hang together by smooth edges between strips of similar widths are a curved face.

use alloc::vec;
use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::facets::NONE;
use super::grow::{Region, Search};

/// Neighbouring strips of one curve differ in width by this factor at most.
const SIMILAR: f64 = 3.0;
/// So many flat groups make a curved face.
const CURVED: usize = 3;
/// A long side of a strip is at least this part of its border.
const ONE_SIDE: f64 = 0.4;

/// A face without a curved surface: its triangles, and its plane if it is one.
pub(super) struct Rest {
    pub triangles: Vec<u32>,
    pub plane: Option<u32>,
}

/// All that belongs to no face yet; what is thin is given to a face beside it.
pub(super) fn rest(search: &mut Search, curved: &mut [Region]) -> Vec<Rest> {
    give_away_thin(search, curved);
    let search = &*search;
    let mut pieces = Pieces::new(search);
    let count = search.groups.all.len();
    let mut members: Vec<[u32; 2]> = (0..count as u32)
        .map(|group| [pieces.root(group), group])
        .collect();
    members.sort_unstable();
    let mut rest = Vec::new();
    for groups in members.chunk_by(|a, b| a[0] == b[0]) {
        match groups.len() >= CURVED || groups.iter().any(|[_, g]| goes_on_curved(search, *g)) {
            true => rest.push(Rest {
                triangles: groups.iter().flat_map(|[_, g]| left(search, *g)).collect(),
                plane: None,
            }),
            false => rest.extend(groups.iter().map(|[_, g]| Rest {
                triangles: left(search, *g).collect(),
                plane: Some(*g),
            })),
        }
    }
    rest.retain(|r| !r.triangles.is_empty());
    rest
}

/// All groups of triangles in one plane, where nothing is curved.
pub(super) fn flat(search: &Search) -> Vec<Rest> {
    let plane = |group: u32| Rest {
        triangles: search.groups.triangles(group).to_vec(),
        plane: Some(group),
    };
    (0..search.groups.all.len() as u32).map(plane).collect()
}

/// Whether a flat group is a facet of something curved, of which only other facets were recognised: one of
/// them beside it is about as large, and their surface turns at the common edge, as a plane that goes on from
/// it does not.
fn goes_on_curved(search: &Search, group: u32) -> bool {
    let facets = search.facets;
    let triangles = search.groups.triangles(group);
    let turns = |t: u32, k: usize, n: u32| {
        let Some(surface) = search.surfaces.get(search.owner[n as usize] as usize) else {
            return false;
        };
        let (own, other) = (facets.normals[t as usize], facets.normals[n as usize]);
        let edge = surface.normal((facets.corners(t)[k] + facets.corners(t)[(k + 1) % 3]) * 0.5);
        // A rectangle may be a flat; few flats are single triangles.
        let is_large = triangles.len() > 1 && facets.areas[t as usize] > SIMILAR * facets.areas[n as usize];
        !is_large && own.cross(edge).length() > 0.3 * other.cross(edge).length() + 1e-6
    };
    let mut free = triangles.iter().filter(|t| search.owner[**t as usize] == NONE);
    !search.groups.all[group as usize].is_plane
        && free.any(|t| facets.smooth_beside(*t).any(|(k, n)| turns(*t, k, n)))
}

/// Thin triangles say nothing of a plane. Each goes to a curved face beside it; to the one that its corners
/// are on if there are two, as all that is thin has been offered to faces before.
fn give_away_thin(search: &mut Search, curved: &mut [Region]) {
    let facets = search.facets;
    let mut next: Vec<u32> = (0..facets.count() as u32)
        .filter(|t| search.owner[*t as usize] != NONE)
        .collect();
    while let Some(t) = next.pop() {
        for (_, n) in facets.beside(t).filter(|(_, n)| facets.is_thin(*n)) {
            let group = search.groups.triangles(search.groups.of[n as usize]);
            if search.owner[n as usize] == NONE && group.len() == 1 {
                let face = search.owner[t as usize];
                search.owner[n as usize] = face;
                curved[face as usize].triangles.push(n);
                next.push(n);
            }
        }
    }
}

/// The triangles of a group that no curved face has taken.
fn left(search: &Search, group: u32) -> impl Iterator<Item = u32> {
    let triangles = search.groups.triangles(group).iter().copied();
    triangles.filter(|t| search.owner[*t as usize] == NONE)
}

/// Flat groups that hang together, as a union-find structure.
struct Pieces {
    parents: Vec<u32>,
}

impl Pieces {
    fn new(search: &Search) -> Self {
        let mut pieces = Self {
            parents: (0..search.groups.all.len() as u32).collect(),
        };
        for t in (0..search.facets.count() as u32).filter(|t| search.is_free(*t)) {
            for (_, n) in search
                .facets
                .smooth_beside(t)
                .filter(|(_, n)| *n > t && search.is_free(*n))
            {
                if are_similar(search, t, n) || are_vague(search, [t, n]) {
                    let [a, b] = [t, n].map(|t| pieces.root(search.groups.of[t as usize]));
                    pieces.parents[a.max(b) as usize] = a.min(b);
                }
            }
        }
        pieces.take_in_flat(search);
        pieces.take_in(search);
        pieces
    }
    /// Gives strips that are flat within rounding, so that they look like planes, to the curved face beside
    /// them.
    fn take_in_flat(&mut self, search: &Search) {
        let flat = |g: &u32| search.groups.all[*g as usize].is_plane;
        let mut left: Vec<u32> = (0..search.groups.all.len() as u32).filter(flat).collect();
        let sizes = self.sizes(search);
        // A strip may have a curved face beside it only once another strip belongs to that.
        loop {
            let before = left.len();
            left.retain(|group| {
                let mut strip = Strip::default();
                let triangles = search.groups.triangles(*group).iter();
                triangles.for_each(|t| strip.add(search, *t, |n| self.curved_root(search, &sizes, n)));
                let root = strip.goes_on_in();
                root.into_iter()
                    .for_each(|root| self.parents[*group as usize] = root);
                root.is_none()
            });
            if left.len() == before {
                return;
            }
        }
    }
    /// The piece that a triangle belongs to, if it is curved.
    fn curved_root(&mut self, search: &Search, sizes: &[usize], t: u32) -> Option<u32> {
        let root = self.root(search.groups.of[t as usize]);
        let is_left = search.owner[t as usize] == NONE;
        (is_left && sizes[root as usize] >= CURVED).then_some(root)
    }
    /// Of how many groups each piece is, by its root.
    fn sizes(&mut self, search: &Search) -> Vec<usize> {
        let mut sizes = vec![0; self.parents.len()];
        for group in 0..search.groups.all.len() as u32 {
            sizes[self.root(group) as usize] += 1;
        }
        sizes
    }
    /// Gives flat groups that hang by smooth edges on a curved face of many groups to it, if they are not
    /// larger than its facets are: tessellations have narrow facets where a face ends.
    fn take_in(&mut self, search: &Search) {
        let sizes = self.sizes(search);
        let mut largest = vec![0.0_f64; self.parents.len()];
        for group in 0..search.groups.all.len() as u32 {
            let root = self.root(group) as usize;
            let triangles = search.groups.triangles(group);
            let areas = triangles.iter().map(|t| search.facets.areas[*t as usize]);
            largest[root] = areas.fold(largest[root], f64::max);
        }
        for t in (0..search.facets.count() as u32).filter(|t| search.is_free(*t)) {
            let own = self.root(search.groups.of[t as usize]);
            let is_lone = self.is_between_curves(search, t, &sizes);
            let beside = search.facets.beside(t);
            let beside = beside.filter(|(_, n)| is_lone || search.facets.is_smooth(t, *n));
            for (_, n) in beside.collect::<ArrayVec<_, 3>>() {
                let Some(other) = self.curved_root(search, &sizes, n) else {
                    continue;
                };
                let is_small = is_lone
                    || sizes[own as usize] < CURVED
                        && largest[own as usize] <= SIMILAR * largest[other as usize];
                if own != other && is_small {
                    self.parents[own as usize] = other;
                    break;
                }
            }
        }
    }
    /// Whether a single triangle has curved faces on two sides: the end of a thread's crest. Flats that are
    /// triangles are between planes.
    fn is_between_curves(&mut self, search: &Search, t: u32, sizes: &[usize]) -> bool {
        let is_single = search.groups.triangles(search.groups.of[t as usize]).len() == 1;
        let beside = search.facets.beside(t).filter(|(_, n)| {
            let root = self.root(search.groups.of[*n as usize]);
            search.owner[*n as usize] != NONE || sizes[root as usize] >= CURVED
        });
        is_single && beside.count() > 1
    }
    fn root(&mut self, mut group: u32) -> u32 {
        while self.parents[group as usize] != group {
            let above = self.parents[self.parents[group as usize] as usize];
            self.parents[group as usize] = above;
            group = above;
        }
        group
    }
}

/// A flat group as seen from the curved pieces beside it.
#[derive(Default)]
struct Strip {
    /// Twice its area.
    area: f64,
    /// The length of its border, and of that where a curved piece goes on.
    border: f64,
    shared: f64,
    /// Twice the areas of the facets beside it there.
    beside: f64,
    root: Option<u32>,
}

impl Strip {
    /// Adds a triangle; `curved` gives the curved piece that another is of.
    fn add(&mut self, search: &Search, t: u32, mut curved: impl FnMut(u32) -> Option<u32>) {
        let facets = search.facets;
        let corners = facets.corners(t);
        self.area += facets.areas[t as usize];
        for (k, n) in facets.beside(t) {
            if search.groups.of[n as usize] == search.groups.of[t as usize] {
                continue;
            }
            let length = corners[k].distance(corners[(k + 1) % 3]);
            self.border += length;
            if let Some(root) = curved(n).filter(|_| facets.is_smooth(t, n)) {
                self.shared += length;
                self.beside += facets.areas[n as usize];
                self.root = Some(root);
            }
        }
    }
    /// The piece that goes on along one of its long sides or more, if it is about as wide as the strips of
    /// that.
    fn goes_on_in(&self) -> Option<u32> {
        // Over one length, areas are as widths.
        let is_narrow = self.area <= SIMILAR * self.beside;
        self.root
            .filter(|_| ONE_SIDE * self.border <= self.shared && is_narrow)
    }
}

/// Whether the rounding hides the directions of two neighbours: none is known to be flat beside the other.
fn are_vague(search: &Search, pair: [u32; 2]) -> bool {
    pair.into_iter().all(|t| search.owner[t as usize] == NONE)
        && pair.into_iter().all(|t| search.facets.is_thin(t))
}

/// Whether two triangles are about equally wide, seen from their common edge.
fn are_similar(search: &Search, t: u32, n: u32) -> bool {
    let facets = search.facets;
    if facets.is_thin(t) || facets.is_thin(n) {
        return false;
    }
    // Over one edge, areas are as heights.
    let (a, b) = (facets.areas[t as usize], facets.areas[n as usize]);
    a <= SIMILAR * b && b <= SIMILAR * a
}
