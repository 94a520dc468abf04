/** What an operator sets for the tasks of a node: `/yangent-tasks:task-settings`. */

import { nodeToValue } from '../../data/index.js';
import { type Members, membersOf, numberOf } from '../../data/rfc7951/members.js';
import type { Running } from '../../datastore/index.js';

export interface ConfiguredSettings {
  readonly retention: { readonly days: number; readonly count: number };
  /** See `TaskQueue`. */
  readonly fairness: number;
  /** `time` in seconds. */
  readonly negotiation: { readonly maxRounds: number; readonly time: number };
}

const NODE = 'yangent-tasks:task-settings';

/** The settings in force now; read anew only when running has changed. */
export function configuredSettings(running: Pick<Running, 'tree'>): () => ConfiguredSettings {
  let source: unknown;
  let settings = settingsIn({});
  return () => {
    const node = running.tree.children.get(NODE);
    if (node !== source) {
      source = node;
      const value = node === undefined ? {} : nodeToValue(node);
      settings = settingsIn(membersOf({ value }, 'value'));
    }
    return settings;
  };
}

/** The numbers are the defaults of the model. */
function settingsIn(value: Members): ConfiguredSettings {
  const retention = membersOf(value, 'retention');
  const negotiation = membersOf(value, 'negotiation');
  return {
    retention: { days: numberOf(retention, 'days') ?? 30, count: numberOf(retention, 'count') ?? 100_000 },
    fairness: numberOf(value, 'fairness') ?? 2,
    negotiation: {
      maxRounds: numberOf(negotiation, 'max-rounds') ?? 100,
      time: numberOf(negotiation, 'time') ?? 86_400,
    },
  };
}
