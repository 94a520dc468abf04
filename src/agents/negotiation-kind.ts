/** Kinds of negotiation and their versions: `acp-task-feasibility-negotiation-v1.0` (seed 004 §5.1). */
import type { AgentRecord } from './record/record.js';

const KIND = /^(.+)-v(\d+)\.(\d+)$/;

/** Returns the kinds of negotiation in the profile, a list separated by commas. */
export function negotiations(agent: Pick<AgentRecord, 'profile'>): readonly string[] {
  const list = agent.profile.capability?.negotiate ?? '';
  return [...new Set(list.split(',').map((each) => each.trim()))].filter((each) => each !== '');
}

const WORDS = { FEASIBILITY: 'feasibility', FULFILLMENT: 'fulfillment' } as const;

/** True when the agent takes part in negotiations of the type. A profile without kinds permits all types. */
export function negotiatesOn(agent: Pick<AgentRecord, 'profile'>, type: keyof typeof WORDS): boolean {
  const kinds = negotiations(agent);
  return kinds.length === 0 || kinds.some((kind) => kind.toLowerCase().includes(WORDS[type]));
}

/** Returns the common part of compatible kinds: the text without the minor version. */
export function compatibleKind(kind: string): string {
  const [, name, major] = KIND.exec(kind.toLowerCase()) ?? [];
  return name === undefined ? kind.toLowerCase() : `${name}-v${major}`;
}

/** Returns the kind that both sides support: of two minor versions the earlier one. Undefined when they are not compatible. */
export function commonKind(wanted: string, offered: readonly string[]): string | undefined {
  const compatible = offered.filter((each) => compatibleKind(each) === compatibleKind(wanted));
  const best = compatible.sort((a, b) => minorOf(b) - minorOf(a))[0];
  if (best === undefined) return undefined;
  return minorOf(best) < minorOf(wanted) ? best : wanted;
}

function minorOf(kind: string): number {
  return Number(KIND.exec(kind)?.[3] ?? 0);
}
