//! Shapes with integer corners as sets of cells: an oracle that finds relations by comparing sets.
//!
//! The planes `x_i = c` and `x_i - x_j = c`, for all integers c, divide space into simplices with their
//! triangles, edges and vertices (Freudenthal 1942; Kuhn 1960). A box with integer corners is a union of such
//! open cells. So is every simplex with corners `p`, `p + k s`, `p + k (s + t)`, … where s, t, … are sums of
//! different axes; so are its faces, and intersections of such shapes. A shape is then the set of cells that
//! it contains, each identified by its barycentre, and relations are those of sets of numbers. This shares no
//! code with the library.

/// A point of the plane (its last coordinate is 0) or of space.
pub type Lattice = [i64; 3];

/// The unit in which barycentres are integers.
const UNIT: i64 = 12;

/// All cells from 0 to `side` along each axis.
#[derive(Debug)]
pub struct Cells {
    dim: usize,
    /// In units of 1/12.
    barycentres: Vec<Lattice>,
    /// For each cell the values of `x_i` and `x_i - x_j`.
    forms: Vec<[i64; 6]>,
}

/// Steps, in units of one sixteenth, in directions that are in none of the planes: from a cell they lead into
/// each cell of which it is a face.
const STEP: i64 = 16;

/// A set of cells, by number.
type Set = Vec<bool>;

/// A shape as cells: its parts, as far as they matter for the relation of two unions.
#[derive(Clone, Debug)]
pub struct Figure {
    parts: Vec<PartCells>,
    all: Set,
}

#[derive(Clone, Debug)]
struct PartCells {
    all: Set,
    /// The cells of a flat part without its own border.
    inside: Set,
    /// Edges that span the part's directions.
    directions: Vec<Lattice>,
}

/// What two figures are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// They have a point in common.
    pub meet: bool,
    /// Two parts overlap.
    pub overlap: bool,
    /// A is contained in B; B is contained in A.
    pub within: [bool; 2],
}

/// Where a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Not in any part.
    Outside,
    /// In a part, but not in the interior of the union.
    Border,
    /// In the interior of the union.
    Inside,
}

/// Where a point, in units of one quarter, is relative to a union of convex parts (their corners) and boxes.
pub fn side(dim: usize, convex: &[Vec<Lattice>], boxes: &[[Lattice; 2]], quarters: Lattice) -> Side {
    let ranges: Vec<[[i64; 2]; 6]> = convex.iter().map(|corners| ranges(corners)).collect();
    let held = |p: Lattice, unit: i64| {
        let x = forms(&p);
        let within = |r: &[[i64; 2]; 6]| (0..6).all(|f| r[f][0] * unit <= x[f] && x[f] <= r[f][1] * unit);
        let in_box =
            |[low, high]: &[Lattice; 2]| (0..dim).all(|k| low[k] * unit <= p[k] && p[k] <= high[k] * unit);
        ranges.iter().any(within) || boxes.iter().any(in_box)
    };
    let stepped = |s: Lattice| core::array::from_fn(|k| quarters[k] * STEP + if k < dim { s[k] } else { 0 });
    match held(quarters, 4) {
        false => Side::Outside,
        true if steps().into_iter().all(|s| held(stepped(s), 4 * STEP)) => Side::Inside,
        true => Side::Border,
    }
}

impl Cells {
    /// The cells of the plane or of space.
    pub fn new(dim: usize, side: i64) -> Self {
        let mut barycentres = Vec::new();
        let span = |axis: usize| if axis < dim { 0..=side } else { 0..=0 };
        for x in span(0) {
            for y in span(1) {
                for z in span(2) {
                    grow(&mut vec![[x, y, z]], dim, side, &mut barycentres);
                }
            }
        }
        Self {
            dim,
            forms: barycentres.iter().map(forms).collect(),
            barycentres,
        }
    }
    /// The figure of convex parts, each given by its corners, and of solids, each given by boxes that fill
    /// it.
    pub fn figure(&self, convex: &[Vec<Lattice>], solids: &[Vec<[Lattice; 2]>]) -> Figure {
        let convex = convex.iter().map(|corners| self.convex(corners));
        let parts: Vec<PartCells> = convex
            .chain(solids.iter().map(|boxes| self.solid(boxes)))
            .collect();
        let all = (0..self.barycentres.len()).map(|i| parts.iter().any(|p| p.all[i]));
        Figure {
            all: all.collect(),
            parts,
        }
    }
    fn convex(&self, corners: &[Lattice]) -> PartCells {
        let ranges = ranges(corners).map(|r| r.map(|x| x * UNIT));
        let within = |x: &[i64; 6]| (0..6).all(|f| ranges[f][0] <= x[f] && x[f] <= ranges[f][1]);
        let inside = |x: &[i64; 6]| {
            (0..6).all(|f| (ranges[f][0] < x[f] && x[f] < ranges[f][1]) || ranges[f] == [x[f]; 2])
        };
        PartCells {
            all: self.forms.iter().map(within).collect(),
            inside: self.forms.iter().map(inside).collect(),
            directions: corners.iter().map(|c| minus(c, &corners[0])).collect(),
        }
    }
    fn solid(&self, boxes: &[[Lattice; 2]]) -> PartCells {
        let held = |p: &Lattice, unit: i64| {
            let in_box = |[low, high]: &[Lattice; 2]| {
                (0..self.dim).all(|k| low[k] * unit <= p[k] && p[k] <= high[k] * unit)
            };
            boxes.iter().any(in_box)
        };
        let all: Set = self.barycentres.iter().map(|p| held(p, UNIT)).collect();
        let around = steps();
        let is_inside = |(p, held_here): (&Lattice, &bool)| {
            let stepped = |s: &Lattice| [0, 1, 2].map(|k| p[k] * STEP + s[k]);
            *held_here && around.iter().all(|s| held(&stepped(s), UNIT * STEP))
        };
        PartCells {
            inside: self.barycentres.iter().zip(&all).map(is_inside).collect(),
            all,
            directions: (0..self.dim)
                .map(|k| [0, 1, 2].map(|i| i64::from(i == k)))
                .collect(),
        }
    }
    /// What two figures are to each other.
    pub fn compare(&self, a: &Figure, b: &Figure) -> Found {
        let common = |x: &Set, y: &Set| x.iter().zip(y).any(|(x, y)| *x && *y);
        let is_part = |x: &Set, y: &Set| x.iter().zip(y).all(|(x, y)| !*x || *y);
        let overlap = |p: &PartCells, q: &PartCells| {
            let directions: Vec<Lattice> = p.directions.iter().chain(&q.directions).copied().collect();
            rank(&directions) == self.dim && common(&p.inside, &q.inside)
        };
        Found {
            meet: common(&a.all, &b.all),
            overlap: a.parts.iter().any(|p| b.parts.iter().any(|q| overlap(p, q))),
            within: [is_part(&a.all, &b.all), is_part(&b.all, &a.all)],
        }
    }
}

/// The cells whose lowest corner is the first of `chain`: each next corner is one step along further axes.
fn grow(chain: &mut Vec<Lattice>, dim: usize, side: i64, found: &mut Vec<Lattice>) {
    let count = chain.len() as i64;
    let sum = |k: usize| chain.iter().map(|c| c[k]).sum::<i64>();
    found.push([0, 1, 2].map(|k| sum(k) * UNIT / count));
    let (first, last) = (chain[0], chain[chain.len() - 1]);
    for axes in 1..1_usize << dim {
        let next = [0, 1, 2].map(|k| last[k] + (axes >> k & 1) as i64);
        if (0..dim).all(|k| next[k] <= side && next[k] <= first[k] + 1) {
            chain.push(next);
            grow(chain, dim, side, found);
            chain.pop();
        }
    }
}

/// The values of all `x_i` and `x_i - x_j`.
fn forms(p: &Lattice) -> [i64; 6] {
    [p[0], p[1], p[2], p[0] - p[1], p[1] - p[2], p[2] - p[0]]
}

/// The least and the greatest of each value on these corners.
fn ranges(corners: &[Lattice]) -> [[i64; 2]; 6] {
    let corner_forms: Vec<[i64; 6]> = corners.iter().map(forms).collect();
    core::array::from_fn(|f| {
        let values = || corner_forms.iter().map(|c| c[f]);
        [values().min().unwrap_or(0), values().max().unwrap_or(0)]
    })
}

/// All signs and orders of (1, 2, 3).
fn steps() -> Vec<Lattice> {
    let orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
    let signed = |s: i64| orders.map(|o| [0, 1, 2].map(|k| if s >> k & 1 == 1 { -o[k] } else { o[k] }));
    (0..8).flat_map(signed).collect()
}

fn minus(a: &Lattice, b: &Lattice) -> Lattice {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn cross(a: &Lattice, b: &Lattice) -> Lattice {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| a[i] * b[j] - a[j] * b[i])
}

fn rank(directions: &[Lattice]) -> usize {
    let any = |x: &Lattice| *x != [0; 3];
    let pairs = || {
        directions
            .iter()
            .flat_map(|a| directions.iter().map(move |b| cross(a, b)))
    };
    let spans = |n: Lattice| {
        directions
            .iter()
            .any(|d| (0..3).map(|k| n[k] * d[k]).sum::<i64>() != 0)
    };
    if pairs().any(spans) {
        3
    } else if pairs().any(|n| any(&n)) {
        2
    } else {
        usize::from(directions.iter().any(any))
    }
}
