/** State of yangent-contexts: the items and data parameters that the caller may see, in pages. */
import { type AgentDirectory, rowScope } from '../../agents/index.js';
import type { YangentContextsProvider } from '../../generated/providers.js';
import type { Call, ListState } from '../../server/index.js';
import { type ContextItem, itemValue } from '../record/item.js';
import type { ContextItems } from '../record/items.js';
import { paramValue } from '../record/param.js';
import type { DataParams, StoredParam } from '../record/params.js';
import { itemShown, itemsShown } from '../references.js';
import type { Retention } from '../retention.js';
import { isMeant, paramsSeen, sees, seesParam, visiblePage } from '../visibility.js';

type States = YangentContextsProvider['state'];

/** A request for a page of a list by identifier, used by both models. */
export interface PageById {
  readonly after?: readonly [string];
  readonly limit: number;
}

export interface ItemSource {
  readonly items: ContextItems;
  readonly params: DataParams;
  readonly directory: AgentDirectory;
}

export interface ParamSource {
  readonly params: DataParams;
  readonly directory: AgentDirectory;
}

export function itemState(o: ItemSource): ListState<States['/yangent-contexts:contexts/item']> {
  return {
    get: async ({ id }, call) => {
      const item = await visibleItem(o, id, call);
      return item && itemValue(item);
    },
    list: async (page, call) => (await pageOfItems(o, page, call)).map(itemValue),
  };
}

export function paramState(
  o: ParamSource & { readonly retention: Pick<Retention, 'ages'> },
): ListState<States['/yangent-contexts:data/param']> {
  const shown = ({ param }: StoredParam) => paramValue(param, o.retention.ages().data);
  return {
    get: async ({ id }, call) => {
      const found = await visibleParam(o, id, call);
      return found && shown(found);
    },
    list: async (page, call) => (await pageOfParams(o, page, call)).map(shown),
  };
}

/** Returns the item as the caller may see it; undefined when it does not exist or is hidden from the caller. */
export async function visibleItem(o: ItemSource, id: string, call: Call): Promise<ContextItem | undefined> {
  const found = await o.items.get(id);
  return found && sees(call, found.item) ? itemShown(o, call, found.item) : undefined;
}

export async function pageOfItems(o: ItemSource, { after, limit }: PageById, call: Call): Promise<ContextItem[]> {
  const scope = rowScope(call, o.directory);
  const page = await visiblePage(
    { after: after?.[0], limit },
    (behind, size) => o.items.page({ ...scope, after: behind, limit: size }),
    ({ item }) => item.id,
    (rows) => rows.filter(({ item }) => sees(call, item)),
  );
  return itemsShown(
    o,
    call,
    page.map(({ item }) => item),
  );
}

/** Returns the parameter if the caller may see it. */
export async function visibleParam({ params }: ParamSource, id: string, call: Call): Promise<StoredParam | undefined> {
  const found = await params.get(id);
  return found && (await seesParam(params, call, found)) ? found : undefined;
}

export async function pageOfParams(
  { params, directory }: ParamSource,
  { after, limit }: PageById,
  call: Call,
): Promise<StoredParam[]> {
  const scope = rowScope(call, directory);
  const page = await visiblePage(
    { after: after?.[0], limit },
    (behind, size) => params.page({ ...scope, user: call.user, after: behind, limit: size }),
    ({ param }) => param.id,
    (rows) => paramsSeen(params, call, rows),
  );
  const isNarrow = scope.agent !== undefined || scope.among !== undefined;
  if (!isNarrow) return page;
  const known = new Set(page.map(({ param }) => param.id));
  const named = await params.messages.page(call, after?.[0] ?? '', limit);
  const others = await Promise.all(named.filter((id) => !known.has(id)).map((id) => params.get(id)));
  return [...page, ...others.flatMap((each) => (each && isMeant(params.abroad, each) ? each : []))]
    .sort(byId)
    .slice(0, limit);
}

/** The order of the store: that of the octets in UTF-8. */
function byId(one: StoredParam, other: StoredParam): number {
  return Buffer.compare(Buffer.from(one.param.id), Buffer.from(other.param.id));
}
