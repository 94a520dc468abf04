/**
 * Stores registrations in running. Registrations that come while others are being stored are stored together; a refused one
 * does not affect the others.
 */
import { ADMIN_GROUP, isPersonItself, OPERATOR_GROUP } from '../access/index.js';
import { RpcError } from '../data/index.js';
import { dateAndTime } from '../data/rfc7951/date-and-time.js';
import type { YangentAgents_Agents_Agent } from '../generated/index.js';
import type { YangentAgentsProvider } from '../generated/providers.js';
import type { Call } from '../server/index.js';
import { isShownMore, requireNotOnTrial } from './admission.js';
import type { AgentConfiguration } from './configuration.js';
import type { AgentDirectory } from './directory.js';
import type { AgentPolicy } from './policy.js';
import type { AgentRecord } from './record/record.js';
import type { AgentStatusChange } from './record/states.js';
import { requireOwner } from './require-owner.js';

type Register = YangentAgentsProvider['rpcs']['register'];

export interface RegistrarOptions {
  readonly directory: AgentDirectory;
  readonly configuration: AgentConfiguration;
  readonly policy: () => AgentPolicy;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Converts a time of `now` to the time of the machine's clock. */
  readonly shown: (moment: number) => number;
  /** Returns the owners in the configuration that a pending confirmed commit may restore; undefined: it has no such agent. */
  readonly confirmedOwners: (id: string) => readonly string[] | undefined;
  /** Stores statuses of agents whose entries stay as they are. */
  readonly keep: (statuses: readonly (readonly [id: string, status: AgentStatusChange])[]) => Promise<void>;
}

/** The verified identity of an agent that registers. */
export interface RegisteredIdentity {
  /** The decentralized identifier that was proved; null: none. */
  readonly did: string | null;
  /** The findings about its credentials (`Findings`); null: it gives none. */
  readonly credentials: string | null;
}

interface Waiting {
  readonly id: string;
  readonly input: Register['input'];
  readonly call: Call;
  readonly identity: RegisteredIdentity;
  readonly resolve: (answer: Register['output']) => void;
  readonly reject: (error: unknown) => void;
}

interface Prepared extends Waiting {
  readonly entry: YangentAgents_Agents_Agent;
  readonly answer: Register['output'];
}

const MOST_TOGETHER = 256;
const MOST_WAITING = 20_000;

export class Registrar {
  #waiting: Waiting[] = [];
  #working = false;
  readonly #statuses = new Map<string, AgentStatusChange>();
  /** Agents whose status was stored with a change of their entry. */
  readonly #stored = new Set<string>();

  constructor(private readonly o: RegistrarOptions) {}

  /** Returns the status of the running agent from a registration that is being stored with a change of its entry. */
  statusOf(id: string): AgentStatusChange | undefined {
    this.#stored.add(id);
    return this.#statuses.get(id);
  }

  /**
   * Adds the agent to running with the caller as owner. A repetition by an owner replaces its description.
   *
   * @returns the output of the rpc, when it is durable
   * @throws RpcError access-denied for callers that do not own it, resource-denied when there are too many
   */
  register(input: Register['input'], call: Call, identity: RegisteredIdentity): Promise<Register['output']> {
    const id = input.id ?? input.profile.name;
    if (this.#waiting.length >= MOST_WAITING) {
      const message = `${this.#waiting.length} registrations are already waiting; try again later`;
      throw new RpcError({ type: 'application', tag: 'resource-denied', message });
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, input, call, identity, resolve, reject });
      void this.#work();
    });
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    while (this.#waiting.length > 0) await this.#store(this.#next());
    this.#working = false;
  }

  /** Returns prepared registrations of different agents that can be stored together. Refused ones are rejected. */
  #next(): readonly Prepared[] {
    const taken = new Map<string, Prepared>();
    const users = new Map<string, number>();
    const later: Waiting[] = [];
    const coming = this.#waiting.splice(0, MOST_TOGETHER);
    for (const each of coming) {
      // A second registration of the agent must see the result of the first.
      if (taken.has(each.id)) {
        later.push(each);
        continue;
      }
      try {
        taken.set(each.id, this.#prepare(each, users));
      } catch (error) {
        each.reject(error);
      }
    }
    this.#waiting.unshift(...later);
    return [...taken.values()];
  }

  #prepare(waiting: Waiting, users: Map<string, number>): Prepared {
    const { id, input, call, identity } = waiting;
    const { directory, now, shown, policy } = this.o;
    const known = directory.registered(id);
    if (known) requireOwner(known, call);
    else {
      requireNotOnTrial(id, call, this.o.confirmedOwners(id));
      this.#requireRoom(call, users);
    }
    requireLocal(known, call);
    requireOutside(known, input, call);
    const approved = known ? known.approved : !policy()['operator-approval'] || call.groups.includes(OPERATOR_GROUP);
    const { domain, visibility, profile, execution, lease = null } = input;
    const owner = known && known.owners.length > 0 ? known.owners : [call.user];
    const isWithdrawn = known !== undefined && !known.published;
    const waitsForOwner = policy()['owner-approval'] && !isPersonItself(call.principal);
    const isHidden =
      isWithdrawn || (waitsForOwner && isShownMore(known, { published: true, visibility: input.visibility }));
    const published = isHidden ? false : undefined;
    const described = { domain, visibility, profile, execution, ...referring(input) };
    const entry = { id, owner, approved, published, ...described };
    const expires = lease === null ? null : now() + lease * 1000;
    const status = { lease, lease_expires: expires, lapsed: 0, last_seen: now(), draining: 0 };
    this.#statuses.set(id, { ...status, proved_did: identity.did, credentials: identity.credentials });
    const answer = { id, approved, 'lease-expires': expires === null ? undefined : dateAndTime(shown(expires)) };
    return { ...waiting, entry, answer };
  }

  #requireRoom({ user, groups }: Call, users: Map<string, number>): void {
    if (groups.includes(OPERATOR_GROUP) || groups.includes(ADMIN_GROUP)) return;
    const most = this.o.policy()['max-agents-per-owner'];
    const coming = (users.get(user) ?? 0) + 1;
    users.set(user, coming);
    if (this.o.directory.countOf(user) + coming <= most) return;
    throw new RpcError({
      type: 'application',
      tag: 'resource-denied',
      message: `user "${user}" owns ${this.o.directory.countOf(user)} agents; this node lets a user register ${most} (policy/max-agents-per-owner)`,
    });
  }

  /** An entry that stays as it is has no change with which its status would be stored. */
  async #keepOthers(batch: readonly Prepared[]): Promise<void> {
    const left = batch.flatMap(({ id }) => {
      const status = this.#stored.has(id) ? undefined : this.#statuses.get(id);
      return status ? [[id, status] as const] : [];
    });
    if (left.length > 0) await this.o.keep(left);
  }

  /** Stores all in one edit. When it is refused, stores each by itself, so that each gets its own answer. */
  async #store(batch: readonly Prepared[]): Promise<void> {
    const [first, ...rest] = batch;
    if (!first) return;
    try {
      this.#stored.clear();
      await this.o.configuration.put(first.entry, ...rest.map(({ entry }) => entry));
      await this.#keepOthers(batch);
      for (const { answer, resolve } of batch) resolve(answer);
    } catch (error) {
      if (rest.length === 0) first.reject(error);
      else for (const each of batch) await this.#store([each]);
    } finally {
      for (const { id } of batch) this.#statuses.delete(id);
    }
  }
}

/** Returns the part of a registration with references to its profile, which refer to the profile of the entry now. */
function referring({ security, registration }: Register['input']) {
  const texts = (names: readonly string[] | undefined) => names;
  const withTexts = registration && {
    ...registration,
    interface: registration.interface?.map((each) => ({ ...each, security: texts(each.security) })),
  };
  return { security: texts(security), registration: withTexts };
}

/** Refuses changes of a remote agent, except by operators and administrators: only they decide where the node connects. */
function requireLocal(known: AgentRecord | undefined, call: Call): void {
  if (!known?.remote || call.groups.includes(OPERATOR_GROUP) || call.groups.includes(ADMIN_GROUP)) return;
  call.fail({
    tag: 'access-denied',
    message: `agent "${known.id}" lives on another node, as an operator has configured: only operators and administrators change that`,
  });
}

/** Refuses to register an agent as one that the node runs: only the node starts programs. */
function requireOutside(known: AgentRecord | undefined, input: Register['input'], call: Call): void {
  if (input.execution.kind !== 'hosted' || known?.kind === 'hosted') return;
  call.fail({
    tag: 'invalid-value',
    path: '/yangent-agents:register/execution/kind',
    message:
      'an agent that registers itself does not run inside the node: register it as attached; the node hosts agents whose programs it was started with (yangent serve --agent)',
  });
}
