import { generateKeyPairSync } from 'node:crypto';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createDriver } from '../../../adapters/netconf-device/index.js';
import type { DeviceEvent, DeviceSession } from '../../../src/devices/index.js';
import { CAPABILITY } from '../../../src/wire/index.js';
import { cleanUp } from '../../support/clean-up.js';
import { PASSWORD, type Script, type ScriptedDevice, startDevice } from './scripted-device.js';

const INTERFACES_2018 = 'urn:ietf:params:xml:ns:yang:ietf-interfaces?module=ietf-interfaces&revision=2018-02-20';
const IF_TYPE = 'urn:ietf:params:xml:ns:yang:iana-if-type?module=iana-if-type&revision=2014-05-08';
const MONITORING =
  'urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring?module=ietf-netconf-monitoring&revision=2010-10-04';
const BOX = 'urn:acme:box?module=acme-box&revision=2026-01-01';
const COMMON = [CAPABILITY.writableRunning, INTERFACES_2018, IF_TYPE];

const ACME_BOX = `module acme-box {
  namespace "urn:acme:box";
  prefix box;
  import ietf-interfaces { prefix if; }
  revision 2026-01-01;
  identity fast-ethernet { base if:interface-type; }
  augment "/if:interfaces/if:interface" { leaf colour { type string; } }
  container box { leaf serial { type uint64; } }
  notification overheated { leaf degrees { type uint8; } }
}`;

const UPLINK = `<name>uplink</name><type xmlns:t="urn:ietf:params:xml:ns:yang:iana-if-type">t:ethernetCsmacd</type>`;

function interfaces(...entries: readonly string[]): string {
  return `<interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces">${entries.map((each) => `<interface>${each}</interface>`).join('')}</interfaces>`;
}

async function connect(script: Script): Promise<{ device: ScriptedDevice; session: DeviceSession }> {
  const device = await startDevice(script);
  return { device, session: await login(device) };
}

async function login(device: ScriptedDevice, more: { readonly secret?: string; readonly hostKey?: string } = {}) {
  const session = await createDriver().connect(
    {
      name: 'edge-1',
      address: '127.0.0.1',
      port: device.port,
      user: 'operator',
      secret: PASSWORD,
      hostKey: device.fingerprint,
      ...more,
    },
    { signal: new AbortController().signal, log: pino({ level: 'silent' }) },
  );
  cleanUp(() => session.close());
  return session;
}

describe('logging in', () => {
  it('takes a secret that is no private key for the password', async () => {
    const { session } = await connect({ capabilities: COMMON });
    expect(session.sessionId).toBe(1);
    expect(session.capabilities).toContain(INTERFACES_2018);
  });

  it('logs in with a private key', async () => {
    const device = await startDevice({ capabilities: COMMON });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const session = await login(device, { secret: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString() });
    expect(session.sessionId).toBe(1);
  });

  it('says that the login is refused', async () => {
    const device = await startDevice({});
    await expect(login(device, { secret: 'wrong' })).rejects.toMatchObject({
      tag: 'access-denied',
      message: expect.stringContaining('refuses the login of operator'),
    });
  });

  it('does not talk to a device that shows another host key than the configured one', async () => {
    const device = await startDevice({});
    const other = `SHA256:${'B'.repeat(43)}`;
    await expect(login(device, { hostKey: other })).rejects.toMatchObject({
      tag: 'access-denied',
      message: expect.stringContaining(`the host key is ${device.fingerprint}, not ${other}`),
    });
    expect(device.sessions).toHaveLength(0);
  });
});

describe('reading', () => {
  it('asks for the named nodes only, and gives RFC 7951 values', async () => {
    const data = interfaces(`${UPLINK}<enabled>false</enabled><if-index>7</if-index><speed>1000</speed>`);
    const { device, session } = await connect({ capabilities: COMMON, data });
    expect(await session.get(['ietf-interfaces:interfaces', 'acme-other:none'])).toEqual({
      'ietf-interfaces:interfaces': {
        interface: [
          { name: 'uplink', type: 'iana-if-type:ethernetCsmacd', enabled: false, 'if-index': 7, speed: '1000' },
        ],
      },
    });
    expect(device.requests.at(-1)?.xml).toContain(
      '<filter type="subtree"><interfaces xmlns="urn:ietf:params:xml:ns:yang:ietf-interfaces"/></filter>',
    );
  });

  it('leaves out what it has no model for: augmentations, identities, values out of range', async () => {
    const data = interfaces(
      `${UPLINK}<colour xmlns="urn:acme:box">red</colour><enabled>true</enabled>`,
      '<name>x-odd</name><type xmlns:b="urn:acme:box">b:fast-ethernet</type><enabled>perhaps</enabled>',
      '<enabled>true</enabled>',
    );
    const { session } = await connect({ capabilities: COMMON, data });
    expect(await session.get(['ietf-interfaces:interfaces'])).toEqual({
      'ietf-interfaces:interfaces': {
        interface: [{ name: 'uplink', type: 'iana-if-type:ethernetCsmacd', enabled: true }, { name: 'x-odd' }],
      },
    });
  });

  it('fetches the modules that it does not have from the device, once', async () => {
    const data = `${interfaces(`${UPLINK}<colour xmlns="urn:acme:box">red</colour>`, '<name>x-odd</name><type xmlns:b="urn:acme:box">b:fast-ethernet</type>')}<box xmlns="urn:acme:box"><serial>12345678901234567890</serial></box>`;
    const capabilities = [...COMMON, MONITORING, BOX];
    const { device, session } = await connect({ capabilities, data, schemas: { 'acme-box': ACME_BOX } });
    const expected = {
      'ietf-interfaces:interfaces': {
        interface: [
          { name: 'uplink', type: 'iana-if-type:ethernetCsmacd', 'acme-box:colour': 'red' },
          { name: 'x-odd', type: 'acme-box:fast-ethernet' },
        ],
      },
      'acme-box:box': { serial: '12345678901234567890' },
    };
    expect(await session.get(['ietf-interfaces:interfaces', 'acme-box:box'])).toEqual(expected);
    expect(await session.get(['ietf-interfaces:interfaces', 'acme-box:box'])).toEqual(expected);
    expect(device.requests.filter(({ name }) => name === 'get-schema')).toHaveLength(1);
  });

  it('reads the rest when a module of the device does not compile', async () => {
    const data = `${interfaces(UPLINK)}<box xmlns="urn:acme:box"><serial>1</serial></box>`;
    const schemas = { 'acme-box': ACME_BOX.replace('type uint64', 'type no-such-type') };
    const { session } = await connect({ capabilities: [...COMMON, MONITORING, BOX], data, schemas });
    expect(await session.get(['ietf-interfaces:interfaces', 'acme-box:box'])).toEqual({
      'ietf-interfaces:interfaces': { interface: [{ name: 'uplink', type: 'iana-if-type:ethernetCsmacd' }] },
    });
  });

  it('finds the modules that the hello does not name in the YANG library', async () => {
    const library = 'urn:ietf:params:xml:ns:yang:ietf-yang-library';
    const entry = (name: string, namespace: string, revision: string) =>
      `<module><name>${name}</name><revision>${revision}</revision><namespace>${namespace}</namespace><conformance-type>implement</conformance-type></module>`;
    const modules = [
      entry('ietf-interfaces', 'urn:ietf:params:xml:ns:yang:ietf-interfaces', '2018-02-20'),
      entry('iana-if-type', 'urn:ietf:params:xml:ns:yang:iana-if-type', '2014-05-08'),
    ];
    const data = `<modules-state xmlns="${library}">${modules.join('')}<module-set-id>1</module-set-id></modules-state>${interfaces(UPLINK)}`;
    const { session } = await connect({ capabilities: [`${CAPABILITY.yangLibrary10}?module-set-id=1`], data });
    expect(await session.get(['ietf-interfaces:interfaces'])).toMatchObject({
      'ietf-interfaces:interfaces': { interface: [{ name: 'uplink', type: 'iana-if-type:ethernetCsmacd' }] },
    });
  });

  it('asks nothing but for a sign of life when nothing is named', async () => {
    const { device, session } = await connect({ capabilities: COMMON, data: interfaces(UPLINK) });
    expect(await session.get([])).toEqual({});
    expect(device.requests.map(({ name }) => name)).toEqual(['get']);
  });

  it('refuses a name without its module, and tells the refusal of the device', async () => {
    const { session } = await connect({ capabilities: COMMON, refuses: ['get'] });
    await expect(session.get(['interfaces'])).rejects.toThrow('must be module:node');
    await expect(session.get(['ietf-interfaces:interfaces'])).rejects.toMatchObject({ tag: 'access-denied' });
  });
});

describe('editing', () => {
  const document = {
    'ietf-interfaces:interfaces': {
      interface: [{ name: 'uplink', type: 'iana-if-type:ethernetCsmacd', enabled: true }],
    },
  };

  it('merges into running where that can be written', async () => {
    const { device, session } = await connect({ capabilities: [...COMMON, CAPABILITY.rollbackOnError] });
    await session.edit(document);
    const [request, ...more] = device.requests;
    expect(more).toEqual([]);
    expect(request?.xml).toMatch(
      /<target><running\/><\/target><error-option>rollback-on-error<\/error-option><config>/,
    );
    expect(request?.xml).toMatch(/<name>uplink<\/name>.*:ethernetCsmacd<\/type><enabled>true<\/enabled>/);
  });

  it('goes through a locked candidate where running cannot be written', async () => {
    const { device, session } = await connect({ capabilities: [CAPABILITY.candidate, INTERFACES_2018, IF_TYPE] });
    await session.edit(document);
    expect(device.requests.map(({ name }) => name)).toEqual(['lock', 'edit-config', 'commit', 'unlock']);
  });

  it('leaves no half-made change in the candidate', async () => {
    const script = { capabilities: [CAPABILITY.candidate, INTERFACES_2018, IF_TYPE], refuses: ['commit'] };
    const { device, session } = await connect(script);
    await expect(session.edit(document)).rejects.toThrow('commit is refused');
    expect(device.requests.map(({ name }) => name)).toEqual([
      'lock',
      'edit-config',
      'commit',
      'discard-changes',
      'unlock',
    ]);
  });

  it.each([
    [
      'a device that takes no configuration',
      [INTERFACES_2018, IF_TYPE],
      document,
      'neither :writable-running nor :candidate',
    ],
    ['an unknown module', COMMON, { 'acme-other:data': {} }, 'the device does not have the module acme-other'],
    ['an unknown node', COMMON, { 'ietf-interfaces:interfaces': { interfaec: [] } }, "there is no node 'interfaec'"],
    [
      'state',
      COMMON,
      { 'ietf-interfaces:interfaces': { interface: [{ name: 'uplink', 'oper-status': 'up' }] } },
      'state data',
    ],
  ])('refuses, before anything is sent, %s', async (_what, capabilities, wrong, message) => {
    const { device, session } = await connect({ capabilities });
    await expect(session.edit(wrong)).rejects.toThrow(message);
    expect(device.requests).toEqual([]);
  });
});

describe('notifications', () => {
  const listening = [...COMMON, MONITORING, BOX, CAPABILITY.notification, CAPABILITY.interleave];

  async function subscribed(script: Script) {
    const { device, session } = await connect(script);
    const stop = new AbortController();
    cleanUp(() => stop.abort());
    const events = session.events(stop.signal)?.[Symbol.asyncIterator]();
    if (!events) throw new Error('the device offers notifications');
    const first = events.next();
    // Answered behind the subscription, which is asked for before.
    await session.get([]);
    return { device, session, stop, events, first };
  }

  it('come decoded as far as they are modelled, by name else', async () => {
    const { device, events, first } = await subscribed({ capabilities: listening, schemas: { 'acme-box': ACME_BOX } });
    await device.notify('<overheated xmlns="urn:acme:box"><degrees>90</degrees><smell>bad</smell></overheated>');
    await device.notify('<strange xmlns="urn:nobody:knows"><x/></strange>');
    const expected: DeviceEvent = { time: '2026-01-01T00:00:00Z', name: 'acme-box:overheated', value: { degrees: 90 } };
    expect((await first).value).toEqual(expected);
    expect((await events.next()).value).toEqual({ time: expected.time, name: 'strange', value: undefined });
  });

  it('are not offered by a device that has none', async () => {
    const { session } = await connect({ capabilities: COMMON });
    expect(session.events(new AbortController().signal)).toBeUndefined();
  });

  it('are subscribed to once, however many listen', async () => {
    const { device, session, events, first } = await subscribed({ capabilities: listening });
    const second = session.events(new AbortController().signal)?.[Symbol.asyncIterator]();
    const other = second?.next();
    await session.get([]);
    await device.notify('<strange xmlns="urn:nobody:knows"/>');
    expect((await first).value?.name).toBe('strange');
    expect((await other)?.value?.name).toBe('strange');
    expect(device.requests.filter(({ name }) => name === 'create-subscription')).toHaveLength(1);
    await Promise.all([session.close(), events.next()]);
  });

  it('get a session of their own from a device that cannot interleave', async () => {
    const script = { capabilities: [...COMMON, CAPABILITY.notification] };
    const { device, session } = await connect(script);
    const events = session.events(new AbortController().signal)?.[Symbol.asyncIterator]();
    const first = events?.next();
    while (!device.requests.some(({ name }) => name === 'create-subscription')) await session.get([]);
    expect(device.requests.find(({ name }) => name === 'create-subscription')?.session).toBe(2);
    await device.notify('<strange xmlns="urn:nobody:knows"/>');
    expect((await first)?.value?.name).toBe('strange');
    await session.close();
    expect((await events?.next())?.done).toBe(true);
  });

  it('end with the signal, and with the session', async () => {
    const { session, stop, first } = await subscribed({ capabilities: listening });
    stop.abort();
    expect(await first).toMatchObject({ done: true });
    const again = session.events(new AbortController().signal)?.[Symbol.asyncIterator]();
    const next = again?.next();
    await session.close();
    expect((await next)?.done).toBe(true);
    await session.closed;
  });

  it('fail with the reason when the device refuses the subscription', async () => {
    const { session } = await connect({ capabilities: listening, refuses: ['create-subscription'] });
    const events = session.events(new AbortController().signal)?.[Symbol.asyncIterator]();
    await expect(events?.next()).rejects.toThrow('create-subscription is refused');
  });
});
