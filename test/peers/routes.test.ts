/** Over which peer a name is reached, and which configurations of domains are refused. */
import { describe, expect, it } from 'vitest';
import { type PeersValue, Routes, routeFault } from '../../src/peers/routes.js';
import { PEER_DEFAULTS } from './peer-defaults.js';

type Peer = NonNullable<PeersValue['peer']>[number];
const peer = (name: string, domain: readonly string[], user = name): Peer => ({ name, domain, user, ...PEER_DEFAULTS });
const value = (...peers: readonly Peer[]): PeersValue => ({
  domain: 'oss.example',
  alias: ['noc.example'],
  peer: peers,
});

describe('a name', () => {
  const routes = new Routes(
    value(
      peer('core', ['core.example', '*.core.example']),
      peer('north', ['*.north.core.example']),
      peer('ring', ['ring.north.core.example']),
    ),
  );
  it.each([
    ['fault@core.example', 'core'],
    ['fault@lab.core.example', 'core'],
    ['fault@a.b.core.example', 'core'],
    ['fault@north.core.example', 'core'],
    ['fault@x.north.core.example', 'north'],
    ['fault@ring.north.core.example', 'ring'],
    ['fault@deep.ring.north.core.example', 'north'],
    ['fault@RING.north.CORE.example', 'ring'],
    ['a@b@core.example', 'core'],
  ])('IOA-7.2-a: %s goes over %s: the longest domain counts', (name, over) => {
    const parts = routes.partsOf(name);
    expect(routes.peerOf(parts?.domain ?? '')?.value.name).toBe(over);
  });

  it.each(['fault', 'fault@example', 'fault@notcore.example', 'fault@core.example.org', 'core.example', 'fault@'])(
    '%s is an identifier',
    (name) => {
      expect(routes.partsOf(name)).toBeUndefined();
    },
  );

  it.each([
    ...['fault@.core.example', 'fault@..core.example', 'fault@a b.core.example', 'fault@-.core.example'],
    ...['fault@\u0130.core.example', 'fault@noc\n.core.example', `fault@${'a'.repeat(120)}.core.example`],
  ])('%j is an identifier: what stands behind its @ is no domain', (name) => {
    expect(routes.partsOf(name)).toBeUndefined();
  });

  it('has its domain in letters of ASCII: no other sign stands for one of them', () => {
    const kelvin = new Routes(value(peer('back', ['back.example'])));
    expect(kelvin.partsOf('fault@BACK.example')).toEqual({ id: 'fault', domain: 'back.example' });
    expect(kelvin.partsOf('fault@bac\u212a.example')).toBeUndefined();
  });

  it('keeps all before the last @', () => {
    expect(routes.partsOf('a@b@core.example')).toEqual({ id: 'a@b', domain: 'core.example' });
  });

  it.each(['fault@oss.example', 'fault@NOC.example'])('%s is of this node', (name) => {
    expect(routes.isOwn(routes.partsOf(name)?.domain ?? '')).toBe(true);
  });

  it('is an identifier where no domain is configured', () => {
    expect(new Routes(undefined).partsOf('fault@core.example')).toBeUndefined();
  });
});

describe('a user', () => {
  const routes = new Routes(
    value(peer('core', ['core.example']), {
      ...{ name: 'lab', domain: ['lab.example'], 'trust-domain': 'lab' },
      ...PEER_DEFAULTS,
    }),
  );
  it.each([
    ['core', 'core'],
    ['bot@lab', 'lab'],
    ['bot@lab~2', undefined],
    ['lab', undefined],
    ['ann', undefined],
  ])('%s is the peer %s', (user, name) => {
    expect(routes.peerOfUser(user)?.value.name).toBe(name);
  });
});

describe('a configuration', () => {
  it.each<[string, readonly Peer[], string | undefined]>([
    ['without peers', [], undefined],
    ['with a domain below that of this node', [peer('sub', ['lab.oss.example', '*.oss.example'])], undefined],
    [
      'with the domain of this node',
      [peer('a', ['oss.example'])],
      "/yangent-peers:peers/peer[name='a']/domain[.='oss.example']",
    ],
    [
      'with an alias of this node',
      [peer('a', ['noc.example'])],
      "/yangent-peers:peers/peer[name='a']/domain[.='noc.example']",
    ],
    [
      'with all below one above',
      [peer('a', ['*.example'])],
      "/yangent-peers:peers/peer[name='a']/domain[.='*.example']",
    ],
    [
      'with one domain twice',
      [peer('a', ['x.org']), peer('b', ['x.org'])],
      "/yangent-peers:peers/peer[name='b']/domain[.='x.org']",
    ],
    [
      'with one user twice',
      [peer('a', ['x.org']), peer('b', ['y.org'], 'a')],
      "/yangent-peers:peers/peer[name='b']/user",
    ],
  ])('%s has its fault at its place', (_, peers, path) => {
    expect(routeFault(value(...peers))?.path).toBe(path);
  });
});
