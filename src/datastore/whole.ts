/** Work on whole datastores, in slices: others have their turn meanwhile. */
import { diffSteps, encodeJsonSteps, inSlices, TimeSlice, type Tree } from '../data/index.js';

/** The edit that turns `before` into `after`. */
export function differenceOf(before: Tree, after: Tree): Promise<Tree> {
  return inSlices(new TimeSlice(), (slice) => diffSteps(before, after, slice));
}

/** RFC 7951 text. */
export function textOf(tree: Tree): Promise<string> {
  return inSlices(new TimeSlice(), (slice) => encodeJsonSteps(tree, slice));
}
