/**
 * Requests that persons must approve: which rules concern a request, and the approvals that it uses up. One function each for rpcs and
 * actions, for edits, for edits of devices, for messages that providers keep, and for rpcs that a room carries out in a transaction of its own.
 */
export { approvalOfChange } from './change.js';
export { approvalOfDevice, type DeviceEdit } from './device.js';
export { approvalOfMessages } from './message.js';
export { approvalOfInvoke, approveIn } from './operation.js';
export { type RequestToApprove, requireApproval, usingUp } from './require.js';
export { approvalRules } from './rules.js';
