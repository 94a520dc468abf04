/** Sharing policies: the first entry of `/yangent-contexts:sharing-policy` that fits an item decides what is shared. */

import type { AgentDirectory } from '../agents/index.js';
import { messageOf, nodeToValue, RpcError } from '../data/index.js';
import { entriesOf, type Members, numberOf, textOf, textsOf } from '../data/rfc7951/members.js';
import type { Running } from '../datastore/index.js';
import { compilePattern } from '../yang/index.js';
import { type ContextItem, formOf, type NamedItem, octetsOf } from './record/item.js';
import { type Redacted, redact, type WordPattern } from './redaction/index.js';

const SENSITIVITIES = ['public', 'internal', 'personal', 'secret'];
const POLICIES = 'yangent-contexts:sharing-policy';
/** Octets of one item's content, unless a policy says otherwise. */
const LONGEST_CONTENT = 1 << 20;

interface Policy {
  readonly name: string;
  fits(item: ContextItem): boolean;
  readonly action: string;
  readonly kinds: readonly string[];
  readonly members: readonly string[];
  readonly patterns: readonly WordPattern[];
  readonly maxLength?: number;
}

export class SharingPolicies {
  #source: unknown;
  #policies: readonly Policy[] = [];

  constructor(
    private readonly running: Pick<Running, 'tree'>,
    private readonly directory: AgentDirectory,
  ) {}

  /**
   * The item as it may be shared: its content redacted, what was removed recorded.
   *
   * @throws RpcError access-denied when a policy forbids sharing, too-big when the content is too long.
   */
  apply(item: NamedItem): ContextItem {
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
   * A text that is no context item, as it may be shared; what no policy speaks of stays as it is.
   *
   * @throws RpcError access-denied when a policy forbids sharing, too-big when the text is too long for it.
   */
  textOf(item: NamedItem & { readonly content: string }): Redacted {
    if (!this.#current().some((each) => each.fits(item))) return { content: item.content, removed: [] };
    const { content = '', redacted } = this.apply(item);
    return { content, removed: redacted };
  }

  /** Compiled anew only when running has changed. */
  #current(): readonly Policy[] {
    const source = this.running.tree.children.get(POLICIES);
    if (source === this.#source) return this.#policies;
    const value = source === undefined ? [] : nodeToValue(source);
    this.#policies = entriesOf({ policies: value }, 'policies').map((entry) => this.#compile(entry));
    this.#source = source;
    return this.#policies;
  }

  #compile(entry: Members): Policy {
    const domainOf = (agent: string) => this.directory.get(agent)?.domain;
    const conditions: readonly (readonly [readonly string[], (item: ContextItem) => string | undefined])[] = [
      [textsOf(entry, 'from'), (item) => item.from],
      [textsOf(entry, 'from-domain'), (item) => domainOf(item.from)],
      [textsOf(entry, 'to'), (item) => item.to],
      [textsOf(entry, 'to-domain'), (item) => domainOf(item.to)],
      [textsOf(entry, 'type'), (item) => item.type],
    ];
    const least = SENSITIVITIES.indexOf(textOf(entry, 'min-sensitivity') ?? 'public');
    return {
      name: textOf(entry, 'name') ?? '',
      action: textOf(entry, 'action') ?? 'deny',
      kinds: textsOf(entry, 'redact'),
      members: textsOf(entry, 'redact-member'),
      patterns: textsOf(entry, 'pattern').map((text) => compilePattern(text)),
      maxLength: numberOf(entry, 'max-length'),
      fits: (item) =>
        SENSITIVITIES.indexOf(item.sensitivity ?? 'internal') >= least &&
        conditions.every(([wanted, read]) => wanted.length === 0 || wanted.includes(read(item) ?? '')),
    };
  }
}

/** Refuses a policy whose pattern is no XSD regular expression. */
export function requirePatterns(policy: Members, path: string): void {
  for (const text of textsOf(policy, 'pattern')) {
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
