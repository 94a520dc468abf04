/** Registering and leaving: the rpcs `register` and `deregister`, the actions `renew`, `drain` and `resume`. */
import type { Call } from '../server/index.js';
import type { Store } from '../store/index.js';
import type { AgentConfiguration } from './configuration.js';
import type { AgentDirectory } from './directory.js';
import type { AgentEvents } from './events.js';
import { type Members, membersOf, numberOf, textOf } from './members.js';
import type { AgentRecord } from './record.js';
import type { AgentStates } from './states.js';
import type { AgentWorkload } from './workload.js';

export interface RegistrationOptions {
  readonly store: Store;
  readonly directory: AgentDirectory;
  readonly states: AgentStates;
  readonly events: AgentEvents;
  readonly configuration: AgentConfiguration;
  readonly workload: AgentWorkload;
  /** New registrations wait for an operator to set `approved`. */
  readonly requireApproval: boolean;
}

/** Members of the rpc's input that become the configured entry as they are. */
const DESCRIPTION = ['domain', 'visibility', 'profile', 'registration', 'execution'] as const;

export class Registration {
  /** One registration after another, so that two callers cannot both find an identifier free. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly o: RegistrationOptions) {}

  /** Adds the agent to running with the caller as owner; again by an owner, replaces its description. */
  register(input: Members, call: Call): Promise<Members> {
    const turn = this.#last.then(() => this.#register(input, call));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #register(input: Members, call: Call): Promise<Members> {
    const { directory, states, store } = this.o;
    const id = textOf(input, 'id') ?? textOf(membersOf(input, 'profile'), 'name') ?? '';
    const known = directory.get(id);
    if (known) requireOwner(known, call);
    const approved = known ? known.approved : !this.o.requireApproval;
    const entry: Record<string, unknown> = {
      id,
      owner: known && known.owners.length > 0 ? known.owners : [call.user],
      approved,
    };
    for (const name of DESCRIPTION) if (input[name] !== undefined) entry[name] = input[name];
    await this.o.configuration.put(entry);

    const lease = numberOf(input, 'lease') ?? null;
    const expires = lease === null ? null : states.now() + lease * 1000;
    await store.transact(async (tx) => {
      await states.change(tx, id, { lease, lease_expires: expires, lapsed: 0, last_seen: states.now(), draining: 0 });
    });
    return { id, approved, ...(expires === null ? {} : { 'lease-expires': dateAndTime(expires) }) };
  }

  async deregister(input: Members, call: Call): Promise<undefined> {
    const agent = this.#known(textOf(input, 'id') ?? '', call);
    requireOwner(agent, call);
    await this.o.configuration.remove(agent.id);
  }

  async renew(input: Members, call: Call): Promise<Members> {
    const { states, store } = this.o;
    const agent = this.#ownOnPath(call);
    const status = states.of(agent.id);
    const lease = numberOf(input, 'lease') ?? status.lease;
    if (lease === null) {
      call.fail({
        tag: 'missing-element',
        info: { 'bad-element': 'lease' },
        message: `agent "${agent.id}" is registered without a lease: say with "lease" for how many seconds to prolong`,
      });
    }
    const expires = states.now() + lease * 1000;
    const load = textOf(input, 'load') ?? status.load;
    await store.transact(async (tx) => {
      await states.change(tx, agent.id, { lease, lease_expires: expires, lapsed: 0, load, last_seen: states.now() });
      const state = status.draining === 1 ? 'draining' : 'online';
      if (status.lapsed === 1) await this.o.events.changed(tx, agent, 'state', { state, reason: 'lease renewed' });
    });
    return { 'lease-expires': dateAndTime(expires) };
  }

  async drain(input: Members, call: Call): Promise<Members> {
    const agent = this.#ownOnPath(call);
    await this.#setDraining(agent, true, textOf(input, 'reason'));
    const { running } = await this.o.workload.of(agent.id);
    return { 'running-tasks': running };
  }

  async resume(_input: Members, call: Call): Promise<undefined> {
    await this.#setDraining(this.#ownOnPath(call), false, undefined);
  }

  /** Reports leases that have ended since. */
  async lapse(): Promise<void> {
    const { states, directory } = this.o;
    for (const { agent: id } of states.lapsed()) {
      const agent = directory.get(id);
      await this.o.store.transact(async (tx) => {
        await states.change(tx, id, { lapsed: 1 });
        if (agent) await this.o.events.changed(tx, agent, 'state', { state: 'offline', reason: 'its lease has ended' });
      });
    }
  }

  async #setDraining(agent: AgentRecord, draining: boolean, reason: string | undefined): Promise<void> {
    const { states, store, events } = this.o;
    if ((states.of(agent.id).draining === 1) === draining) return;
    await store.transact(async (tx) => {
      await states.change(tx, agent.id, { draining: draining ? 1 : 0 });
      const before = states.stateOf(agent);
      const state = before === 'offline' ? before : draining ? 'draining' : 'online';
      await events.changed(tx, agent, 'state', { state, reason });
    });
    if (!draining) this.o.workload.resumed(agent.id);
  }

  /** The agent whose action is invoked, which the caller must own. */
  #ownOnPath(call: Call): AgentRecord {
    const agent = this.#known(String(call.keys[0] ?? ''), call);
    requireOwner(agent, call);
    this.o.states.saw(agent.id);
    return agent;
  }

  #known(id: string, call: Call): AgentRecord {
    return (
      this.o.directory.get(id) ?? call.fail({ tag: 'data-missing', message: `there is no agent "${id}" on this node` })
    );
  }
}

function requireOwner(agent: AgentRecord, call: Call): void {
  if (call.mayActFor(agent.id)) return;
  call.fail({ tag: 'access-denied', message: `user "${call.user}" does not own agent "${agent.id}"` });
}

/** Milliseconds since 1970 as yang:date-and-time. */
export function dateAndTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
