import { decidersOf } from './node-terms.js';
import type { Node } from './records.js';

/** Says in a few words what a node does. */
export function doesOf({ approval, task, workflow, wait, output, 'for-each': each }: Node): string {
  const items = each ? `, for each of ${each.items}` : '';
  if (task)
    return [task.skill, task.agent === undefined ? undefined : `by ${task.agent}`].filter(Boolean).join(' ') + items;
  if (workflow) return `runs ${workflow.definition}${items}`;
  if (approval) return `approved by ${decidersOf(approval)}`;
  if (wait?.seconds !== undefined) return `${wait.seconds} s`;
  if (wait?.until !== undefined) return `until ${wait.until}`;
  if (wait?.signal) return `for the signal ${wait.signal.name}`;
  if (wait?.notification) return `for ${wait.notification.name}`;
  return (output ?? []).map(({ name }) => name).join(', ');
}
