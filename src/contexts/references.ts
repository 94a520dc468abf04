/**
 * References to data and items. Their targets may be deleted, or hidden from a reader, so each read decides which references it
 * shows, with one query for all rows of a page (`docs/decisions/references.md`).
 */
import type { Call } from '../server/index.js';
import type { ContextItem } from './record/item.js';
import type { ContextItems } from './record/items.js';
import type { DataParams } from './record/params.js';
import { paramsSeen, sees } from './visibility.js';

/** Identifiers of data parameters and context items. */
export interface References<T extends Iterable<string>> {
  readonly params: T;
  readonly items: T;
}

interface Kept {
  readonly items: Pick<ContextItems, 'partiesById'>;
  readonly params: Pick<DataParams, 'accessById' | 'messages' | 'abroad'>;
}

/** Returns the references to items and data that the caller may read. */
export async function visibleReferences(
  { items, params }: Kept,
  call: Call,
  wanted: References<readonly string[]>,
): Promise<References<ReadonlySet<string>>> {
  const data = await paramsSeen(params, call, await params.accessById(wanted.params));
  const exchanges = await items.partiesById(wanted.items);
  return {
    params: new Set(data.map(({ param }) => param.id)),
    items: new Set(exchanges.filter((each) => sees(call, each)).map(({ id }) => id)),
  };
}

/**
 * Returns the items with the references that the caller may follow. A response without readable data is left out.
 */
export async function itemsShown(kept: Kept, call: Call, items: readonly ContextItem[]): Promise<ContextItem[]> {
  const wanted = items.flatMap(({ dataParams, response }) => [
    ...dataParams,
    ...(response === undefined ? [] : [response.dataParam]),
  ]);
  const { params } = await visibleReferences(kept, call, { params: wanted, items: [] });
  return items.map((item) => ({
    ...item,
    dataParams: item.dataParams.filter((id) => params.has(id)),
    response: item.response && params.has(item.response.dataParam) ? item.response : undefined,
  }));
}

/** Applies `itemsShown` to one item. */
export async function itemShown(kept: Kept, call: Call, item: ContextItem): Promise<ContextItem> {
  const [shown = item] = await itemsShown(kept, call, [item]);
  return shown;
}
