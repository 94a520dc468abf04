/** Judges whether a trigger may start a run, with the rights that its owner has now. */
import type { RpcError } from '../../data/index.js';
import type { Tx } from '../../store/index.js';
import { errorOf } from '../course/failure.js';
import type { Content } from '../engine/definitions.js';
import { inputFor, keyFor } from './event.js';
import type { FiringNeeds } from './needs.js';
import type { Occasion, Trigger, TriggerRow } from './record.js';

/** The run that a trigger may start. */
export interface Permitted {
  readonly content: Content;
  readonly input: Readonly<Record<string, unknown>>;
  /** Value of the key of the trigger. */
  readonly key: string;
}

export interface Refused {
  /** Why it starts none. */
  readonly reason: string;
  readonly error?: RpcError;
}

/** Triggers that may lead to one another. */
const DEEPEST = 8;

const HOUR = 3_600_000;
const NEVER = new AbortController().signal;

/** Judges one occasion. Faults of the node are thrown. */
export async function judge(
  needs: FiringNeeds,
  tx: Tx,
  trigger: Trigger,
  { owner }: TriggerRow,
  { event, depth }: Occasion,
): Promise<Permitted | Refused> {
  if (depth > DEEPEST) return { reason: `triggers led to one another ${DEEPEST} deep, which is the most` };
  const { definition, 'rate-limit': limit } = trigger;
  try {
    const content = await needs.definitions.content(definition, {}, tx);
    const actor = { user: owner, agent: content.coordinator };
    needs.mayStart(actor);
    needs.definitions.requireRunner(definition, needs.door.call(actor, NEVER));
    needs.mayAssign(actor);
    const since = needs.now() - HOUR;
    if (limit !== undefined && (await needs.rows.startsSince(tx, trigger.name, since)) >= limit)
      return { reason: `it has started ${limit} runs within an hour (rate-limit)` };
    return { content, input: inputFor(trigger, event), key: keyFor(trigger, event) };
  } catch (thrown) {
    const error = errorOf(thrown);
    if (!error) throw thrown;
    return { reason: error.message };
  }
}

export function isRefused(judged: Permitted | Refused): judged is Refused {
  return 'reason' in judged;
}
