// The indexes to choose from, each described in a sentence.

import type { Text } from "../../../shell/mode";

/** Names as the package has them. */
export type Kind = "auto" | "brute" | "tree" | "grid" | "hash-grid" | "sweep-and-prune" | "orthtree" | "kd-tree" | "r-tree";

export interface About { value: Kind; label: Text; what: Text }

export const KINDS: readonly About[] = [
  {
    value: "auto", label: { en: "Automatic", zh: "自动" },
    what: { en: "Looks at the scene and takes the grid or the tree, whichever suits it.", zh: "观察场景后自动选用网格或树。" },
  },
  {
    value: "tree", label: { en: "AABB tree", zh: "AABB 树" },
    what: {
      en: "A hierarchy: each box encloses the two below it. Where two boxes do not meet, nothing inside them can.",
      zh: "层次结构：每个盒子包住下面两个盒子。两个盒子不相交，其中的物体也不可能相交。",
    },
  },
  {
    value: "orthtree", label: { en: "Quadtree", zh: "四叉树" },
    what: {
      en: "Squares cut into four, again and again; loose, so that a shape on a cut still has one cell to be in.",
      zh: "正方形反复一分为四；单元略微放大（松散），跨越分割线的形状也只属于一个单元。",
    },
  },
  {
    value: "grid", label: { en: "Grid", zh: "均匀网格" },
    what: {
      en: "Equal cells, sorted anew at every step. Nothing is faster while all shapes are of about one size.",
      zh: "大小相同的单元，每一步重新排序。形状大小相近时没有比它更快的。",
    },
  },
  {
    value: "hash-grid", label: { en: "Hashed grid", zh: "哈希网格" },
    what: {
      en: "Grids of several cell sizes, each shape in the one that fits it; cells are found by a hash, so the world needs no border.",
      zh: "多种单元尺寸的网格，每个形状放进合适的一层；单元由哈希查找，世界无需边界。",
    },
  },
  {
    value: "kd-tree", label: { en: "k-d tree", zh: "k-d 树" },
    what: {
      en: "Cuts the plane in two at the median of the shapes, across or upright; those that lie on the cut become a third part of their own.",
      zh: "在形状的中位处将平面横向或纵向一分为二；压在切线上的形状另成第三部分。",
    },
  },
  {
    value: "sweep-and-prune", label: { en: "Sweep and prune", zh: "扫描剪枝" },
    what: {
      en: "Keeps the ends of all boxes sorted along each axis. Cheap where few of them move; where all do, as here, ends pass each other without end.",
      zh: "沿每条坐标轴保持所有盒子端点有序。只有少数移动时很便宜；像这里全部移动时，端点不断互相越过。",
    },
  },
  {
    value: "r-tree", label: { en: "R*-tree", zh: "R* 树" },
    what: { en: "Pages of a few boxes each, as databases of maps have them; slower to change than to ask.", zh: "每页若干盒子，地图数据库的做法；查询快，更新较慢。" },
  },
  {
    value: "brute", label: { en: "Brute force", zh: "暴力法" },
    what: { en: "Every box against every box: the oracle that all others must agree with.", zh: "每个盒子与每个盒子逐一比较：其他索引都必须与它一致。" },
  },
];

export function isKind(name: string | null): name is Kind {
  return KINDS.some(({ value }) => value === name);
}
