/** The limits of what the node sends to a trust domain. */
import { RpcError } from '../../data/index.js';
import type { About } from '../grant/asked.js';
import { Link } from '../grant/link.js';
import { refusalOf } from '../grant/refusal.js';
import type { Usage } from '../grant/usage.js';
import type { ConfiguredDomain, SendCapability } from './configured-domain.js';

/** The most sensitive data that may be sent, and what becomes of those above. */
export interface Ceiling {
  readonly sensitivity: string;
  readonly onExcess: SendCapability['onExcess'];
}

/** Classes of data, the least sensitive first. */
const SENSITIVITIES: readonly string[] = ['public', 'internal', 'personal', 'secret'];

const rankOf = ({ sensitivity }: Ceiling): number => SENSITIVITIES.indexOf(sensitivity);

export class Sending {
  readonly #domain: Pick<ConfiguredDomain, 'name' | 'enabled' | 'send'>;
  /** Sensitivity is no limit of it: data above are removed from what is sent. */
  readonly #link: Link;

  constructor(domain: Pick<ConfiguredDomain, 'name' | 'enabled' | 'send'>, usage: Usage) {
    this.#domain = domain;
    this.#link = new Link(`send ${domain.name}`, domain.send.map(withoutSensitivity), usage);
  }

  /** Returns why nothing goes out to the domain; undefined when something may. */
  get closed(): string | undefined {
    const { name, enabled, send } = this.#domain;
    if (!enabled) return `trust domain "${name}" is suspended: nothing is sent to it`;
    return send.length === 0 ? `trust domain "${name}" says nothing of send, so nothing is sent to it` : undefined;
  }

  /** Returns the refusal of something that is to go out; undefined when it may. */
  refusal(action: string, about: About): RpcError | undefined {
    const { closed } = this;
    if (closed !== undefined)
      return new RpcError({
        type: 'protocol',
        tag: 'access-denied',
        appTag: 'aap_domain_not_allowed',
        message: closed,
      });
    const asked = { action, about: { ...about, domain: this.#domain.name }, at: Date.now() };
    if (this.#link.denial(asked) === undefined) return undefined;
    return refusalOf([this.#link], asked, `trust domain "${this.#domain.name}" (send)`);
  }

  /** Counts what is sent. @throws RpcError when it may not be sent */
  async use(action: string, about: About): Promise<void> {
    const refusal = this.refusal(action, about);
    if (refusal) throw refusal;
    await this.#link.count({ action, about: { ...about, domain: this.#domain.name }, at: Date.now() }, true);
  }

  /** Returns the lowest ceiling of the entries that let something out to this agent; undefined: there is none. */
  ceilingFor(agent: string): Ceiling | undefined {
    const ceilings = this.#domain.send.filter((each) => concerns(each, agent)).flatMap(ceilingIn);
    const lowest = Math.min(...ceilings.map(rankOf));
    const all = ceilings.filter((each) => rankOf(each) === lowest);
    return all.find(({ onExcess }) => onExcess === 'refuse') ?? all[0];
  }
}

function withoutSensitivity(capability: SendCapability): SendCapability {
  const constraints = new Map(capability.constraints);
  constraints.delete('max-sensitivity');
  return { ...capability, constraints };
}

function concerns({ constraints }: SendCapability, agent: string): boolean {
  const named = constraints.get('agent')?.value;
  return !Array.isArray(named) || named.includes(agent);
}

function ceilingIn({ constraints, onExcess }: SendCapability): readonly Ceiling[] {
  const sensitivity = constraints.get('max-sensitivity')?.value;
  return typeof sensitivity === 'string' ? [{ sensitivity, onExcess }] : [];
}
