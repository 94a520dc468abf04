/** References to data and context in what is shown of tasks and messages: only those that lead somewhere for the reader. */

import { entriesOf, type Members, textOf, textsOf, withoutAbsent } from '../../data/rfc7951/members.js';
import type { Call } from '../../server/index.js';
import type { SharingNeeds } from './minimisation.js';

/** A message of the draft as the caller may read it. */
export async function messageShown({ contexts }: SharingNeeds, call: Call, message: Members): Promise<Members> {
  const data = textOf(message, 'msg-data');
  const item = textOf(message, 'context');
  const seen = await contexts.visible(call, {
    params: data === undefined ? [] : [data],
    items: item === undefined ? [] : [item],
  });
  return withoutAbsent({
    ...message,
    'msg-data': data !== undefined && seen.params.has(data) ? data : undefined,
    context: item !== undefined && seen.items.has(item) ? item : undefined,
  });
}

/** Lists of a task whose entries refer to data. */
const REFERRING = ['provided-input', 'artifact'] as const;

/** Tasks (`value.ts`) as the caller may read them; one look for all of them. */
export async function tasksShown(
  { contexts }: SharingNeeds,
  call: Call,
  tasks: readonly Members[],
): Promise<Members[]> {
  const params = (members: Members) => {
    const one = textOf(members, 'data-param');
    return one === undefined ? textsOf(members, 'data-param') : [one];
  };
  const referring = (task: Members) => [task, ...REFERRING.flatMap((list) => entriesOf(task, list))];
  const seen = await contexts.visible(call, {
    params: tasks.flatMap((task) => referring(task).flatMap(params)),
    items: tasks.flatMap((task) => textsOf(task, 'context')),
  });
  const pruned = (members: Members): Members => {
    if (members['data-param'] === undefined) return members;
    const left = params(members).filter((id) => seen.params.has(id));
    const isOne = textOf(members, 'data-param') !== undefined;
    return withoutAbsent({ ...members, 'data-param': left.length === 0 ? undefined : isOne ? left[0] : left });
  };
  return tasks.map((task) => {
    const items = textsOf(task, 'context').filter((id) => seen.items.has(id));
    const lists = REFERRING.map((list) => [list, task[list] && entriesOf(task, list).map(pruned)]);
    return withoutAbsent({
      ...pruned(task),
      context: items.length > 0 ? items : undefined,
      ...Object.fromEntries(lists),
    });
  });
}
