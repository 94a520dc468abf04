/** Edits of devices, by agents inside the node, that persons must approve. */
import { type Claim, DEVICE_EDIT, fitsNames } from '../../access/index.js';
import type { Caller } from '../call.js';
import type { ServerCore } from '../core.js';
import { requireApproval } from './require.js';
import { approvalRules, namesOf } from './rules.js';

export interface DeviceEdit {
  /** Instance-identifier of the device. */
  readonly target: string;
  /** RFC 7951 value that is merged into the configuration of the device. */
  readonly document: unknown;
}

/** Takes the approvals of an edit of a device. Its models are not known here, so voters see the document as it is. */
export async function approvalOfDevice(
  core: ServerCore,
  caller: Caller,
  { target, document }: DeviceEdit,
): Promise<Claim | undefined> {
  const { principal } = caller;
  // The agent itself is at both ends: no other agent gets the edit.
  const names = namesOf(core, principal, { agent: principal.agent });
  const rules = approvalRules(core.running.tree).filter(
    (rule) => rule.actions.includes(DEVICE_EDIT) && fitsNames(rule, names),
  );
  return requireApproval(core, caller, { operation: DEVICE_EDIT, target: [target], input: { document } }, rules);
}
