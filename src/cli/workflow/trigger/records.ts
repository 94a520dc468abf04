/** Triggers of a node, as its replies have them. */
import { keyed, type RestconfClient } from '../../../clients/index.js';
import { isObject, RpcError } from '../../../data/index.js';
import type { Data } from '../../../generated/index.js';
import { child, entries, membersOf, valueAt } from '../../remote/index.js';
import { WORKFLOWS } from '../records.js';

type Workflows = NonNullable<Data['yangent-workflows:workflows']>;
export type Trigger = NonNullable<Workflows['trigger']>[number];

export function triggerPath(name: string): string {
  return `${WORKFLOWS}/${keyed('trigger', name)}`;
}

export async function readTriggers(node: RestconfClient): Promise<readonly Trigger[]> {
  const value = membersOf(await valueAt(node, WORKFLOWS, { fields: 'trigger' }));
  return entries(child(value, 'yangent-workflows:workflows'), 'trigger').filter(isTrigger);
}

/** Returns the error for a trigger that is not there. */
export function missingTrigger(name: string): RpcError {
  const message = `there is no trigger "${name}" here; "yangent workflow trigger list" shows those there are`;
  return new RpcError({ type: 'application', tag: 'data-missing', message });
}

/** Checks the members that every trigger has; the node has made the others by the model. */
function isTrigger(value: unknown): value is Trigger {
  return isObject(value) && typeof value.name === 'string' && typeof value.definition === 'string';
}
