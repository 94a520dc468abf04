import { describe, expect, it } from 'vitest';
import { admin, ann, control, nobody, rules, type TestRule } from './rig.js';

const box = (content: unknown) => ({ 'acme:box': content });
const port = (name: string, more = {}) => ({ slot: 1, name, ...more });

/** The path at which Ann's change is refused. */
function refused(list: readonly TestRule[], before: unknown, after: unknown, more?: Readonly<Record<string, unknown>>) {
  return control(rules(list, more)).write(ann, before, after);
}

describe('each kind of change needs its own right', () => {
  const changes = [
    ['create', {}, box({ name: 'n' }), '/acme:box/name'],
    ['update', box({ name: 'n' }), box({ name: 'm' }), '/acme:box/name'],
    ['delete', box({ name: 'n', x: 'x' }), box({ x: 'x' }), '/acme:box/name'],
    [
      'create',
      box({ port: [port('p1')] }),
      box({ port: [port('p1'), port('p2')] }),
      "/acme:box/port[slot='1'][name='p2']",
    ],
    ['delete', box({ port: [port('p1')], x: 'x' }), box({ x: 'x' }), "/acme:box/port[slot='1'][name='p1']"],
    [
      'create',
      box({ port: [port('p1')] }),
      box({ port: [port('p1', { speed: 1 })] }),
      "/acme:box/port[slot='1'][name='p1']/speed",
    ],
    ['create', box({ tag: ['a'] }), box({ tag: ['a', 'b'] }), "/acme:box/tag[.='b']"],
    ['delete', box({ tag: ['a', 'b'] }), box({ tag: ['b'] }), "/acme:box/tag[.='a']"],
    ['update', box({ tag: ['a', 'b'] }), box({ tag: ['b', 'a'] }), /^\/acme:box\/tag/],
    ['create', box({ name: 'n' }), box({ name: 'n', marked: {} }), '/acme:box/marked'],
    ['delete', box({ name: 'n', marked: {} }), box({ name: 'n' }), '/acme:box/marked'],
    ['create', box({ name: 'n' }), box({ name: 'n', inner: { deep: 'd' } }), '/acme:box/inner/deep'],
  ] as const;
  const operations = ['create', 'update', 'delete'] as const;

  it.each(
    changes.flatMap((change) =>
      operations.flatMap((operation) =>
        (['permit', 'deny'] as const).map((write) => [...change, operation, write] as const),
      ),
    ),
  )('%s of %o to %o at %s under a rule for %s, write-default %s', (needed, before, after, at, operation, write) => {
    const action = write === 'permit' ? 'deny' : 'permit';
    const path = refused([{ action, path: '/acme:box', 'access-operations': operation }], before, after, {
      'write-default': write,
    });
    const permitted = (needed === operation) === (action === 'permit');
    if (permitted) expect(path).toBeUndefined();
    else expect(path).toMatch(at);
  });
});

describe('what an edit does not change', () => {
  it('needs no right', () => {
    const same = box({ name: 'n', port: [port('p1', { speed: 1 })] });
    expect(refused([], same, same)).toBeUndefined();
    expect(refused([], same, JSON.parse(JSON.stringify(same)))).toBeUndefined();
  });

  it('needs no right beside what it changes, nor above', () => {
    const list = [{ action: 'permit', path: "/acme:box/port[slot='1'][name='p1']/speed" }] as const;
    const before = box({ name: 'n', port: [port('p1', { speed: 1 }), port('p2', { speed: 1 })] });
    expect(refused(list, before, box({ name: 'n', port: [port('p1', { speed: 2 }), port('p2', { speed: 1 })] }))).toBe(
      undefined,
    );
    expect(refused(list, before, box({ name: 'n', port: [port('p1', { speed: 1 }), port('p2', { speed: 2 })] }))).toBe(
      "/acme:box/port[slot='1'][name='p2']/speed",
    );
  });

  it('needs no right where one case of a choice gives way to another (RFC 8341 §3.2.4)', () => {
    const list = [{ action: 'permit', path: '/acme:box/y' }] as const;
    expect(refused(list, box({ x: '1' }), box({ y: '1' }))).toBeUndefined();
    expect(refused(list, box({ x: '1', y: undefined, name: 'n' }), box({ name: 'n' }))).toBe('/acme:box/x');
  });
});

describe('a whole subtree', () => {
  it('is not created when a part of it may not be', () => {
    const list = [
      { action: 'deny', path: '/acme:box/port/stats' },
      { action: 'permit', path: '/' },
    ] as const;
    expect(refused(list, {}, box({ port: [port('p1')] }))).toBeUndefined();
    expect(refused(list, {}, box({ port: [port('p1', { stats: { in: 1 } })] }))).toBe(
      "/acme:box/port[slot='1'][name='p1']/stats/in",
    );
  });

  it('is not deleted when a part of it may not be, and the refusal does not name what cannot be read', () => {
    const list = [
      { action: 'deny', path: '/acme:box/port/stats' },
      { action: 'permit', path: '/' },
    ] as const;
    expect(refused(list, box({ port: [port('p1', { stats: { in: 1 } })] }), {})).toBe(
      "/acme:box/port[slot='1'][name='p1']",
    );
  });
});

describe('marked nodes', () => {
  it.each([
    ['secret', 'deny'],
    ['fixed', 'deny'],
    ['name', 'permit'],
  ])('%s: without a rule %s, though write-default is permit', (leaf, action) => {
    const path = refused([], {}, box({ [leaf]: 'v' }), { 'write-default': 'permit' });
    expect(path).toBe(action === 'permit' ? undefined : `/acme:box/${leaf}`);
    expect(refused([{ action: 'permit', path: `/acme:box/${leaf}` }], {}, box({ [leaf]: 'v' }))).toBeUndefined();
  });

  it('keep what is below them, too', () => {
    expect(refused([], {}, { 'acme:hidden': { text: 't' } }, { 'write-default': 'permit' })).toBe('/acme:hidden/text');
    const grant = { 'ietf-netconf-acm:nacm': { 'write-default': 'permit' } };
    expect(refused([], {}, grant, { 'write-default': 'permit' })).toBe('/ietf-netconf-acm:nacm/write-default');
  });
});

describe('without rules', () => {
  it('administrators change everything and others nothing', () => {
    expect(control().write(admin, {}, box({ secret: 's' }))).toBeUndefined();
    expect(control().write(nobody, {}, box({ name: 'n' }))).toBe('/acme:box/name');
  });
});

it('refused changes are counted', () => {
  const rig = control(rules([]));
  rig.write(ann, {}, box({ name: 'n' }));
  rig.write(ann, {}, box({ name: 'n' }));
  rig.write(nobody, {}, {});
  expect(rig.access.denied).toEqual({ operations: 0, dataWrites: 2, notifications: 0 });
});
