/** Work on whole datastores, in slices: others have their turn meanwhile. */
import { diffSteps, encodeJsonSteps, inSlices, type Tree, Turns } from '../data/index.js';

/** The edit that turns `before` into `after`. */
export function differenceOf(before: Tree, after: Tree): Promise<Tree> {
  return inSlices(new Turns(), (turns) => diffSteps(before, after, turns));
}

/** RFC 7951 text. */
export function textOf(tree: Tree): Promise<string> {
  return inSlices(new Turns(), (turns) => encodeJsonSteps(tree, turns));
}
