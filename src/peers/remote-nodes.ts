/** Connections to the nodes of remote agents: one for each address, opened when it is first needed. */

import type { RemoteAddress } from '../agents/index.js';
import { BulkClient } from '../clients/index.js';
import { isObject, messageOf, RpcError } from '../data/index.js';
import type { Members } from '../data/rfc7951/members.js';
import {
  type RemoteAction,
  type RemoteData,
  type RemoteNode,
  type RemoteNodes,
  type RemoteRecord,
  type RemoteTask,
  TaskFailure,
} from '../tasks/index.js';
import { PeerData } from './data.js';
import type { PeerOptions } from './options.js';
import { mayPass, patiently } from './patience.js';
import { connectNode, type NodePeer, type Order } from './peer.js';
import type { PeerTask } from './task.js';

export interface RemoteNodesOptions {
  /** Returns the secret with this name; undefined when there is none. */
  readonly secret: (name: string) => Promise<string | undefined>;
  readonly limits?: Partial<RemoteLimits>;
}

export interface RemoteLimits {
  /** Milliseconds for which an unreachable node is tried again. */
  readonly patience: number;
}

export const DEFAULT_REMOTE_LIMITS: RemoteLimits = { patience: 60_000 };

export function remoteNodes({ secret, limits }: RemoteNodesOptions): RemoteNodes {
  const { patience } = { ...DEFAULT_REMOTE_LIMITS, ...limits };
  const peers = new Map<string, Promise<NodePeer>>();
  const bulks = new Map<string, BulkClient>();
  const closed = new AbortController();

  /** Returns the connection for an address. @param password part of the key: a changed secret opens a new connection */
  const peerAt = (address: RemoteAddress, password: string): Promise<NodePeer> => {
    const key = JSON.stringify([address.target, address.as, address.user, address.identity, password]);
    let peer = peers.get(key);
    if (!peer) {
      peer = connectNode({ ...optionsOf(address), password, patience, signal: closed.signal });
      peers.set(key, peer);
      peer.catch(() => peers.delete(key));
    }
    return peer;
  };

  /** Returns the client for bytes over HTTP; undefined when it is not configured. */
  const bulkAt = (address: RemoteAddress, password: string): BulkClient | undefined => {
    const where = bulkOf(address);
    if (!where) return undefined;
    const key = JSON.stringify([where, address.user, password]);
    const bulk = bulks.get(key) ?? new BulkClient({ ...where, username: address.user, password });
    bulks.set(key, bulk);
    return bulk;
  };

  return {
    at: (address, signal) =>
      answered(address, signal, async () => {
        const password = await secret(address.credential);
        if (password === undefined) {
          const message = `the secret "${address.credential}", with which this node logs in at ${address.target}, is not in the secret store`;
          throw new TaskFailure('access-denied', message, { recovery: ['escalate'] });
        }
        const peer = await patiently(patience, signal, () => peerAt(address, password));
        const data = new PeerData({ wire: peer.wire, bulk: bulkAt(address, password), patience });
        return new RemotePeer(peer, address, patience, data);
      }),
    close: async () => {
      closed.abort(new Error('the node is stopping'));
      for (const bulk of bulks.values()) bulk.close();
      await Promise.allSettled([...peers.values()].map(async (peer) => (await peer).close()));
    },
  };
}

class RemotePeer implements RemoteNode {
  readonly data: RemoteData;

  constructor(
    private readonly peer: NodePeer,
    private readonly address: RemoteAddress,
    private readonly patience: number,
    data: RemoteData,
  ) {
    this.data = {
      give: (id, given, signal) => answered(address, signal, () => data.give(id, given, signal)),
      look: (id, signal) => answered(address, signal, () => data.look(id, signal)),
    };
  }

  get place(): string {
    return this.peer.place;
  }

  find(taskId: string, signal: AbortSignal): Promise<RemoteTask | undefined> {
    return answered(this.address, signal, async () => {
      try {
        return this.#taskOf(await this.peer.findTask(taskId, undefined, { signal }));
      } catch (error) {
        if (error instanceof RpcError && error.tag === 'data-missing') return undefined;
        throw error;
      }
    });
  }

  share(item: Members, signal: AbortSignal): Promise<void> {
    return answered(this.address, signal, async () => {
      try {
        await patiently(this.patience, signal, () => this.peer.wire.invoke('yangent-contexts:share', item, { signal }));
      } catch (error) {
        // The item was shared for an earlier task on the other node; items are not changed.
        if (!(error instanceof RpcError) || error.tag !== 'data-exists') throw error;
      }
    });
  }

  negotiate(round: Members, signal: AbortSignal): Promise<void> {
    return answered(this.address, signal, async () => {
      try {
        await patiently(this.patience, signal, () =>
          this.peer.wire.invoke('yangent-tasks:negotiate', round, { signal }),
        );
      } catch (error) {
        if (!(error instanceof RpcError) || error.appTag !== 'round-taken') throw error;
      }
    });
  }

  assign(order: Members, signal: AbortSignal): Promise<RemoteTask> {
    return answered(this.address, signal, async () => {
      const { agent: to } = this.address;
      const given: Order = { ...order, to };
      return this.#taskOf(await this.peer.assign(given, { signal }));
    });
  }

  #taskOf(task: PeerTask): RemoteTask {
    return new FollowedTask(task, this.address, this.patience);
  }
}

class FollowedTask implements RemoteTask {
  constructor(
    private readonly task: PeerTask,
    private readonly address: RemoteAddress,
    private readonly patience: number,
  ) {}

  view(signal: AbortSignal): Promise<RemoteRecord> {
    return answered(this.address, signal, () => this.task.view({ signal }));
  }

  async *changes(after: number, signal: AbortSignal): AsyncGenerator<unknown, void> {
    try {
      yield* this.task.changes({ after, signal });
    } catch (error) {
      throw failureOf(error, this.address, signal);
    }
  }

  /** Invokes an action. An answer is sent only once: a repetition could answer the next question. */
  act(action: RemoteAction, input: Members, signal: AbortSignal): Promise<boolean> {
    const patience = action === 'provide-input' ? 0 : this.patience;
    return answered(this.address, signal, async () => {
      try {
        await patiently(patience, signal, () => ACTIONS[action](this.task, input, signal));
        return true;
      } catch (error) {
        if (error instanceof RpcError && error.appTag === 'bad-transition') return false;
        throw error;
      }
    });
  }
}

type Act = (task: PeerTask, input: Members, signal: AbortSignal) => Promise<unknown>;

const ACTIONS: Readonly<Record<RemoteAction, Act>> = {
  cancel: (task, { reason }, signal) => task.cancel(String(reason), { signal }),
  suspend: (task, { reason }, signal) => task.suspend(String(reason), { signal }),
  resume: (task, _, signal) => task.resume({ signal }),
  update: (task, terms, signal) => task.update(terms, { signal }),
  'provide-input': (task, input, signal) => task.provideInput(input, { signal }),
};

const FINGERPRINT = /^sha-256:/i;

/** Returns the options for a target. @throws TypeError when the target is not the address of a node */
function optionsOf({ target, as, user, identity }: RemoteAddress): PeerOptions {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol === 'netconf:') {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port === '' ? undefined : Number(url.port);
    return { netconf: { host, port, hostKey: identity }, user, as };
  }
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return { url: target, fingerprint: identity?.replace(FINGERPRINT, ''), user, as };
  throw new TypeError(`"${target}" is no address of a node: write https://HOST:PORT or netconf://HOST:PORT`);
}

/** Returns the HTTP address for bytes of data (RFC 9110). @throws TypeError when the target is not an HTTP address */
function bulkOf({ target, identity, dataTarget, dataIdentity }: RemoteAddress) {
  const url = dataTarget ?? target;
  if (dataTarget === undefined && !/^https?:/i.test(target)) return undefined;
  const fingerprint = (dataTarget === undefined ? identity : dataIdentity)?.replace(FINGERPRINT, '');
  return { url, ...(fingerprint === undefined ? {} : { fingerprint }) };
}

async function answered<T>(address: RemoteAddress, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error, address, signal);
  }
}

/** Converts an error to a failure of the task. The reason of the signal is no failure of the other node. */
function failureOf(error: unknown, { target, user, agent }: RemoteAddress, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof TaskFailure) return signal.aborted ? signal.reason : error;
  const text = messageOf(error);
  if (isDenied(error)) {
    const message = `the node at ${target} refuses user "${user}": ${text}`;
    return new TaskFailure('access-denied', message, { recovery: ['escalate', 'reassign'] });
  }
  if (mayPass(error)) {
    const message = `the node at ${target} cannot be reached: ${text}`;
    return new TaskFailure('executor-lost', message, { recovery: ['retry', 'reassign'] });
  }
  const message = `the node at ${target} does not take the task for agent "${agent}": ${text}`;
  return new TaskFailure('internal', message, { recovery: ['escalate', 'reassign'] });
}

function isDenied(error: unknown): boolean {
  return isObject(error) && error.tag === 'access-denied';
}
