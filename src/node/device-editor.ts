/** Edits of devices by agents inside the node: only devices in the agent's definition, and each edit is recorded. */
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
  /** Makes the caller for an agent, or for the user for which it acts. */
  readonly caller: (principal: Principal) => Caller;
}

/** The agent and principal that edit devices. */
export interface DeviceUser {
  readonly agent: string;
  /** Called at each edit. */
  readonly principal: () => Principal;
  /** Names of devices; `*` stands for all. */
  readonly edits: readonly string[];
}

const OPERATION = 'device-edit';
/** In a definition: the agent may edit all devices. */
const ANY = '*';

/**
 * Makes the editor of one agent. Each edit has a stored record `begun` before the request to the device, and a record of its
 * outcome. An edit whose record cannot be stored is not made.
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
