import type { Call } from '../server/index.js';
import type { Queries } from '../store/index.js';
import type { DataAbroad } from './data-abroad.js';
import type { ItemParties } from './record/items.js';
import { isComplete } from './record/param.js';
import type { DataParams, StoredAccess, StoredParam } from './record/params.js';

/** The agents and the user that a record concerns: its two agents, and its author. */
export interface Concerned {
  readonly agents: readonly string[];
  readonly user: string;
}

/** True when the caller may see a record on its endpoint. An agent's endpoint shows only records that concern this agent. */
export function maySee(call: Call, { agents, user }: Concerned): boolean {
  const { view } = call;
  if (view.kind === 'agent' && !agents.includes(view.agent)) return false;
  return call.sees({ agents: [...agents], users: [user] });
}

/** True when the caller may see a context item. */
export function sees(call: Call, item: ItemParties): boolean {
  return item.withdrawn !== true && maySee(call, { agents: [item.from, item.to], user: item.owner });
}

/** Knows the messages that name data parameters. */
type Named = Pick<DataParams, 'messages' | 'abroad'>;

/**
 * Returns those of these data parameters that the caller may see: its own ones, those that one of its agents gave or was given, and
 * those named by a message that one of its agents may read. An agent's endpoint also shows parameters of the caller, so that its
 * messages there can refer to them.
 *
 * @param queries of the transaction in which it is asked. Default: those of the store
 */
export async function paramsSeen<T extends StoredAccess>(
  { messages, abroad }: Named,
  call: Call,
  found: readonly T[],
  queries?: Queries,
): Promise<readonly T[]> {
  const parties = new Set(found.filter((each) => isParty(call, each)));
  if (parties.size === found.length) return found;
  const others = found.filter((each) => !parties.has(each) && isMeant(abroad, each)).map(({ param }) => param.id);
  const readable = await messages.readable(call, others, queries);
  return found.filter((each) => readable.has(each.param.id) || parties.has(each));
}

/** Applies `paramsSeen` to one data parameter. */
export async function seesParam(named: Named, call: Call, found: StoredAccess, queries?: Queries): Promise<boolean> {
  return (await paramsSeen(named, call, [found], queries)).length > 0;
}

/** True when the caller may see data as they are now: for those that are still arriving, the member of a session must still be in. */
export async function seesNow(named: Named, call: Call, found: StoredParam): Promise<boolean> {
  if (isComplete(found.param)) return seesParam(named, call, found);
  return isParty(call, found) || (isMeant(named.abroad, found) && named.messages.followable(call, found.param.id));
}

/**
 * True when a message that names data of this identifier means these: data with a name of another node must be those that were fetched
 * from it. Others may have got the name before that node was configured.
 */
export function isMeant(abroad: DataAbroad, { param }: Pick<StoredAccess, 'param'>): boolean {
  const source = abroad.source(param.id);
  return source === undefined || source.owner === param.owner;
}

/** True when the data are those of the caller, or one of its agents gave or was given them. */
export function isParty(call: Call, { param, readers }: StoredAccess): boolean {
  const agents = param.agent === null ? readers : [...readers, param.agent];
  return param.owner === call.user || maySee(call, { agents, user: param.owner });
}

/** Number of rows read at once; each may have megabytes. */
const PIECE = 100;

/**
 * Fills a page of a list: reads rows after a key, in pieces, and keeps those that the caller may see.
 */
export async function visiblePage<T>(
  o: { readonly after: string | undefined; readonly limit: number },
  read: (after: string | undefined, limit: number) => Promise<readonly T[]>,
  keyOf: (row: T) => string,
  seen: (rows: readonly T[]) => readonly T[] | Promise<readonly T[]>,
): Promise<T[]> {
  const page: T[] = [];
  const piece = Math.min(o.limit, PIECE);
  for (let { after } = o; page.length < o.limit; ) {
    const rows = await read(after, piece);
    page.push(...(await seen(rows)).slice(0, o.limit - page.length));
    const last = rows.at(-1);
    if (rows.length < piece || last === undefined) break;
    after = keyOf(last);
  }
  return page;
}
