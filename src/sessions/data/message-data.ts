/** Tells which data the agents of a caller may read, because a message that they may read names them. */
import type { MessageData } from '../../contexts/index.js';
import type { Call } from '../../server/index.js';
import type { Queries } from '../../store/index.js';
import { readable } from '../member/passes.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionServices } from '../services.js';
import { sharesData } from './sharing.js';

/** Messages that are looked at together. */
const PAGE = 500;
/**
 * Maximum number of messages of one session at which a look for one data parameter looks: the newest. Each session has its own, so
 * that many messages in one take nothing from a right that another gives.
 */
const MOST = 10_000;

type Needs = Pick<SessionServices, 'sessions' | 'members' | 'messages' | 'directory' | 'contexts' | 'rings'>;

const NONE: ReadonlySet<string> = new Set();

export function messageData(o: Needs): MessageData {
  const { data } = o.messages;
  return {
    readable: async (call, params, queries) => {
      const named = await data.named(params, queries);
      return named.length === 0 ? NONE : new Set(await readableAmong(o, readers(o, call), named, queries));
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
  for (const param of params) if (await isReadable(o, agents, param, queries)) readable.push(param);
  return readable;
}

function isShared(o: Needs, { from }: MessageRecord, to: string, param: string): boolean {
  return from !== undefined && sharesData(o, { from, to }, param);
}

async function isReadable(o: Needs, agents: readonly string[], param: string, queries?: Queries): Promise<boolean> {
  for (const { session: id, agent } of await o.messages.data.memberships(param, agents, queries)) {
    const session = await o.sessions.get(id, queries);
    const member = session && (await o.members.get(id, agent, queries));
    if (!session || !member) continue;
    const isForMember = readable(session, member, o.directory);
    let before = session.last + 1;
    for (let looks = 0; looks < MOST; ) {
      const page = await o.messages.naming(id, param, { before, limit: PAGE }, queries);
      if (page.some((message) => isForMember(message) && isShared(o, message, agent, param))) return true;
      looks += page.length;
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      before = last.sequence;
    }
  }
  return false;
}
