/** Registration: the rpcs `register` and `deregister`, and the actions of an agent. */

import { isPersonItself } from '../../access/index.js';
import { dateAndTime } from '../../data/rfc7951/date-and-time.js';
import type { YangentAgentsProvider } from '../../generated/providers.js';
import type { Identity } from '../../identity/index.js';
import type { Call } from '../../server/index.js';
import type { Store } from '../../store/index.js';
import type { AgentConfiguration } from '../configuration.js';
import type { AgentDirectory } from '../directory.js';
import type { AgentMeasurements } from '../measurements.js';
import type { AgentPolicy } from '../policy.js';
import type { Qualifications } from '../qualification/qualifications.js';
import type { AgentRecord } from '../record/record.js';
import type { AgentStates, AgentStatusChange } from '../record/states.js';
import type { Registrar } from '../registrar.js';
import { requireOwner } from '../require-owner.js';
import { mayFind } from '../visibility.js';
import type { AgentWorkload } from '../workload.js';
import { type ProofTerms, provedIdentifier } from './identity.js';
import type { AgentEvents } from './notification.js';

type Rpcs = YangentAgentsProvider['rpcs'];
type Actions = YangentAgentsProvider['actions'];
type Action<N extends string> = Actions[`/yangent-agents:agents/agent/${N}` & keyof Actions];
type AgentCall = Call<Action<'renew'>['keys']>;

export interface RegistrationOptions {
  readonly store: Store;
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly events: AgentEvents;
  readonly configuration: AgentConfiguration;
  readonly registrar: Registrar;
  readonly measurements: AgentMeasurements;
  readonly workload: AgentWorkload;
  /** Verifies proofs of identifiers. Absent: none is taken. */
  readonly control?: Identity['control'];
  readonly identities?: Identity['identities'];
  readonly qualifications: Pick<Qualifications, 'admit'>;
  readonly policy: () => AgentPolicy;
  readonly isOfTwoDomains?: ProofTerms['isOfTwoDomains'];
}

/** Maximum number of leases or latencies written by one transaction. */
const TOGETHER = 200;

export class Registration {
  /** Reasons of deregistrations in progress, by agent. */
  readonly #reasons = new Map<string, string>();

  constructor(private readonly o: RegistrationOptions) {}

  /** Returns the reason of a deregistration in progress. */
  reasonOf(id: string): string | undefined {
    return this.#reasons.get(id);
  }

  async register(input: Rpcs['register']['input'], call: Call): Promise<Rpcs['register']['output']> {
    const { directory, identities, qualifications, registrar } = this.o;
    const did = await provedIdentifier(input, call, this.#terms());
    const id = directory.registered(input.id ?? input.profile.name)?.id;
    const holder = (id === undefined ? undefined : identities?.ofAgent(id)) ?? did;
    const credentials = await qualifications.admit(input.registration?.security?.credential ?? [], holder, call);
    return registrar.register(input, call, { did: did ?? null, credentials });
  }

  #terms() {
    const { control, policy, isOfTwoDomains } = this.o;
    return { control, isOfTwoDomains, required: policy()['yangent-identity:identity'] };
  }

  /** Stores the statuses of agents that were registered again as they are, so that nothing else was stored for them. */
  async keep(statuses: readonly (readonly [id: string, status: AgentStatusChange])[]): Promise<void> {
    const { states, directory, store, events } = this.o;
    await store.transact(async (tx) => {
      for (const [id, status] of statuses) {
        const agent = directory.registered(id);
        if (!agent) continue;
        const before = states.of(id);
        await states.change(tx, id, status);
        if (before.lapsed === 1 || before.draining === 1)
          await events.changed(tx, { agent, change: 'state', state: 'online', reason: 'registered again' });
      }
    });
  }

  async deregister({ id, reason }: Rpcs['deregister']['input'], call: Call): Promise<undefined> {
    const agent = this.#known(id, call);
    requireOwner(agent, call);
    if (reason !== undefined) this.#reasons.set(agent.id, reason);
    try {
      await this.o.configuration.remove(agent.id);
    } finally {
      this.#reasons.delete(agent.id);
    }
  }

  async renew(input: Action<'renew'>['input'], call: AgentCall): Promise<Action<'renew'>['output']> {
    const { states, store } = this.o;
    const agent = this.#ownOnPath(call);
    const status = states.of(agent.id);
    const lease = input.lease ?? status.lease;
    if (lease === null) {
      call.fail({
        tag: 'missing-element',
        info: { 'bad-element': 'lease' },
        message: `agent "${agent.id}" is registered without a lease: say with "lease" for how many seconds to prolong`,
      });
    }
    const expires = states.now() + lease * 1000;
    const load = input.load ?? status.load;
    await store.transact(async (tx) => {
      await states.change(tx, agent.id, { lease, lease_expires: expires, lapsed: 0, load, last_seen: states.now() });
      const state = status.draining === 1 ? 'draining' : 'online';
      if (status.lapsed === 1)
        await this.o.events.changed(tx, { agent, change: 'state', state, reason: 'lease renewed' });
    });
    return { 'lease-expires': dateAndTime(states.shown(expires)) };
  }

  async drain({ reason }: Action<'drain'>['input'], call: AgentCall): Promise<Action<'drain'>['output']> {
    const agent = this.#ownOnPath(call);
    await this.#setDraining(agent, true, reason);
    return { 'running-tasks': this.o.measurements.of(agent.id).running };
  }

  async resume(call: AgentCall): Promise<undefined> {
    await this.#setDraining(this.#ownOnPath(call), false, undefined);
  }

  async publish({ visibility }: Action<'publish'>['input'], call: AgentCall): Promise<undefined> {
    const agent = this.#ownOnPath(call);
    if (!isPersonItself(call.principal))
      call.fail({
        tag: 'access-denied',
        message: `only a person who owns agent "${agent.id}" publishes it: what acts for the person may withdraw it`,
      });
    await this.o.configuration.merge({ id: agent.id, published: true, visibility });
  }

  async withdraw(call: AgentCall): Promise<undefined> {
    await this.o.configuration.merge({ id: this.#ownOnPath(call).id, published: false });
  }

  /** Reports leases that have ended since the last call. */
  async lapse(): Promise<void> {
    const { states, directory, store, events } = this.o;
    const lapsed = states.lapsed();
    for (let at = 0; at < lapsed.length; at += TOGETHER) {
      await store.transact(async (tx) => {
        for (const { agent: id } of lapsed.slice(at, at + TOGETHER)) {
          await states.change(tx, id, { lapsed: 1 });
          const agent = directory.registered(id);
          if (agent)
            await events.changed(tx, { agent, change: 'state', state: 'offline', reason: 'its lease has ended' });
        }
      });
    }
  }

  /** Stores new measurements for the next start. */
  async keepMeasurements(): Promise<void> {
    const { states, directory, store, measurements } = this.o;
    const agents = measurements.takeUnkept(TOGETHER).filter((id) => directory.registered(id));
    if (agents.length === 0) return;
    await store.transact(async (tx) => {
      for (const id of agents) {
        const { latency = null, measuredAt = null } = measurements.of(id);
        await states.change(tx, id, { latency, measured_at: measuredAt });
      }
    });
  }

  async #setDraining(agent: AgentRecord, draining: boolean, reason: string | undefined): Promise<void> {
    const { states, store, events } = this.o;
    if ((states.of(agent.id).draining === 1) === draining) return;
    await store.transact(async (tx) => {
      await states.change(tx, agent.id, { draining: draining ? 1 : 0 });
      const before = states.stateOf(agent);
      const state = before === 'offline' ? before : draining ? 'draining' : 'online';
      await events.changed(tx, { agent, change: 'state', state, reason });
    });
    if (!draining) this.o.workload.resumed(agent.id);
  }

  /** Returns the agent whose action is invoked; the caller must own it. */
  #ownOnPath(call: AgentCall): AgentRecord {
    const agent = this.#known(call.keys.id, call);
    requireOwner(agent, call);
    this.o.states.saw(agent.id);
    return agent;
  }

  /** Returns the agent if the caller may find it. For other callers, the error is that of a missing agent. */
  #known(id: string, call: Call): AgentRecord {
    const { directory } = this.o;
    const agent = directory.registered(id);
    if (agent && mayFind(agent, call, directory)) return agent;
    return call.fail({ tag: 'data-missing', message: `there is no agent "${id}" on this node` });
  }
}
