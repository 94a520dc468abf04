/** The rpcs `fetch` and `redact` of yangent-contexts. */
import { type AgentDirectory, rowScope, shownAgent } from '../../agents/index.js';
import type { YangentContextsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import type { Store } from '../../store/index.js';
import { type ContextItem, formOf, itemValue, octetsOf } from '../record/item.js';
import type { ContextItems, ItemFilter, StoredItem } from '../record/items.js';
import type { DataParams } from '../record/params.js';
import { redact } from '../redaction/index.js';
import { itemsShown } from '../references.js';
import { sees } from '../visibility.js';

type Rpcs = YangentContextsProvider['rpcs'];

export interface ContextOperationOptions {
  readonly store: Store;
  readonly items: ContextItems;
  readonly directory: AgentDirectory;
  readonly params: DataParams;
  /** Deletes the bytes of deleted parameters. */
  readonly sweep: () => Promise<void>;
}

const PIECE = 200;
/** Maximum number of rows read for one answer, so that a caller that may see only few of many rows does not delay the node. */
const MOST_READ = 50_000;

/** Returns items that the caller may see, newest first. */
export async function fetch(
  o: ContextOperationOptions,
  input: Rpcs['fetch']['input'],
  call: Call,
): Promise<Rpcs['fetch']['output']> {
  const { items, directory } = o;
  const { id, task, thread, agent, type, since, before, limit, 'max-length': room = Number.POSITIVE_INFINITY } = input;
  const last = before === undefined ? undefined : await items.get(before);
  if (before !== undefined && !(last && sees(call, last.item))) {
    call.fail({ tag: 'data-missing', message: `there is no item "${before}" to read on from` });
  }
  const filter: ItemFilter = {
    ids: id,
    task,
    thread,
    agent,
    types: type,
    since: since === undefined ? undefined : Date.parse(since),
  };
  const scope = rowScope(call, directory);
  const found: StoredItem[] = [];
  let cursor = last?.sequence;
  for (let read = 0; found.length <= limit && read < MOST_READ; read += PIECE) {
    const piece = await items.newest({ ...filter, before: cursor }, scope, PIECE);
    found.push(...piece.filter(({ item }) => sees(call, item) && items.isReadable(item)));
    if (piece.length < PIECE) break;
    cursor = piece.at(-1)?.sequence;
  }
  const fitting: ContextItem[] = [];
  let used = 0;
  for (const { item } of found.slice(0, limit)) {
    used += octetsOf(item.content ?? '');
    if (used > room) break;
    fitting.push(item);
  }
  return { item: (await itemsShown(o, call, fitting)).map(itemValue), more: fitting.length < found.length };
}

/** Deletes items and parameters of any user. NACM controls which users may call it. */
export async function remove(
  { store, items, params, sweep }: ContextOperationOptions,
  { item = [], param = [] }: Rpcs['remove']['input'],
): Promise<Rpcs['remove']['output']> {
  const removed = await store.transact(async (tx) => {
    const count = { items: 0, params: 0 };
    for (const id of item) {
      if (!(await items.get(id, tx))) continue;
      await items.remove(tx, id);
      count.items += 1;
    }
    for (const id of param) {
      if (await params.get(id, tx)) count.params += 1;
      await params.remove(tx, [id]);
    }
    return count;
  });
  if (removed.params > 0) await sweep();
  return removed;
}

/** Permanently removes information from a stored item. Permitted for its author and for users that may act as its sender. */
export function redactItem(
  { store, items }: ContextOperationOptions,
  { id, redact: kinds, 'redact-member': members, text: texts = [] }: Rpcs['redact']['input'],
  call: Call,
): Promise<Rpcs['redact']['output']> {
  return store.transact(async (tx) => {
    const found = (await items.get(id, tx))?.item;
    if (!found || !sees(call, found))
      return call.fail({ tag: 'data-missing', message: `there is no context item "${id}"` });
    if (found.owner !== call.user && !call.mayActFor(found.from)) {
      call.fail({
        tag: 'access-denied',
        message: `only the sender of context item "${id}", agent "${shownAgent(found.from)}", may redact it`,
      });
    }
    const { content, removed } = redact(found.content ?? '', { kinds, members, texts }, formOf(found));
    // A removed text must not appear in the list of removed information.
    const told = removed.filter((each) => !texts.includes(each));
    const item = { ...found, content, redacted: [...new Set([...found.redacted, ...told])] };
    await items.put(tx, item);
    return { redacted: listed(item.redacted), content };
  });
}

/** Returns the kinds of information that were removed from an item; undefined when none was. */
export function listed(redacted: ContextItem['redacted']): ContextItem['redacted'] | undefined {
  return redacted.length > 0 ? redacted : undefined;
}
