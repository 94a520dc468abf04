import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryKey, formatPath, type InstancePath } from '../../../src/data/index.js';
import { formatApiPath, parseApiPath } from '../../../src/restconf/api-path/index.js';
import { schema } from '../support/model.js';

function pathOf(raw: string): InstancePath {
  const target = parseApiPath(schema, raw);
  if (target.kind !== 'data') throw new Error(`${raw} is a ${target.kind}`);
  return target.path;
}

describe('an api-path against the schema', () => {
  it('names the datastore when it is empty', () => {
    expect(parseApiPath(schema, '')).toEqual({ kind: 'datastore' });
  });

  it('names data nodes, the module written at the top and where it changes', () => {
    expect(formatPath(pathOf('acme-box:box/port=eth0/acme-more:owner'))).toBe(
      "/acme-box:box/port[name='eth0']/acme-more:owner",
    );
    expect(formatPath(pathOf('acme-box:box/acme-box:mtu'))).toBe('/acme-box:box/mtu');
  });

  it('brings keys into canonical form', () => {
    expect(pathOf('acme-box:box/route=10.0.0.0%2F8,1.00').at(-1)?.key).toBe(entryKey(['10.0.0.0/8', '1.0']));
    expect(pathOf('acme-box:box/dns=a%2Cb').at(-1)?.key).toBe('a,b');
  });

  it('names a list without keys as a whole, at the end only', () => {
    expect(pathOf('acme-box:box/port').at(-1)?.key).toBeUndefined();
    expect(() => pathOf('acme-box:box/port/speed')).toThrow('expected "=" and the key values (name) of list "port"');
  });

  it('names actions below the instance they belong to', () => {
    const target = parseApiPath(schema, 'acme-box:box/port=eth0/reset');
    expect(target).toMatchObject({ kind: 'action', operation: { name: 'reset' } });
  });

  it.each([
    ['box', 400, 'expected the module of "box"'],
    ['acme-box:box/owner', 404, 'there is no data node "acme-box:owner"'],
    ['acme-box:boxx', 404, 'there is no data node "acme-box:boxx" at the top level'],
    ['nobody:box', 404, 'implements no module "nobody"'],
    ['acme-box:box/mtu/more', 404, 'leaf "mtu" has no child resources'],
    ['acme-box:box=1', 400, 'container "box" takes no key values'],
    ['acme-box:box/route=a', 400, '"route" has 1 key values; expected 2 (prefix,metric)'],
    ['acme-box:box/route=a,1.0,b', 400, '"route" has 3 key values; expected 2'],
    ['acme-box:box/route=a,b', 400, 'bad value for "metric"'],
    ['acme-box:box/state/log=1', 400, 'expected none, the list has no keys'],
    ['acme-box:box/port=eth0/reset/x', 404, 'action "reset" has no child resources'],
    ['acme-box:box/port=eth0/reset=1', 400, 'action "reset" takes no key values'],
  ])('refuses %s with %i: %s', (raw, status, message) => {
    let thrown: unknown;
    try {
      parseApiPath(schema, raw);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'Refusal', status });
    expect(String(thrown)).toContain(message);
  });

  it('is written so that it is read back the same', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~äß€😀]+$/u), (name) => {
        const path = pathOf(`acme-box:box/port=${encodeURIComponent(name)}/acme-more:owner`);
        expect(formatApiPath(path)).toMatch(/^acme-box:box\/port=[\w.~%-]+\/acme-more:owner$/);
        expect(pathOf(formatApiPath(path))).toEqual(path);
      }),
    );
  });
});
