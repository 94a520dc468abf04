/** Requests about a list of 20,000 entries, each of which looks at every one: others have their turn all the while. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Https } from '../support/http.js';
import { chunked, RawNetconf, rpc } from '../support/raw-netconf.js';
import { fairest, sharesOf } from '../support/turns.js';
import { B, type BoxNode, edit, NMDA, outcome, startBox } from './box.js';

const PORTS = 20_000;
const port = (index: number, speed: number) =>
  `<port><name>p${String(index).padStart(5, '0')}</name><speed>${speed}</speed></port>`;
const ports = (speed: (index: number) => number) =>
  Array.from({ length: PORTS }, (_, index) => port(index, speed(index))).join('');
const BEFORE = ports((index) => index % 100);

/** Guest may read everything but the speeds, and the tenth port. */
const RULES = `<nacm xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-acm">
  <groups>
    <group><name>bosses</name><user-name>admin</user-name></group>
    <group><name>guests</name><user-name>guest</user-name></group>
  </groups>
  <rule-list><name>bosses</name><group>bosses</group>
    <rule><name>all</name><action>permit</action></rule>
  </rule-list>
  <rule-list><name>guests</name><group>guests</group>
    <rule><name>one</name><path xmlns:b="urn:acme:box">/b:box/b:port[b:name='p00010']</path><action>deny</action></rule>
    <rule><name>speeds</name><path xmlns:b="urn:acme:box">/b:box/b:port/b:speed</path><action>deny</action></rule>
  </rule-list>
</nacm>`;
const PASSWORD = 'guest-password-1';

let node: BoxNode;
let admin: RawNetconf;
let guest: RawNetconf;
let https: { readonly admin: Https; readonly guest: Https };
beforeAll(async () => {
  node = await startBox({ startup: true, passwords: { guest: PASSWORD } });
  admin = await node.session();
  guest = await RawNetconf.open(node.rig, '1.1', { user: 'guest', password: PASSWORD });
  https = { admin: new Https(node.rig), guest: new Https(node.rig, 'guest', PASSWORD) };
  expect(outcome(await admin.ask(edit('running', `<box ${B}>${BEFORE}</box>${RULES}`)))).toBe('ok');
});
afterAll(async () => {
  guest.close();
  https.admin.close();
  https.guest.close();
  await node.stop();
});

const xpath = (select: string) => `<get><filter type="xpath" xmlns:b="urn:acme:box" select="${select}"/></get>`;
const reporting = (mode: string, filter = '') =>
  `<get><filter><box ${B}>${filter}</box></filter><with-defaults xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults">${mode}</with-defaults></get>`;
const operational = (more: string) =>
  `<get-data ${NMDA}><datastore>ds:operational</datastore><subtree-filter><box ${B}/></subtree-filter>${more}</get-data>`;
const count = (text: string, part: string) => text.split(part).length - 1;

/** Of the whole time of a request, in which nobody else had a turn. Worked on at once it is from a third to all of it. */
const MOST = 0.25;

describe('others have their turn while NETCONF answers', () => {
  it.each<readonly [what: string, operation: string, entries: number]>([
    ['an XPath filter by content', xpath('/b:box/b:port[b:speed=7]'), 200],
    ['an XPath filter with a function', xpath("/b:box/b:port[contains(b:name, '999')]"), 38],
    ['an XPath filter of a part of each', xpath('/b:box/b:port/b:name'), PORTS],
    ['an XPath filter that searches', xpath('//b:speed'), PORTS],
    ['an XPath filter of two parts', xpath('/b:box/b:port[b:speed=7]|/b:box/b:port[b:speed=8]'), 400],
    ['an XPath filter that compares each with all', xpath('/b:box/b:port[b:speed=/b:box/b:none]'), 0],
    ['all with their defaults', reporting('report-all'), PORTS],
    ['those with a default', reporting('report-all', '<port><enabled>true</enabled></port>'), PORTS],
    ['all with their origins', operational('<with-origin/>'), PORTS],
    ['those of one origin', operational('<origin-filter>or:system</origin-filter>'), 0],
  ])('%s', async (_what, operation, entries) => {
    expect((await admin.ask(operation)).match(/<port[ >]/g) ?? []).toHaveLength(entries);
    expect(await fairest(MOST, () => admin.ask(operation))).toBeLessThan(MOST);
  });

  it.each<readonly [what: string, operation: string, entries: number]>([
    ['what a user may read of a list', `<get><filter><box ${B}/></filter></get>`, PORTS - 1],
    ['what he may, filtered', xpath("/b:box/b:port[contains(b:name, '999')]"), 38],
    ['what he may, with defaults', reporting('report-all'), PORTS - 1],
  ])('%s', async (_what, operation, entries) => {
    const reply = await guest.ask(operation);
    expect(count(reply, '<port>')).toBe(entries);
    expect(reply).not.toContain('<speed>');
    expect(reply).not.toContain('p00010');
    expect(await fairest(MOST, () => guest.ask(operation))).toBeLessThan(MOST);
  });

  it.each<readonly [what: string, operation: string]>([
    [
      'copy-config from running to startup',
      '<copy-config><target><startup/></target><source><running/></source></copy-config>',
    ],
    ['validate of a configuration', `<validate><source><config><box ${B}>${BEFORE}</box></config></source></validate>`],
  ])('%s', async (_what, operation) => {
    const work = async () => expect(outcome(await admin.ask(operation))).toBe('ok');
    expect(await fairest(MOST, work)).toBeLessThan(MOST);
  });
});

describe('others have their turn while RESTCONF answers', () => {
  const BOX = '/restconf/data/acme-box:box';
  it.each<readonly [what: string, who: 'admin' | 'guest', path: string, entries: number]>([
    ['fields of each entry', 'admin', `${BOX}?fields=port/name`, PORTS],
    ['fields among the defaults', 'admin', `${BOX}?fields=port/enabled&with-defaults=report-all`, PORTS],
    ['what a user may read', 'guest', BOX, PORTS - 1],
    ['what he may, with defaults', 'guest', `${BOX}?with-defaults=report-all`, PORTS - 1],
  ])('%s', async (_what, who, path, entries) => {
    const { status, body } = await https[who].send('GET', path);
    expect([status, JSON.parse(body)['acme-box:box'].port.length]).toEqual([200, entries]);
    if (who === 'guest') expect(body).not.toContain('speed');
    expect(await fairest(MOST, () => https[who].send('GET', path))).toBeLessThan(MOST);
  });

  it('one entry costs a user who may not read all no look at the others', async () => {
    const one = async () => expect((await https.guest.send('GET', `${BOX}/port=p00007`)).status).toBe(200);
    const all = () => https.guest.send('GET', BOX);
    await one();
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 5; i += 1) least = Math.min(least, (await sharesOf(one)).whole);
    expect(least * 10).toBeLessThan((await sharesOf(all)).whole);
  });
});

describe('a read in slices', () => {
  it('shows what there was when it began, though another session changes it meanwhile', async () => {
    const reader = await node.session();
    const read = (select: string) =>
      `<get-config><source><candidate/></source><filter type="xpath" xmlns:b="urn:acme:box" select="${select}"/></get-config>`;
    const parts = Array.from({ length: 20 }, (_, n) => `/b:box/b:port[b:speed = ${80 + n}]`);
    let isAnswered = false;
    reader.send(chunked(rpc(read(parts.join(' | ')))));
    const answer = reader.receive().then((reply) => {
      isAnswered = true;
      return reply;
    });
    // Answered after the other request has been begun.
    await admin.ask('<get><filter/></get>');
    const change = edit('candidate', `<box ${B}>${port(95, 1_000)}${port(19_990, 1_000)}</box>`);
    expect(outcome(await admin.ask(change))).toBe('ok');
    expect(isAnswered).toBe(false);
    const reply = await answer;
    expect(count(reply, '<port>')).toBe(PORTS / 5);
    expect(reply).not.toContain('<speed>1000</speed>');
    expect(await admin.ask(read('/b:box/b:port[b:speed = 1000]/b:name'))).toContain('<name>p19990</name>');
    expect(outcome(await admin.ask('<discard-changes/>'))).toBe('ok');
    reader.close();
  });

  it('ends with its session', async () => {
    const reader = await node.session();
    reader.send(chunked(rpc(xpath('/b:box/b:port[b:speed=/b:box/b:port/b:none]'))));
    await admin.ask('<get><filter/></get>');
    reader.close();
    expect(await admin.ask(`<get><filter><box ${B}><port><name>p00007</name></port></box></filter></get>`)).toContain(
      '<speed>7</speed>',
    );
  });
});
