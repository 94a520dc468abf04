/** Edits of devices by agents inside the node: only devices in the agent's definition, and each edit is recorded. */
import type { Claim, Principal } from '../access/index.js';
import { RpcError } from '../data/index.js';
import type { DeviceEditor } from '../devices/index.js';
import { type AuditTrail, type Caller, failedEntry, type Server } from '../server/index.js';
import type { Tx } from '../store/index.js';

export interface DeviceEditorOptions {
  readonly audit: Pick<AuditTrail, 'outbound' | 'record'>;
  /** Refuses what a limit of the authority does not allow. @throws RpcError */
  readonly requireLinks: (principal: Principal, device: string) => void;
  /** Takes the approvals of an edit. @throws RpcError where persons must approve it first */
  readonly approve: Server['approveDevice'];
}

/** The agent and principal that edit devices. */
export interface DeviceUser {
  readonly agent: string;
  /** Makes the caller: the agent, or the user for which it acts. Called at each edit. */
  readonly caller: () => Caller;
  /** Names of devices; `*` stands for all. */
  readonly edits: readonly string[];
}

const OPERATION = 'device-edit';
/** In a definition: the agent may edit all devices. */
const ANY = '*';

/**
 * Makes the editor of one agent. Each edit has a stored record before the request to the device, and a record of its outcome. An edit
 * whose first record cannot be stored is not made. The approvals that it needs are used up with that record.
 */
export function deviceEditor(o: DeviceEditorOptions, { agent, caller: callerNow, edits }: DeviceUser): DeviceEditor {
  return async (device, document, work) => {
    const caller = callerNow();
    const target = `/yangent-devices:devices/device[name=${quoted(device)}]`;
    const entry = { operation: OPERATION, targets: [target], document };
    if (!edits.includes(device) && !edits.includes(ANY)) {
      const refusal = notNamed(agent, device, edits);
      o.audit.record(caller, { ...entry, outcome: 'denied', errorTag: refusal.tag });
      throw refusal;
    }
    const claim = await permitted();
    try {
      const first = claim && ((tx: Tx) => claim.consume(tx));
      return await o.audit.outbound(caller, { ...entry, approvals: claim?.ids }, work, { isTold: true, first });
    } finally {
      claim?.release();
    }

    async function permitted(): Promise<Claim | undefined> {
      try {
        o.requireLinks(caller.principal, device);
        return await o.approve(caller, { target, document });
      } catch (error) {
        if (error instanceof RpcError) o.audit.record(caller, failedEntry(entry, error));
        throw error;
      }
    }
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
