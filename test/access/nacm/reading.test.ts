import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../src/data/index.js';
import { admin, ann, control, nobody, rules, schema, tree } from './rig.js';

const DATA = {
  'acme:box': {
    name: 'b',
    secret: 's',
    inner: { deep: 'd' },
    tag: ['t1', 't2'],
    port: [
      { slot: 1, name: 'p1', speed: 10, stats: { in: 1 } },
      { slot: 1, name: 'p2', speed: 20, stats: { in: 2 } },
      { slot: 2, name: 'p1', speed: 30 },
    ],
    home: [
      { user: 'ann', text: 'hers' },
      { user: 'bob', text: 'his' },
    ],
  },
  'acme:other': { text: 'o' },
  'acme:hidden': { text: 'h' },
};

/** Ann's view under the rules. */
const seen = (list: Parameters<typeof rules>[0], more?: Readonly<Record<string, unknown>>) =>
  control(rules(list, more)).read(ann, DATA) as Record<string, Record<string, unknown>>;

describe('what may be read', () => {
  it('is all but what models mark default-deny-all where no rule says otherwise', () => {
    const { 'acme:hidden': _, ...shown } = DATA;
    const { secret: __, ...box } = shown['acme:box'];
    expect(seen([{ action: 'deny', 'rpc-name': '*' }])).toEqual({ ...shown, 'acme:box': box });
  });

  it('is nothing where read-default is deny, and then what rules permit', () => {
    expect(seen([], { 'read-default': 'deny' })).toEqual({});
    expect(seen([{ action: 'permit', path: '/acme:other' }], { 'read-default': 'deny' })).toEqual({
      'acme:other': { text: 'o' },
    });
  });

  it.each([
    ['a rule without type', { action: 'permit' }],
    ['a rule for the module', { action: 'permit', 'module-name': 'acme' }],
    ['a rule for the path /', { action: 'permit', path: '/' }],
    ['a rule for reading', { action: 'permit', 'access-operations': 'read' }],
    ['a rule for several operations', { action: 'permit', 'access-operations': 'create read' }],
  ] as const)('is all that %s permits', (_title, rule) => {
    expect(seen([rule], { 'read-default': 'deny' })).toEqual(DATA);
  });

  it.each([
    ['another module', { action: 'permit', 'module-name': 'ietf-netconf-acm' }],
    ['another operation', { action: 'permit', 'access-operations': 'create update delete exec' }],
    ['rpcs', { action: 'permit', 'rpc-name': '*' }],
    ['notifications', { action: 'permit', 'notification-name': '*' }],
  ] as const)('is not what a rule for %s permits', (_title, rule) => {
    expect(seen([rule], { 'read-default': 'deny' })).toEqual({});
  });

  it('is not what is below a node that may not be read, whatever a rule says of that', () => {
    expect(seen([{ action: 'permit', path: '/acme:box/inner/deep' }], { 'read-default': 'deny' })).toEqual({});
  });

  it('is decided by the first rule that matches', () => {
    const list = [
      { action: 'permit', path: '/acme:other/text' },
      { action: 'permit', path: '/acme:other' },
      { action: 'deny', path: '/' },
    ] as const;
    expect(seen(list)).toEqual({ 'acme:other': { text: 'o' } });
    expect(seen([...list].reverse())).toEqual({});
  });

  it('leaves out a denied subtree with its descendants, in every entry', () => {
    const box = seen([{ action: 'deny', path: '/a:box/a:port/a:stats' }])['acme:box'];
    expect(box?.port).toEqual([
      { slot: 1, name: 'p1', speed: 10 },
      { slot: 1, name: 'p2', speed: 20 },
      { slot: 2, name: 'p1', speed: 30 },
    ]);
  });

  it.each([
    ["/acme:box/port[slot='1'][name='p2']", ['1p1', '2p1']],
    ['/acme:box/acme:port[acme:name=\'p2\'][acme:slot = "1"]', ['1p1', '2p1']],
    ["/acme:box/port[slot='1']", ['2p1']],
    ["/acme:box/port[name='p1']", ['1p2']],
    ["/acme:box/port[slot='01']", ['2p1']],
    ['/acme:box/port', undefined],
  ])('leaves out the entries of %s', (denied, left) => {
    const ports = seen([{ action: 'deny', path: denied }])['acme:box']?.port as { slot: number; name: string }[];
    expect(ports?.map(({ slot, name }) => `${slot}${name}`)).toEqual(left);
  });

  it('leaves out one leaf of one entry', () => {
    const box = seen([{ action: 'deny', path: "/acme:box/port[slot='1'][name='p1']/speed" }])['acme:box'];
    expect((box?.port as unknown[] | undefined)?.[0]).toEqual({ slot: 1, name: 'p1', stats: { in: 1 } });
  });

  it('leaves out one item of a leaf-list', () => {
    expect(seen([{ action: 'deny', path: "/acme:box/tag[.='t1']" }])['acme:box']?.tag).toEqual(['t2']);
  });

  it('leaves out entries whose keys may not be read', () => {
    expect(seen([{ action: 'deny', path: '/acme:box/port/name' }])['acme:box']?.port).toBeUndefined();
  });

  it('leaves out a container in which nothing is left, unless its presence says something', () => {
    const box = seen([{ action: 'deny', path: '/acme:box/inner/deep' }])['acme:box'];
    expect(box).not.toHaveProperty('inner');
    const marked = control(rules([{ action: 'deny', path: '/acme:box/marked/why' }]));
    expect(marked.read(ann, { 'acme:box': { marked: { why: 'x' } } })).toEqual({ 'acme:box': { marked: {} } });
  });

  it('follows $USER in a key', () => {
    const list = [
      { action: 'permit', path: '/acme:box/home[user=$USER]' },
      { action: 'deny', path: '/acme:box/home' },
    ] as const;
    expect(seen(list)['acme:box']?.home).toEqual([{ user: 'ann', text: 'hers' }]);
  });

  it('is the very same tree when nothing is left out', () => {
    const { access } = control(rules([{ action: 'permit', path: '/' }]));
    const whole = tree(DATA);
    expect(atOnce((slice) => access.readable(ann, whole, slice))).toBe(whole);
    expect(atOnce((slice) => control().access.readable(admin, whole, slice))).toBe(whole);
  });

  it('shares the lists that rules do not reach into', () => {
    const { access } = control(rules([{ action: 'deny', path: '/acme:other' }]));
    const { 'acme:box': box } = DATA;
    const whole = tree({ 'acme:box': { port: box.port }, 'acme:other': { text: 'o' } });
    const shown = atOnce((slice) => access.readable(ann, whole, slice));
    expect([...shown.children.keys()]).toEqual(['acme:box']);
    expect(shown.children.get('acme:box')).toBe(whole.children.get('acme:box'));
  });
});

describe('whom rules concern', () => {
  const denyOther = (group: readonly string[], groups: readonly unknown[] = [], more = {}) => ({
    ...more,
    groups: { group: groups },
    'rule-list': [{ name: 'l', group, rule: [{ name: 'r', path: '/acme:other', action: 'deny' }] }],
  });
  const sees = (nacm: Readonly<Record<string, unknown>>, who = ann) =>
    'acme:other' in control(nacm).read(who, { 'acme:other': { text: 'o' } });

  it('is the groups that the login brings, unless external groups are off', () => {
    expect(sees(denyOther(['staff']))).toBe(false);
    expect(sees(denyOther(['staff'], [], { 'enable-external-groups': false }))).toBe(true);
  });

  it('is the groups that are configured', () => {
    expect(sees(denyOther(['crew']))).toBe(true);
    expect(sees(denyOther(['crew'], [{ name: 'crew', 'user-name': ['bob', 'ann'] }]))).toBe(false);
    expect(sees(denyOther(['crew'], [{ name: 'crew', 'user-name': ['bob'] }]))).toBe(true);
  });

  it('is everyone in some group by *, but nobody without a group', () => {
    expect(sees(denyOther(['*']))).toBe(false);
    expect(sees(denyOther(['*']), nobody)).toBe(true);
  });

  it('changes with the configuration', () => {
    const rig = control(denyOther(['staff']));
    expect(rig.read(ann, { 'acme:other': { text: 'o' } })).toEqual({});
    rig.configure(denyOther(['crew']));
    expect(rig.read(ann, { 'acme:other': { text: 'o' } })).toEqual({ 'acme:other': { text: 'o' } });
  });

  it('is nobody where access control is off, nor a recovery session', () => {
    expect(control({ ...denyOther(['*']), 'enable-nacm': false }).read(ann, DATA)).toEqual(DATA);
    expect(control(denyOther(['*'])).read({ ...ann, recovery: true }, DATA)).toEqual(DATA);
  });
});

describe('without rules', () => {
  it('administrators read everything and others all that is not marked', () => {
    expect(control().read(admin, DATA)).toEqual(DATA);
    expect(Object.keys(control().read(nobody, DATA))).toEqual(['acme:box', 'acme:other']);
    expect(control().access.readsAll(admin, schema)).toBe(true);
    expect(control().access.readsAll(nobody, schema)).toBe(false);
  });
});
