/** What unfinished tasks still need of the context. */

import type { Needed } from '../../contexts/index.js';
import { entriesOf, textsOf } from '../../data/rfc7951/members.js';
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
        for (const item of textsOf(document.description, 'context')) items.add(item);
        const given = [document.description, ...document.inputs.map((input) => ({ ...input }))];
        for (const each of given) for (const param of textsOf(each, 'data-param')) params.add(param);
        for (const artifact of entriesOf({ artifact: document.artifacts }, 'artifact'))
          if (typeof artifact['data-param'] === 'string') params.add(artifact['data-param']);
      }
      after = page.at(-1)?.id;
      if (page.length < PIECE) break;
    }
  }
  return { tasks, items, params };
}
