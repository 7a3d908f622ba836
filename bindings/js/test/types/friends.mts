// Compiled without the checks of other packages' own declarations, some of which fail with the options that we use.

import { d2, d3, Mask } from "clearance";
import { Bodies as GameBodies } from "clearance/phaser";
import { bodyOf, pixelArea, type PixiBody } from "clearance/pixi";
import { d3 as inFile, three } from "clearance/inline/three";
import { type MeshBVH, withThree } from "clearance/three";
import type { GameObjects, Geom } from "phaser";
import type { Container, Rectangle } from "pixi.js";
import * as THREE from "three";

declare const container: Container, rectangle: Rectangle, sprite: GameObjects.Sprite, circle: Geom.Circle;
const body: PixiBody<Container> = bodyOf(container, pixelArea(Mask.fromRows(["1"])));
const bodies = new GameBodies<GameObjects.Sprite>();
const found: GameObjects.Sprite | undefined = bodies.object(bodies.add(sprite, circle));
console.log(found, d2.relation(body, bodyOf(container, rectangle)));

const { MeshBVH: Tree, acceleratedRaycast, computeBoundsTree, meshCollider, debugGeometry } = withThree(THREE);
THREE.Mesh.prototype.raycast = acceleratedRaycast;
const tree: MeshBVH = computeBoundsTree.call(new THREE.BoxGeometry(), { build: "fast" });
const first: number | undefined = new Tree(new THREE.BoxGeometry()).raycastFirst(new THREE.Ray(), THREE.DoubleSide)?.face.materialIndex;
new d3.Scene().add(meshCollider(new THREE.Mesh(new THREE.BoxGeometry())));
new THREE.LineSegments(debugGeometry(tree.shape).edges);
console.log(first);

new inFile.Scene().add(three.withThree(THREE).meshCollider(new THREE.Mesh(new THREE.BoxGeometry())));

// @ts-expect-error no classes of three.js
withThree({});
// @ts-expect-error no display object
bodyOf(circle);
