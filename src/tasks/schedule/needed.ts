/** Context items and data that unfinished tasks still need. */

import type { Needed } from '../../contexts/index.js';
import { isFinal, STATES } from '../record/states.js';
import type { TaskRows } from '../record/store.js';

const PIECE = 200;

/** Returns the unfinished tasks, and the context items and data to which they refer. */
export async function neededByOpen(rows: TaskRows): Promise<Needed> {
  const tasks = new Set<string>();
  const items = new Set<string>();
  const params = new Set<string>();
  for (const state of STATES.filter((each) => !isFinal(each))) {
    for (let after: string | undefined; ; ) {
      const page = await rows.inState(state, { after, limit: PIECE });
      for (const { id, document } of page) {
        tasks.add(id);
        for (const item of document.description.context ?? []) items.add(item);
        for (const each of [document.description, ...document.inputs])
          for (const param of each['data-param'] ?? []) params.add(param);
        for (const { 'data-param': param } of document.artifacts) if (param !== undefined) params.add(param);
      }
      after = page.at(-1)?.id;
      if (page.length < PIECE) break;
    }
  }
  return { tasks, items, params };
}
