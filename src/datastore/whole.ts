/** Operations on whole datastores, in slices, so that other work is not blocked. */
import { diffSteps, encodeJsonSteps, inSlices, TimeSlice, type Tree } from '../data/index.js';

/** Returns the edit that turns `before` into `after`. */
export function differenceOf(before: Tree, after: Tree): Promise<Tree> {
  return inSlices(new TimeSlice(), (slice) => diffSteps(before, after, slice));
}

/** Encodes a tree as RFC 7951 text. */
export function textOf(tree: Tree): Promise<string> {
  return inSlices(new TimeSlice(), (slice) => encodeJsonSteps(tree, slice));
}
