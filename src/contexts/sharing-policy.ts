/** Sharing policies: the first entry of `/yangent-contexts:sharing-policy` that fits an item decides what is shared. */

import type { Ceiling } from '../access/index.js';
import type { AgentDirectory } from '../agents/index.js';
import { messageOf, RpcError } from '../data/index.js';
import type {
  YangentContexts_ContextType,
  YangentContexts_Redaction,
  YangentContexts_Sensitivity,
  YangentContexts_SharingPolicy,
} from '../generated/index.js';
import { compilePattern } from '../yang/index.js';
import { type ContextItem, formOf, type NamedItem, octetsOf } from './record/item.js';
import { type Redacted, redact, type WordPattern } from './redaction/index.js';

/** Sensitivities, the lowest first. */
export const SENSITIVITIES: readonly YangentContexts_Sensitivity[] = ['public', 'internal', 'personal', 'secret'];
/** Maximum number of octets of one item's content. A policy can set another one. */
const LONGEST_CONTENT = 1 << 20;

/** A configured policy; an empty list fits every item. */
export interface SharingPolicyRecord {
  readonly name: string;
  readonly from: readonly string[];
  readonly fromDomains: readonly string[];
  readonly to: readonly string[];
  readonly toDomains: readonly string[];
  readonly types: readonly YangentContexts_ContextType[];
  readonly minSensitivity: YangentContexts_Sensitivity;
  readonly action: YangentContexts_SharingPolicy['action'];
  /** Information to be removed: kinds of information, members of structured content, words that match a pattern. */
  readonly kinds: readonly YangentContexts_Redaction[];
  readonly members: readonly string[];
  readonly patterns: readonly string[];
  /** Maximum octets of the content. */
  readonly maxLength?: number;
}

/** Returns the most sensitive data that an agent may get, beside the policies; undefined: any. */
export type CeilingFor = (agent: string) => Ceiling | undefined;

const RANKS: readonly string[] = SENSITIVITIES;

/** Details that are removed from data for an agent that may not get personal data. */
const PERSONAL: readonly YangentContexts_Redaction[] = ['name', 'age', 'address', 'phone', 'email'];

/** Returns an item without what lies above the ceiling. @throws RpcError access-denied when it may not be shared at all */
function withinCeiling(item: ContextItem, { sensitivity: most, onExcess }: Ceiling): ContextItem {
  const rank = (of: string) => RANKS.indexOf(of);
  const { sensitivity = 'internal', content = '' } = item;
  const above = rank(sensitivity) > rank(most);
  if (above && (onExcess === 'refuse' || sensitivity === 'secret'))
    throw refusal('access-denied', `it is ${sensitivity}, and ${excess(item, most)}`);
  if (rank(most) >= rank('personal')) return item;
  if (item.dataParams.length > 0)
    throw refusal('access-denied', `data cannot be searched for personal data, and ${excess(item, most)}`);
  const { content: left, removed } = redact(content, { kinds: PERSONAL, members: [], patterns: [] }, formOf(item));
  if (removed.length === 0) return item;
  if (onExcess === 'refuse') throw refusal('access-denied', `it has ${removed.join(', ')}, and ${excess(item, most)}`);
  return { ...item, content: left, redacted: [...new Set([...item.redacted, ...removed])] };
}

function excess({ to }: ContextItem, most: string): string {
  return `the trust domain of agent "${to}" gets ${most} data at most (send/max-sensitivity)`;
}

interface Policy extends Omit<SharingPolicyRecord, 'patterns'> {
  /** True when the policy is for what this agent sends. */
  isFrom(agent: string): boolean;
  fits(item: ContextItem): boolean;
  readonly patterns: readonly WordPattern[];
}

export class SharingPolicies {
  #source: readonly SharingPolicyRecord[] = [];
  #policies: readonly Policy[] = [];

  constructor(
    private readonly configured: () => readonly SharingPolicyRecord[],
    private readonly directory: AgentDirectory,
    private readonly ceilingFor: CeilingFor = () => undefined,
  ) {}

  /**
   * Returns the item that may be shared: its content redacted, the removed kinds of information recorded.
   *
   * @throws RpcError access-denied when a policy forbids sharing, too-big when the content is too long.
   */
  apply(item: NamedItem): ContextItem {
    const shared = this.#applied(item);
    const ceiling = this.ceilingFor(item.to ?? '');
    return ceiling ? withinCeiling(shared, ceiling) : shared;
  }

  #applied(item: NamedItem): ContextItem {
    if (item.content === undefined) return item;
    const length = octetsOf(item.content);
    const policy = this.#current().find((each) => each.fits(item));
    if (policy?.action === 'deny') {
      throw refusal(
        'access-denied',
        `sharing policy "${policy.name}" does not let agent "${item.from}" share this with agent "${item.to}"`,
      );
    }
    const longest = policy?.maxLength ?? LONGEST_CONTENT;
    if (length > longest)
      throw refusal('too-big', `the content has ${length} octets; at most ${longest} can be shared`);
    if (policy?.action !== 'redact') return { ...item, length };
    if (item.dataParams.length > 0) {
      throw refusal(
        'access-denied',
        `sharing policy "${policy.name}" removes information; data that an item refers to cannot be searched for it, so share this without data-param`,
      );
    }
    const { content, removed } = redact(item.content, policy, formOf(item));
    return { ...item, length, content, redacted: [...new Set([...item.redacted, ...removed])] };
  }

  /**
   * Returns a text, which is no context item, as it may be shared. A text without a matching policy is not changed.
   *
   * @throws RpcError access-denied when a policy forbids sharing, too-big when the text is too long for it.
   */
  textOf(item: NamedItem & { readonly content: string }): Redacted {
    if (!this.#current().some((each) => each.fits(item)) && !this.ceilingFor(item.to ?? ''))
      return { content: item.content, removed: [] };
    const { content = '', redacted } = this.apply(item);
    return { content, removed: redacted };
  }

  /** True when no policy and no trust domain limits what the one agent tells the other, whatever it is. */
  letsAllPass(from: string, to: string): boolean {
    return !this.concerns(from) && this.ceilingFor(to) === undefined;
  }

  /** True when a policy is for what this agent sends, whatever it does with it. */
  concerns(from: string): boolean {
    return this.#current().some((policy) => policy.isFrom(from));
  }

  /** Returns the compiled policies; compiled again only after a change of configuration. */
  #current(): readonly Policy[] {
    const source = this.configured();
    if (source === this.#source) return this.#policies;
    this.#policies = source.map((policy) => this.#compile(policy));
    this.#source = source;
    return this.#policies;
  }

  #compile(policy: SharingPolicyRecord): Policy {
    const domainOf = (agent: string) => this.directory.get(agent)?.domain;
    const conditions: readonly (readonly [readonly string[], (item: ContextItem) => string | undefined])[] = [
      [policy.from, (item) => item.from],
      [policy.fromDomains, (item) => domainOf(item.from)],
      [policy.to, (item) => item.to],
      [policy.toDomains, (item) => domainOf(item.to)],
      [policy.types, (item) => item.type],
    ];
    const has = (wanted: readonly string[], value: string | undefined) =>
      wanted.length === 0 || wanted.includes(value ?? '');
    const least = SENSITIVITIES.indexOf(policy.minSensitivity);
    return {
      ...policy,
      patterns: policy.patterns.map((text) => compilePattern(text)),
      isFrom: (agent) => has(policy.from, agent) && has(policy.fromDomains, domainOf(agent)),
      fits: (item) =>
        SENSITIVITIES.indexOf(item.sensitivity ?? 'internal') >= least &&
        conditions.every(([wanted, read]) => has(wanted, read(item))),
    };
  }
}

/** Refuses a policy at `path` with an invalid XSD regular expression. @throws RpcError invalid-value */
export function requirePatterns(patterns: readonly string[], path: string): void {
  for (const text of patterns) {
    try {
      compilePattern(text);
    } catch (error) {
      throw refusal('invalid-value', `pattern "${text}": ${messageOf(error)}`, `${path}/pattern`);
    }
  }
}

function refusal(tag: 'access-denied' | 'too-big' | 'invalid-value', message: string, path?: string): RpcError {
  return new RpcError({ type: 'application', tag, message, path });
}
