import type { StepState } from '../model/states.js';
import { named } from './label.js';
import { type PictureOf, SHOWN_STATES } from './picture.js';
import { shortened } from './text.js';

/** Returns what a picture shows, in words: `Run of repair 1.2: running; 1 executing, 3 completed`. */
export function titleOf(picture: PictureOf): string {
  const workflow = named(picture.name, picture.dag.version);
  if (picture.steps === undefined) return `Workflow ${workflow}`;
  return `Run of ${workflow}: ${progressOf(picture)}`;
}

/** Returns the state of a run and the number of steps in each state, in words. */
export function progressOf({ dag, state, steps }: PictureOf): string {
  const counts = new Map<StepState, number>();
  for (const { name } of dag.node) {
    const each = steps?.get(name)?.state ?? 'pending';
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const words = SHOWN_STATES.flatMap((each) => (counts.has(each) ? [`${counts.get(each)} ${each}`] : [])).join(', ');
  return state === undefined ? words : `${shortened(state, 40)}; ${words}`;
}
