import { describe, expect, it } from 'vitest';
import { entriesFrom } from '../../../src/data/entries/index.js';
import { mapEntriesLater } from '../../../src/data/entries/mapped-entries.js';
import { list } from '../../../src/data/nodes.js';
import { json, schemaOf } from '../support.js';

const schema = schemaOf('module t { namespace "urn:t"; prefix t; list l { key k; leaf k { type string; } } }');
const data = json(schema, { 't:l': Array.from({ length: 100 }, (_, k) => ({ k: `k${k}` })) }).children.get('t:l');
if (data?.kind !== 'list') throw new Error('not a list');

describe('entries that are changed later', () => {
  it('are changed when they are looked at, and no others', () => {
    const looked: string[] = [];
    const later = mapEntriesLater(data.schema, data.entries, (entry) => {
      looked.push(entry.key);
      return { ...entry, meta: { isDefault: true } };
    });
    expect(later.size).toBe(100);
    expect(later.has('k7')).toBe(data.entries.has('k7'));
    expect(looked).toEqual([]);
    const [first, second] = later;
    expect([first?.meta, second?.meta]).toEqual([{ isDefault: true }, { isDefault: true }]);
    expect(looked).toHaveLength(2);
  });

  it('can be edited like any others', () => {
    const later = mapEntriesLater(data.schema, data.entries, (entry) => ({ ...entry, meta: { isDefault: true } }));
    const [first, ...rest] = later;
    if (!first) throw new Error('no entry');
    expect([...later.delete(first.key)]).toEqual(rest);
    expect(list(data.schema, later.set(first.key, first)).entries.size).toBe(100);
    expect(later.get(first.key)).toEqual(first);
    expect([...later.after(first.key)]).toEqual(rest);
    expect([...entriesFrom(data.schema, [...later])]).toEqual([...later]);
  });
});
