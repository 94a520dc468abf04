/** Notifications within data (RFC 7950 §7.16) over NETCONF: as literal messages. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { happen, slot, startRack } from '../support/nested-events.js';
import type { TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const EVENTS = 'urn:ietf:params:xml:ns:netconf:notification:1.0';
const SN = 'urn:ietf:params:xml:ns:yang:ietf-subscribed-notifications';
const RACK = 'xmlns="urn:acme:rack"';
const message = (content: string) => `<notification xmlns="${EVENTS}"><eventTime></eventTime>${content}</notification>`;
const at = (number: number, content: string) =>
  message(
    `<rack ${RACK}><slot ${RACK}><shelf ${RACK}>top</shelf><number ${RACK}>${number}</number>${content}</slot></rack>`,
  );
const PULLED = at(1, `<pulled ${RACK}><by>hand</by></pulled>`);
const LOW = at(2, `<power ${RACK}><low ${RACK}><volts>7</volts></low></power>`);

let rack: TestNode;
const sessions: RawNetconf[] = [];
beforeAll(async () => {
  rack = await startRack();
});
afterAll(() => rack.stop());
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
});

async function subscribed(filter: string, login?: { user: string; password: string }): Promise<RawNetconf> {
  const session = await RawNetconf.open(rack, '1.1', login);
  sessions.push(session);
  expect(await session.ask(`<create-subscription xmlns="${EVENTS}">${filter}</create-subscription>`)).toContain(
    '<ok/>',
  );
  return session;
}

/** The next message, without its time. */
async function heard(session: RawNetconf): Promise<string> {
  return (await session.receive()).replace(/<eventTime>[^<]*/, '<eventTime>');
}

const inRack = `<filter><rack ${RACK}/></filter>`;

describe('a notification within data', () => {
  it('comes inside the nodes that it is about, with the keys of list entries', async () => {
    const session = await subscribed(inRack);
    await happen(rack);
    expect([await heard(session), await heard(session)]).toEqual([PULLED, LOW]);
  });

  it.each([
    ['a subtree filter of a key', `<filter><rack ${RACK}><slot><number>2</number></slot></rack></filter>`],
    ['a subtree filter down to it', `<filter><rack ${RACK}><slot><power><low/></power></slot></rack></filter>`],
    [
      'an XPath filter',
      `<filter type="xpath" xmlns:r="urn:acme:rack" select="/r:rack/r:slot[r:number=2]/r:power/r:low[r:volts &lt; 8]"/>`,
    ],
  ])('is selected by %s', async (_, filter) => {
    const session = await subscribed(filter);
    await happen(rack);
    expect(await heard(session)).toBe(LOW);
  });

  it('comes to subscriptions made with establish-subscription', async () => {
    const session = await RawNetconf.open(rack);
    sessions.push(session);
    const filter = `<stream-subtree-filter><rack ${RACK}><slot><pulled/></slot></rack></stream-subtree-filter>`;
    const terms = `<stream>NETCONF</stream>${filter}`;
    await session.ask(`<establish-subscription xmlns="${SN}">${terms}</establish-subscription>`);
    await happen(rack);
    expect(await heard(session)).toBe(PULLED);
  });

  it('is replayed as it was sent', async () => {
    await happen(rack);
    const session = await subscribed(`${inRack}<startTime>2000-01-01T00:00:00Z</startTime>`);
    const replayed: string[] = [];
    for (;;) {
      const next = await heard(session);
      if (next.includes('<replayComplete')) break;
      replayed.push(next);
    }
    expect(replayed.slice(-2)).toEqual([PULLED, LOW]);
  });

  it('is refused where the instance, the node or the content is not right', async () => {
    const { node } = rack;
    await expect(node.notify(`${slot(3)}/pulled`, {})).rejects.toMatchObject({ tag: 'unknown-element' });
    await expect(node.notify(`${slot(1)}/low`, {})).rejects.toMatchObject({ tag: 'unknown-element' });
    await expect(node.notify(`${slot(2)}/power/low`, {})).rejects.toMatchObject({ tag: 'missing-element' });
    await expect(node.notify('acme-rack:pulled', {})).rejects.toMatchObject({ tag: 'unknown-element' });
  });

  it('does not reach whoever may not read what it is about', async () => {
    const rule = {
      name: 'slot 1',
      path: "/acme-rack:rack/acme-rack:slot[acme-rack:shelf='top'][acme-rack:number='1']",
      'access-operations': 'read',
      action: 'deny',
    };
    const all = { name: 'rest', 'module-name': '*', 'access-operations': '*', action: 'permit' };
    const login = { user: 'anna', password: 'anna-secret' };
    await rack.node.edit({
      'ietf-netconf-acm:nacm': {
        groups: { group: [{ name: 'guests', 'user-name': ['anna'] }] },
        'rule-list': [{ name: 'guests', group: ['guests'], rule: [rule, all] }],
      },
    });
    const session = await subscribed(inRack, login);
    await happen(rack);
    expect(await heard(session)).toBe(LOW);
  });
});
