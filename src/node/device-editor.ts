/** Edits of devices by agents inside the node: only of devices that the agent's definition names, and each of them recorded. */
import type { Principal } from '../access/index.js';
import { RpcError } from '../data/index.js';
import type { DeviceEditor } from '../devices/index.js';
import type { EventLog } from '../events/index.js';
import { type AuditTrail, audited, type Caller } from '../server/index.js';
import type { Store } from '../store/index.js';

export interface DeviceEditorOptions {
  readonly store: Store;
  readonly events: EventLog;
  readonly audit: AuditTrail;
  /** The caller that stands for an agent, or for a user for whom it acts. */
  readonly caller: (principal: Principal) => Caller;
}

/** By whom devices are edited. */
export interface DeviceUser {
  readonly agent: string;
  /** Asked for at each edit. */
  readonly principal: () => Principal;
  /** Names of devices; `*` stands for all. */
  readonly edits: readonly string[];
}

const OPERATION = 'device-edit';
/** In a definition: the agent edits any device. */
const ANY = '*';

/**
 * Makes the editor of one agent. Each edit has a durable record `begun` before the device is asked, and one of what became of
 * it; an edit whose record cannot be written is not made.
 */
export function deviceEditor(o: DeviceEditorOptions, { agent, principal, edits }: DeviceUser): DeviceEditor {
  return async (device, work) => {
    const caller = o.caller(principal());
    const entry = { operation: OPERATION, targets: [`/yangent-devices:devices/device[name=${quoted(device)}]`] };
    return audited(o.audit, caller, entry, async () => {
      if (!edits.includes(device) && !edits.includes(ANY)) throw notNamed(agent, device, edits);
      await o.store.transact((tx) => o.events.append(tx, o.audit.eventIn(tx, caller, { ...entry, outcome: 'begun' })));
      return work();
    });
  };
}

function notNamed(agent: string, device: string, edits: readonly string[]): RpcError {
  const named = edits.length === 0 ? 'none' : edits.join(', ');
  return new RpcError({
    type: 'application',
    tag: 'access-denied',
    message: `agent "${agent}" may not edit device "${device}"; the devices that its definition names are: ${named} (defineAgent({ devices: ['${device}'] }))`,
  });
}

function quoted(name: string): string {
  return name.includes("'") ? `"${name}"` : `'${name}'`;
}
