/** Approval rules in words, for people. Defaults are those of yangent-access. */
import type { ApprovalRule } from '../../remote/index.js';

/** Returns to which requests a rule is limited: `agent crew or probe`. */
export function limitsOf({ path = [], agent = [], skill = [], domain = [] }: ApprovalRule): string {
  const limits: readonly (readonly [name: string, values: readonly string[]])[] = [
    ['path', path],
    ['agent', agent],
    ['skill', skill],
    ['domain', domain],
  ];
  return limits.flatMap(([name, values]) => (values.length === 0 ? [] : [`${name} ${values.join(' or ')}`])).join('; ');
}

export function votersOf({ 'approver-group': groups = [] }: ApprovalRule): string {
  return (groups.length === 0 ? ['admin', 'operator'] : groups).join(', ');
}

/** Returns how many votes are needed, and which count. */
export function votesOf({ quorum = 1, separation, signature, 'second-factor': secondFactor }: ApprovalRule): string {
  return [
    String(quorum),
    ...(signature ? ['signed'] : []),
    ...(secondFactor ? ['by two factors'] : []),
    ...(separation === false ? ['without separation'] : []),
  ].join(', ');
}

/** Returns how long an approval is good for, in seconds. */
export function spanOf({ expires = 3600 }: ApprovalRule): string {
  return `${expires} s`;
}
