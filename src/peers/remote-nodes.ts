/** Connections to the nodes of remote agents: one for each address, opened when it is first needed. */

import type { RemoteAddress } from '../agents/index.js';
import { BulkClient, type Credential, dpop, type IssueToken, RestconfError } from '../clients/index.js';
import { isObject, messageOf, RpcError } from '../data/index.js';
import type { Members } from '../data/rfc7951/members.js';
import type { Rpcs } from '../generated/index.js';
import {
  type RemoteAction,
  type RemoteData,
  type RemoteNode,
  type RemoteNodes,
  type RemoteRecord,
  type RemoteTask,
  type Speaker,
  TaskFailure,
} from '../tasks/index.js';
import { isNotByModel } from './answer.js';
import { PeerData } from './data.js';
import type { PeerOptions } from './options.js';
import { mayPass, patiently } from './patience.js';
import { connectNode, type NodePeer, type Order } from './peer.js';
import type { PeerOutcome } from './status.js';
import type { PeerTask } from './task.js';

export interface RemoteNodesOptions {
  /** Returns the secret with this name; undefined when there is none. */
  readonly secret: (name: string) => Promise<string | undefined>;
  /** Returns how this node logs in at a node of a trust domain. @throws RpcError access-denied when nothing may go there */
  readonly trusted: (place: TrustedPlace, speaker: Speaker) => TrustedLogin;
  /** Called after each request to a configured peer. */
  readonly seen?: (peer: string, outcome: PeerOutcome) => void;
  readonly limits?: Partial<RemoteLimits>;
}

/** The nodes, and a first contact with one. */
export interface ReachedNodes extends RemoteNodes {
  /** Connects to the node at an address over a connection of its own, and logs in, once. Never rejects. */
  greet(address: RemoteAddress, speaker: Speaker, signal: AbortSignal): Promise<PeerOutcome>;
  /** Returns the connection to a node, for sessions; nothing is repeated and nothing is reported. @throws the error of the node */
  reach(address: RemoteAddress, speaker: Speaker): Promise<NodePeer>;
  /** Returns the connection to a node for bytes. @throws TypeError when it is not configured where bytes are */
  bulk(address: RemoteAddress, speaker: Speaker): Promise<BulkClient>;
  /** Asks a node where the agent with a decentralized identifier is, once. @throws TaskFailure */
  resolve(
    address: RemoteAddress,
    speaker: Speaker,
    did: string,
    signal: AbortSignal,
  ): Promise<Rpcs['yangent-peers:resolve']['output']>;
}

/** The address of an agent on a node of a trust domain. */
export type TrustedPlace = Extract<RemoteAddress, { readonly trustDomain: string }>;

/** How this node logs in at a node of a trust domain. */
export interface TrustedLogin {
  /** Issues a token for that node. @throws RpcError access-denied when there is none any more */
  readonly issue: IssueToken;
  /** The certificates that prove it, in PEM. Absent: the system's. */
  readonly ca?: string;
}

export interface RemoteLimits {
  /** Milliseconds for which an unreachable node is tried again. */
  readonly patience: number;
}

export const DEFAULT_REMOTE_LIMITS: RemoteLimits = { patience: 60_000 };

/** Connections to another node. */
interface Connection {
  readonly peer: Promise<NodePeer>;
  /** For bytes over HTTP; absent when it is not configured. */
  readonly bulk?: BulkClient;
}

/** Maximum number of connections; those that were not asked for for longest are closed. */
const MOST_CONNECTIONS = 4_000;

export function remoteNodes({ secret, trusted, seen, limits }: RemoteNodesOptions): ReachedNodes {
  const { patience } = { ...DEFAULT_REMOTE_LIMITS, ...limits };
  const connections = new Map<string, Connection>();
  const closed = new AbortController();

  /** Returns the connection with this key, which is made when there is none. */
  const connectionTo = (key: string, open: () => Connection): Connection => {
    const connection = connections.get(key) ?? open();
    connections.delete(key);
    connections.set(key, connection);
    connection.peer.catch(() => {
      if (connections.get(key) !== connection) return;
      connections.delete(key);
      connection.bulk?.close();
    });
    for (const [oldest, { peer, bulk }] of connections) {
      if (connections.size <= MOST_CONNECTIONS) break;
      connections.delete(oldest);
      bulk?.close();
      void peer.then((each) => each.close()).catch(() => undefined);
    }
    return connection;
  };

  const opened = (address: RemoteAddress, login: HttpLogin): Connection => {
    const where = bulkOf(address);
    // Made first: it may throw, and then nobody would hear of a failure of the peer.
    const bulk = where ? { bulk: new BulkClient({ ...where, ...login }) } : {};
    return { peer: connectNode({ ...optionsOf(address, login), patience, signal: closed.signal }), ...bulk };
  };

  const passwordFor = async ({ credential, target }: PasswordAddress): Promise<string> => {
    const password = await secret(credential);
    if (password !== undefined) return password;
    const message = `the secret "${credential}", with which this node logs in at ${target}, is not in the secret store`;
    throw new TaskFailure('access-denied', message, { recovery: ['escalate'] });
  };

  /** Returns the connection for an address; a changed secret opens a new one. */
  const byPassword = async (address: PasswordAddress): Promise<Connection> => {
    const password = await passwordFor(address);
    const { target, as, user, identity, dataTarget, dataIdentity } = address;
    const key = JSON.stringify([target, as, user, identity, dataTarget, dataIdentity, password]);
    return connectionTo(key, () => opened(address, { username: user, password }));
  };

  /** Returns the connection for an address and a speaker: those with an authority or a grant of their own have one for each task. */
  const byToken = (address: TrustedPlace, speaker: Speaker): Connection => {
    const { issue, ca } = trusted(address, speaker);
    const { target, agent, as, identity, trustDomain, dataTarget, dataIdentity } = address;
    const { authority, granted } = speaker;
    const spoken = authority || granted ? [speaker.task, authority, granted] : [speaker.agent];
    const key = JSON.stringify([target, agent, as, identity, dataTarget, dataIdentity, trustDomain, ca, spoken]);
    return connectionTo(key, () => opened(address, { credential: dpop(issue), ...(ca === undefined ? {} : { ca }) }));
  };

  const loginAt = async (address: RemoteAddress, speaker: Speaker): Promise<HttpLogin> => {
    if (address.trustDomain === undefined) return { username: address.user, password: await passwordFor(address) };
    const { issue, ca } = trusted(address, speaker);
    return { credential: dpop(issue), ...(ca === undefined ? {} : { ca }) };
  };
  const reported = (address: RemoteAddress): Reported => ({
    address,
    seen: (outcome) => (address.peer === undefined ? undefined : seen?.(address.peer, outcome)),
  });

  const connectionFor = async (address: RemoteAddress, speaker: Speaker): Promise<Connection> =>
    address.trustDomain === undefined ? byPassword(address) : byToken(address, speaker);

  return {
    reach: async (address, speaker) => (await connectionFor(address, speaker)).peer,
    bulk: async (address, speaker) => {
      const { bulk } = await connectionFor(address, speaker);
      if (bulk) return bulk;
      throw new TypeError(`the bytes of the node at ${address.target} are at no known address: give data-target`);
    },
    resolve: (address, speaker, did, signal) =>
      answered(reported(address), signal, 'look', async () => {
        const { peer } = await connectionFor(address, speaker);
        return (await peer).resolve({ 'digital-identifier': did }, { signal });
      }),
    greet: async (address, speaker, signal) => {
      const began = performance.now();
      try {
        const options = optionsOf(address, await loginAt(address, speaker));
        const peer = await connectNode({ ...options, patience: 0, signal: AbortSignal.any([signal, closed.signal]) });
        const latency = performance.now() - began;
        await peer.close();
        return { state: 'up', latency };
      } catch (error) {
        // A peer that does not answer in time has not refused anything.
        return { state: signal.aborted || mayPass(error) ? 'down' : 'refused', error };
      }
    },
    at: (address, speaker, signal) =>
      answered(reported(address), signal, 'login', async () => {
        const [peer, bulk] = await patiently(patience, signal, async () => {
          const connection = await connectionFor(address, speaker);
          return [await connection.peer, connection.bulk] as const;
        });
        return new RemotePeer(peer, reported(address), patience, new PeerData({ wire: peer.wire, bulk, patience }));
      }),
    close: async () => {
      closed.abort(new Error('the node is stopping'));
      for (const { bulk } of connections.values()) bulk?.close();
      await Promise.allSettled([...connections.values()].map(async ({ peer }) => (await peer).close()));
    },
  };
}

type PasswordAddress = RemoteAddress & { readonly credential: string; readonly trustDomain?: undefined };

/** An address, and who is told how requests to it went. */
interface Reported {
  readonly address: RemoteAddress;
  readonly seen: (outcome: PeerOutcome) => void;
}

/** The proof over HTTP of who this node is. */
type HttpLogin =
  | { readonly username: string; readonly password: string; readonly ca?: undefined }
  | { readonly credential: Credential; readonly ca?: string };

class RemotePeer implements RemoteNode {
  readonly data: RemoteData;

  constructor(
    private readonly peer: NodePeer,
    private readonly at: Reported,
    private readonly patience: number,
    data: RemoteData,
  ) {
    this.data = {
      give: (id, given, signal) => answered(at, signal, 'transfer', () => data.give(id, given, signal)),
      look: (id, signal) => answered(at, signal, 'transfer', () => data.look(id, signal)),
    };
  }

  get place(): string {
    return this.peer.place;
  }

  find(taskId: string, signal: AbortSignal): Promise<RemoteTask | undefined> {
    return answered(this.at, signal, 'look', async () => {
      try {
        return this.#taskOf(await this.peer.findTask(taskId, undefined, { signal }));
      } catch (error) {
        if (error instanceof RpcError && error.tag === 'data-missing') return undefined;
        throw error;
      }
    });
  }

  share(item: Members, signal: AbortSignal): Promise<void> {
    return answered(this.at, signal, 'message', async () => {
      try {
        await patiently(this.patience, signal, () => this.peer.wire.invoke('yangent-contexts:share', item, { signal }));
      } catch (error) {
        // The item was shared for an earlier task on the other node; items are not changed.
        if (!(error instanceof RpcError) || error.tag !== 'data-exists') throw error;
      }
    });
  }

  negotiate(round: Members, signal: AbortSignal): Promise<void> {
    return answered(this.at, signal, 'message', async () => {
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
    return answered(this.at, signal, 'message', async () => {
      const { agent: to } = this.at.address;
      const given: Order = { ...order, to };
      return this.#taskOf(await this.peer.assign(given, { signal }));
    });
  }

  #taskOf(task: PeerTask): RemoteTask {
    return new FollowedTask(task, this.at, this.patience);
  }
}

class FollowedTask implements RemoteTask {
  constructor(
    private readonly task: PeerTask,
    private readonly at: Reported,
    private readonly patience: number,
  ) {}

  view(signal: AbortSignal): Promise<RemoteRecord> {
    return answered(this.at, signal, 'look', () => this.task.view({ signal }));
  }

  async *changes(after: number, signal: AbortSignal): AsyncGenerator<unknown, void> {
    try {
      yield* this.task.changes({ after, signal });
    } catch (error) {
      throw failureOf(error, this.at.address, signal);
    }
  }

  renew(signal: AbortSignal): Promise<number | undefined> {
    return answered(this.at, signal, 'message', async () => {
      const { ends } = await patiently(this.patience, signal, () => this.task.renewAuthority({ signal }));
      return ends === undefined ? undefined : Date.parse(ends);
    });
  }

  /** Invokes an action. An answer is sent only once: a repetition could answer the next question. */
  act(action: RemoteAction, input: Members, signal: AbortSignal): Promise<boolean> {
    const patience = action === 'provide-input' ? 0 : this.patience;
    return answered(this.at, signal, 'message', async () => {
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
function optionsOf({ target, as, identity }: RemoteAddress, login: HttpLogin): PeerOptions {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol === 'netconf:' && 'username' in login) {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = url.port === '' ? undefined : Number(url.port);
    return { netconf: { host, port, hostKey: identity }, user: login.username, password: login.password, as };
  }
  if (url?.protocol === 'https:' || url?.protocol === 'http:')
    return { url: target, fingerprint: identity?.replace(FINGERPRINT, ''), as, ...loginOf(login) };
  throw new TypeError(`"${target}" is no address of a node: write https://HOST:PORT or netconf://HOST:PORT`);
}

function loginOf(login: HttpLogin) {
  return 'username' in login
    ? { user: login.username, password: login.password }
    : { user: '', credential: login.credential, ca: login.ca };
}

/** Returns the HTTP address for bytes of data (RFC 9110). @throws TypeError when the target is not an HTTP address */
function bulkOf({ target, identity, dataTarget, dataIdentity }: RemoteAddress) {
  const url = dataTarget ?? target;
  if (dataTarget === undefined && !/^https?:/i.test(target)) return undefined;
  const fingerprint = (dataTarget === undefined ? identity : dataIdentity)?.replace(FINGERPRINT, '');
  return { url, ...(fingerprint === undefined ? {} : { fingerprint }) };
}

/** The kinds of requests: only a look is a measure of latency, and only a login says that the node is not let in. */
type Request = 'login' | 'look' | 'message' | 'transfer';

async function answered<T>(
  { address, seen }: Reported,
  signal: AbortSignal,
  request: Request,
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  try {
    const answer = await work();
    seen(request === 'look' ? { state: 'up', latency: performance.now() - began } : { state: 'up' });
    return answer;
  } catch (error) {
    const failure = failureOf(error, address, signal);
    if (!signal.aborted) seen(outcomeOf(failure, error, request));
    throw failure;
  }
}

/** Says what a failure tells of the node: one that refuses a message has answered. */
function outcomeOf(failure: unknown, error: unknown, request: Request): PeerOutcome {
  if (failure instanceof TaskFailure && failure.code === 'executor-lost') return { state: 'down', error: failure };
  const isLogin = request === 'login' || (error instanceof RestconfError && error.status === UNAUTHORIZED);
  return isLogin ? { state: 'refused', error: failure } : { state: 'up' };
}

/** HTTP status of a failed login (RFC 9110 §15.5.2). */
const UNAUTHORIZED = 401;

/** Converts an error to a failure of the task. The reason of the signal is no failure of the other node. */
function failureOf(error: unknown, { target, user, agent }: RemoteAddress, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof TaskFailure) return signal.aborted ? signal.reason : error;
  const text = messageOf(error);
  if (isDenied(error)) {
    const whom = user === undefined ? 'a token of this node' : `user "${user}"`;
    const message = `the node at ${target} refuses ${whom}: ${text}`;
    return new TaskFailure('access-denied', message, { recovery: ['escalate', 'reassign'] });
  }
  if (mayPass(error)) {
    const message = `the node at ${target} cannot be reached: ${text}`;
    return new TaskFailure('executor-lost', message, { recovery: ['retry', 'reassign'] });
  }
  if (isNotByModel(error)) {
    const message = `the node at ${target} cannot be understood: ${text}`;
    return new TaskFailure('internal', message, { recovery: ['escalate', 'reassign'] });
  }
  const message = `the node at ${target} does not take the task for agent "${agent}": ${text}`;
  return new TaskFailure('internal', message, { recovery: ['escalate', 'reassign'] });
}

function isDenied(error: unknown): boolean {
  return isObject(error) && error.tag === 'access-denied';
}
