/** Tells which data the agents of a caller may read, because a message that they may read names them. */
import type { MessageData } from '../../contexts/index.js';
import type { Call } from '../../server/index.js';
import type { Queries } from '../../store/index.js';
import type { SessionPeer } from '../homes/homes.js';
import { readable } from '../member/passes.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { Draw, SessionServices } from '../services.js';
import { givingBehind, type Look } from './behind.js';
import { isShared, someNaming } from './naming.js';

type Needs = Pick<
  SessionServices,
  | ('sessions' | 'members' | 'messages' | 'directory' | 'contexts' | 'rings')
  | ('linkRows' | 'behind' | 'homes' | 'rates')
>;

const NONE: ReadonlySet<string> = new Set();

export function messageData(o: Needs): MessageData {
  const { data } = o.messages;
  return {
    readable: async (call, params, queries) => {
      const named = await data.named(params, queries);
      if (named.length === 0) return NONE;
      const readable = new Set(await readableAmong(o, readers(o, call), named, queries));
      const peer = peerOf(o, call);
      if (!peer) return readable;
      for (const param of named) if (await some(givingBehind(o, peer, param, { queries }))) readable.add(param);
      return readable;
    },
    followable: (call, param) => some(giving(o, call, param, { isIn: true })),
    pace: async (call, param) => {
      let widest: Draw | undefined;
      for await (const { id, terms } of giving(o, call, param, {})) {
        const rate = terms.qos['max-bytes-rate'];
        if (rate === undefined) return undefined;
        if (rate > (widest?.perSecond ?? 0)) widest = { key: `${call.user}/${id}/data`, perSecond: rate, amount: 0 };
      }
      const draw = widest;
      if (!draw) return undefined;
      return { perSecond: draw.perSecond, take: (amount) => o.rates.take({ ...draw, amount })?.wait ?? 0 };
    },
    page: async (call, after, limit) => {
      const agents = readers(o, call);
      const page: string[] = [];
      for (let from = after; page.length < limit; ) {
        const named = await data.page(agents, from, limit);
        page.push(...(await readableAmong(o, agents, named)).slice(0, limit - page.length));
        const last = named.at(-1);
        if (named.length < limit || last === undefined) break;
        from = last;
      }
      return page;
    },
    withdraw: async (tx, params) => {
      const sessions = await data.withdraw(tx, params);
      tx.afterCommit(() => {
        for (const session of sessions) o.rings.forget(session);
      });
    },
  };
}

/** Returns the peer as which the caller reads for the members behind it. */
function peerOf({ homes }: Pick<Needs, 'homes'>, { user, view }: Call): SessionPeer | undefined {
  return view.kind === 'node' ? homes.peerOfUser(user) : undefined;
}

/** Returns the agents for which the caller reads at this endpoint. */
function readers({ directory }: Pick<Needs, 'directory'>, call: Call): readonly string[] {
  const { view, principal } = call;
  if (view.kind === 'agent') return call.sees({ agents: [view.agent] }) ? [view.agent] : [];
  return principal.agent === undefined ? directory.actableBy(call) : [...directory.actableBy(call), principal.agent];
}

async function readableAmong(
  o: Needs,
  agents: readonly string[],
  params: readonly string[],
  queries?: Queries,
): Promise<readonly string[]> {
  if (agents.length === 0) return [];
  const readable: string[] = [];
  for (const param of params) if (await some(givingTo(o, agents, param, { queries }))) readable.push(param);
  return readable;
}

/** Yields the sessions by which these agents may read data. */
async function* givingTo(
  o: Needs,
  agents: readonly string[],
  param: string,
  { queries, isIn = false }: Look,
): AsyncGenerator<SessionRecord> {
  for (const { session: id, agent } of await o.messages.data.memberships(param, agents, queries)) {
    const session = await o.sessions.get(id, queries);
    const member = session && (await o.members.get(id, agent, queries));
    if (!session || !member || (isIn && member.state !== 'joined')) continue;
    const isForMember = readable(session, member, o.directory);
    const gives = (message: MessageRecord) => isForMember(message) && isShared(o, message, agent, param);
    if (await someNaming(o, session, param, gives, queries)) yield session;
  }
}

/** Yields the sessions by which a caller may read data, for its agents or as a peer. */
async function* giving(o: Needs, call: Call, param: string, look: Look): AsyncGenerator<SessionRecord> {
  yield* givingTo(o, readers(o, call), param, look);
  const peer = peerOf(o, call);
  if (peer) yield* givingBehind(o, peer, param, look);
}

async function some(sessions: AsyncIterable<SessionRecord>): Promise<boolean> {
  for await (const _ of sessions) return true;
  return false;
}
