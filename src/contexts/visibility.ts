import type { Call } from '../server/index.js';
import type { ItemParties } from './record/items.js';
import type { StoredAccess } from './record/params.js';

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

/**
 * True when the caller may see a data parameter. An agent's endpoint also shows parameters of the caller, so that its
 * messages there can refer to them.
 */
export function seesParam(call: Call, { param, readers }: StoredAccess): boolean {
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
  visible: (row: T) => boolean,
): Promise<T[]> {
  const page: T[] = [];
  const piece = Math.min(o.limit, PIECE);
  for (let { after } = o; page.length < o.limit; ) {
    const rows = await read(after, piece);
    for (const row of rows) if (page.length < o.limit && visible(row)) page.push(row);
    const last = rows.at(-1);
    if (rows.length < piece || last === undefined) break;
    after = keyOf(last);
  }
  return page;
}
