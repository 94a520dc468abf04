/** Keys of decoded list entries, and duplicate entries or values. */
import type { LeafListNode, LeafValue, ListNode } from '../../yang/schema.js';
import { entriesFrom } from '../entries/index.js';
import type { Entries } from '../entries.js';
import { type Children, entryKey, keyValues } from '../tree.js';
import { formatStep } from '../values/instance-path/format.js';
import { elementsOf } from '../xml/build.js';
import type { XmlElement } from '../xml-element.js';
import type { DecodeRun } from './run.js';

/**
 * Returns the key string of an entry from its key leaves; for a keyless list, its position. Notes `missing-element` for
 * each absent key leaf (RFC 7950 §8.3.1), unless a fault since `mark` explains it.
 */
export function keyOf(
  schema: ListNode,
  children: Children,
  position: number,
  run: DecodeRun,
  mark: number,
): string | undefined {
  if (schema.keys.length === 0) return String(position);
  const values: LeafValue[] = [];
  let missing = false;
  for (const leaf of schema.keys) {
    const value = children.get(leaf.qname);
    if (value?.kind === 'leaf') values.push(value.value);
    else {
      missing = true;
      if (run.mark === mark)
        run.fault(
          'missing-element',
          `the key '${leaf.name}' of the list '${schema.name}' is missing`,
          '',
          { 'bad-element': leaf.name },
          { schema: leaf },
        );
    }
  }
  return missing ? undefined : entryKey(values);
}

/** Notes the first misplaced key leaf of an entry: keys come first, in the order of the key statement (RFC 7950 §7.8.5). */
export function checkKeyOrder(schema: ListNode, entry: XmlElement, run: DecodeRun): void {
  const { keys, module } = schema;
  let next = 0;
  let others = false;
  for (const element of elementsOf(entry)) {
    const place = keys.findIndex(({ name }) => name === element.name && element.namespace === module.namespace);
    if (place < 0) others = true;
    else if (place !== next || others) {
      const wanted = keys.map(({ name }) => name).join(', ');
      const message = `the key '${element.name}' is not in its place: an entry begins with ${wanted}`;
      run.fault('bad-element', message, '', { 'bad-element': element.name }, { schema });
      return;
    } else next += 1;
  }
}

/** Returns the entries of a decoded list or leaf-list; notes duplicates. */
export function entriesOf<T extends { readonly key: string }>(
  schema: ListNode | LeafListNode,
  items: readonly T[],
  run: DecodeRun,
  module: string | undefined,
): Entries<T> {
  const entries = entriesFrom(schema, items);
  if (entries.size < items.length) {
    const seen = new Set<string>();
    for (const { key } of items) {
      if (seen.has(key)) repeated(schema, key, run, module);
      seen.add(key);
    }
  }
  return entries;
}

function repeated(schema: ListNode | LeafListNode, key: string, run: DecodeRun, module: string | undefined): void {
  const what =
    schema.kind === 'list'
      ? `an entry of the list '${schema.name}' with the key ${keyValues(key)
          .map((value) => `'${value}'`)
          .join(', ')}`
      : `the value '${key}' of the leaf-list '${schema.name}'`;
  const info = { 'bad-element': schema.name };
  run.fault('bad-element', `${what} stands there twice`, formatStep(schema, key, module), info, { schema });
}
