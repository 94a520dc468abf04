/** Messages that name data parameters. */
import type { Queries } from '../../store/index.js';
import { domainOf } from '../homes/names.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import type { SessionServices } from '../services.js';
import { sharesData } from './sharing.js';

/** Messages that are looked at together. */
const PAGE = 500;
/**
 * Maximum number of messages of one session at which a look for one data parameter looks: the newest. Each session has its own, so
 * that many messages in one take nothing from a right that another gives.
 */
const MOST = 10_000;

/** True when one of the newest messages of a session that name a data parameter, and mean data that have this name here, is such. */
export async function someNaming(
  o: Pick<SessionServices, 'messages' | 'directory' | 'homes'>,
  session: SessionRecord,
  param: string,
  gives: (message: MessageRecord) => boolean,
  queries?: Queries,
): Promise<boolean> {
  let before = session.last + 1;
  for (let looks = 0; looks < MOST; ) {
    const page = await o.messages.naming(session.id, param, { before, limit: PAGE }, queries);
    if (page.some((message) => means(o, session, message, param) && gives(message))) return true;
    looks += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    before = last.sequence;
  }
  return false;
}

/** True when the policies let an agent get data that a message names. */
export function isShared(
  o: Pick<SessionServices, 'contexts'>,
  { from }: MessageRecord,
  to: string,
  param: string,
): boolean {
  return from !== undefined && sharesData(o, { from, to }, param);
}

/**
 * True when a message may mean data by a name with a domain: one that came from the peer over which that domain is reached. What agents
 * of this node name was checked when they sent it.
 */
function means(
  { directory, homes }: Pick<SessionServices, 'directory' | 'homes'>,
  { copy }: SessionRecord,
  { from = '' }: MessageRecord,
  param: string,
): boolean {
  const domain = domainOf(param);
  if (domain === undefined || directory.registered(from) !== undefined || !from.includes('@')) return true;
  const peer = homes.peerOf(domain)?.name;
  return peer !== undefined && (copy?.peer === peer || directory.get(from)?.foreign?.peer === peer);
}
