//! The oracle: every axis that could be a facet normal of the difference, and every triangle of its points,
//! in integers.

use crate::pair::Relation;

pub type P = [i128; 3];

pub fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
pub fn dot(a: P, b: P) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
pub fn cross(a: P, b: P) -> P {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// What enumeration finds about the hulls of two lists of points.
pub struct Oracle {
    /// Squared distance as a fraction, 0 where they meet.
    distance_squared: (i128, i128),
    /// Squared depth as a fraction, 0 where the interiors do not meet.
    depth_squared: (i128, i128),
    meet: bool,
    inside: bool,
}

pub fn oracle(dim: usize, a: &[P], b: &[P]) -> Oracle {
    let edges = |s: &[P]| -> Vec<P> {
        s.iter()
            .flat_map(|&p| s.iter().map(move |&q| sub(q, p)))
            .collect()
    };
    let mut directions: Vec<P> = edges(a).into_iter().chain(edges(b)).collect();
    directions.sort_unstable();
    directions.dedup();
    let units = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut axes: Vec<P> = units[..dim].to_vec();
    axes.extend(units[..dim].iter().map(|&e| sub([0; 3], e)));
    axes.extend(&directions);
    let mut full = false;
    if dim == 2 {
        axes.extend(directions.iter().map(|u| [u[1], -u[0], 0]));
        full = directions
            .iter()
            .any(|&u| directions.iter().any(|&v| cross(u, v)[2] != 0));
    } else {
        for &u in &directions {
            axes.extend(units.map(|e| cross(u, e)));
            for &v in &directions {
                let n = cross(u, v);
                axes.extend([n, cross(n, u)]);
                full |= directions.iter().any(|&w| dot(n, w) != 0);
            }
        }
    }
    axes.sort_unstable();
    axes.dedup();
    let difference: Vec<P> = a
        .iter()
        .flat_map(|&p| b.iter().map(move |&q| sub(q, p)))
        .collect();
    let mut depth = None::<(i128, i128)>;
    let mut meet = true;
    for &n in axes.iter().filter(|n| **n != [0; 3]) {
        let h = difference.iter().map(|&p| dot(n, p)).max().unwrap();
        meet &= h >= 0;
        let d = (h.max(0).pow(2), dot(n, n));
        if depth.is_none_or(|best| d.0 * best.1 < best.0 * d.1) {
            depth = Some(d);
        }
    }
    let depth = depth.unwrap();
    let inside = meet && full && depth.0 > 0;
    Oracle {
        distance_squared: if meet {
            (0, 1)
        } else {
            distance_squared(&difference)
        },
        depth_squared: if inside { depth } else { (0, 1) },
        meet,
        inside,
    }
}

/// The least over all points, edges and triangles of the list.
pub fn distance_squared(points: &[P]) -> (i128, i128) {
    let mut best = (i128::MAX >> 64, 1);
    let mut keep = |n: i128, d: i128| {
        if d > 0 && n * best.1 < best.0 * d {
            best = (n, d);
        }
    };
    for (i, &p) in points.iter().enumerate() {
        keep(dot(p, p), 1);
        for (j, &q) in points.iter().enumerate().skip(i + 1) {
            let u = sub(q, p);
            if -dot(p, u) > 0 && dot(q, u) > 0 {
                let c = cross(p, u);
                keep(dot(c, c), dot(u, u));
            }
            for &r in &points[j + 1..] {
                let n = cross(u, sub(r, p));
                let within = [(p, q), (q, r), (r, p)]
                    .iter()
                    .all(|&(x, y)| dot(n, cross(x, y)) > 0);
                if within {
                    keep(dot(n, p).pow(2), dot(n, n));
                }
            }
        }
    }
    best
}

pub fn expected(dim: usize, a: &[P], b: &[P], ra: i128, rb: i128) -> (Relation, f64) {
    let o = oracle(dim, a, b);
    let reach = ra + rb;
    let root = |(n, d): (i128, i128)| (n as f64 / d as f64).sqrt();
    let clearance = if o.meet {
        -root(o.depth_squared) - reach as f64
    } else {
        root(o.distance_squared) - reach as f64
    };
    let (n, d) = o.distance_squared;
    let sign = if o.meet {
        if o.inside || reach > 0 { -1 } else { 0 }
    } else {
        (n - reach * reach * d).signum()
    };
    let contained = |x: &[P], y: &[P], rx: i128, ry: i128| {
        x.iter().all(|&p| {
            let o = oracle(dim, &[p], y);
            let (spare, (n, d)) = (ry - rx, o.distance_squared);
            if spare >= 0 {
                o.meet || n <= spare * spare * d
            } else {
                let (n, d) = o.depth_squared;
                o.inside && n >= spare * spare * d
            }
        })
    };
    let relation = match sign {
        1 => Relation::Disjoint,
        0 => Relation::Touching,
        _ => match (contained(a, b, ra, rb), contained(b, a, rb, ra)) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::AInB,
            (false, true) => Relation::BInA,
            _ => Relation::Overlapping,
        },
    };
    (relation, if sign == 0 { 0.0 } else { clearance })
}
