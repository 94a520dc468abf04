import type { Call } from '../server/index.js';
import type { ItemParties } from './record/items.js';
import type { StoredAccess } from './record/params.js';

/** Whom a record concerns: the agents it goes between, and the user who wrote it. */
export interface Concerned {
  readonly agents: readonly string[];
  readonly user: string;
}

/** Whether the caller may see a record through the endpoint that is used: an agent's endpoint shows what concerns that agent. */
export function maySee(call: Call, { agents, user }: Concerned): boolean {
  const { view } = call;
  if (view.kind === 'agent' && !agents.includes(view.agent)) return false;
  return call.sees({ agents: [...agents], users: [user] });
}

/** Whether the caller may see a context item. */
export function sees(call: Call, item: ItemParties): boolean {
  return item.withdrawn !== true && maySee(call, { agents: [item.from, item.to], user: item.owner });
}

/**
 * Whether the caller may see a data parameter. An agent's endpoint also shows what the caller wrote, so that the caller's
 * messages there can refer to it.
 */
export function seesParam(call: Call, { param, readers }: StoredAccess): boolean {
  const agents = param.agent === null ? readers : [...readers, param.agent];
  return param.owner === call.user || maySee(call, { agents, user: param.owner });
}

/** Rows read at once; they may hold megabytes each. */
const PIECE = 100;

/**
 * Fills a page of a list: asks for rows behind a key, piece by piece, and keeps those that the caller may see.
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
