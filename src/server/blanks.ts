/**
 * Empty strings in messages of the draft, whose leaves are plain strings: some clients send `""` for leaves without a value. An
 * empty optional leaf counts as absent, an empty key is refused. Other mandatory leaves are not changed; providers and models
 * validate them.
 */
import {
  type Children,
  type Data,
  entriesFrom,
  formatPath,
  type InstancePath,
  type ListEntry,
  RpcError,
} from '../data/index.js';

/** Names of optional leaves that identify like a key: an empty one does not count as absent. */
export type Identifying = readonly string[];

/** Returns the nodes without empty optional leaves. */
export function withoutBlanks<C extends Children>(children: C, identifying: Identifying): Children {
  const left = new Map<string, Data>();
  for (const [name, data] of children) if (!isBlank(data, identifying)) left.set(name, below(data, identifying));
  return left;
}

function isBlank(data: Data, identifying: Identifying): boolean {
  if (data.kind !== 'leaf' || data.value !== '') return false;
  const { isKey, mandatory, name } = data.schema;
  return !isKey && !mandatory && !identifying.includes(name);
}

function below(data: Data, identifying: Identifying): Data {
  switch (data.kind) {
    case 'container':
      return { ...data, children: withoutBlanks(data.children, identifying) };
    case 'list': {
      const entry = (each: ListEntry) => ({ ...each, children: withoutBlanks(each.children, identifying) });
      return { ...data, entries: entriesFrom(data.schema, [...data.entries].map(entry)) };
    }
    default:
      return data;
  }
}

/** Refuses an empty key: it cannot identify an entry. @throws RpcError invalid-value with the path of the key */
export function requireKeys(children: Children, at: InstancePath = []): void {
  for (const data of children.values()) {
    const { schema } = data;
    if (data.kind === 'container') requireKeys(data.children, [...at, { schema }]);
    if (data.kind === 'leaf' && data.schema.isKey && data.value === '') throw emptyKey([...at, { schema }]);
    if (data.kind === 'list') for (const entry of data.entries) requireKeys(entry.children, [...at, { schema }]);
  }
}

function emptyKey(path: InstancePath): RpcError {
  const [list, key] = path.slice(-2).map(({ schema: { name } }) => name);
  const message = `the key "${key}" of "${list}" is empty; give each entry a key of its own`;
  return new RpcError({ type: 'application', tag: 'invalid-value', path: formatPath(path), message });
}
