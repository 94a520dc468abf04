/** NACM (RFC 8341) as clients of both protocols meet it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorIn, Https } from '../support/http.js';
import type { TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { https, nacm, netconf, PORTS, put, startAccessNode } from './access-rig.js';

let rig: TestNode;
beforeAll(async () => {
  rig = await startAccessNode();
});
afterAll(() => rig?.stop());
beforeEach(() => put(rig, 'acme-box:box', PORTS));

const BOX = 'xmlns="urn:acme:box"';
const edit = (content: string) =>
  `<edit-config><target><running/></target><config><box ${BOX} xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0">${content}</box></config></edit-config>`;
const get = (content: string) =>
  `<get-config><source><running/></source><filter><box ${BOX}>${content}</box></filter></get-config>`;

async function counters(): Promise<Record<string, number>> {
  const admin = new Https(rig);
  const { body } = await admin.send('GET', '/restconf/data/ietf-netconf-acm:nacm?content=nonconfig');
  admin.close();
  return JSON.parse(body)['ietf-netconf-acm:nacm'];
}

describe('reading', () => {
  it('shows what rules leave, alike over both protocols', async () => {
    await nacm(rig, [{ path: "/acme-box:box/port[name='p2']", action: 'deny' }]);
    const [web, session] = [https(rig, 'ann'), await netconf(rig, 'ann')];
    expect(JSON.parse((await web.send('GET', '/restconf/data/acme-box:box')).body)).toEqual({
      'acme-box:box': { name: 'b', port: [{ name: 'p1', speed: 10, serial: 's1' }] },
    });
    expect(await session.ask(get(''))).toBe(
      '<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><data xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><box xmlns="urn:acme:box"><name>b</name><port><name>p1</name><speed>10</speed><serial>s1</serial></port></box></data></rpc-reply>',
    );
    web.close();
    session.close();
  });

  it('answers what is hidden as what is not there, whatever is asked', async () => {
    await nacm(rig, [
      { path: "/acme-box:box/port[name='p2']", action: 'deny' },
      { path: '/acme-box:box/limit', action: 'deny' },
    ]);
    const [web, session] = [https(rig, 'ann'), await netconf(rig, 'ann')];
    for (const [hidden, missing] of [
      ['port=p2', 'port=p9'],
      ['port=p2/speed', 'port=p9/speed'],
      ['secret', 'port=p1/backup'],
      ['limit', 'port=p1/backup'],
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const [a, b] = await Promise.all(
          [hidden, missing].map((name) => web.send(method, `/restconf/data/acme-box:box/${name}`)),
        );
        expect([method, a?.status]).toEqual([method, 404]);
        expect(b?.status).toBe(404);
        if (method === 'GET' && a && b) expect(errorIn(a)['error-tag']).toBe(errorIn(b)['error-tag']);
      }
    }
    for (const filter of [
      '<port><name>p2</name></port>',
      '<port><speed>20</speed></port>',
      '<port><serial>s2</serial><name/></port>',
      '<secret/>',
      '<secret>hush</secret>',
    ]) {
      expect(await session.ask(get(filter))).not.toMatch(/p2|hush|<secret/);
    }
    web.close();
    session.close();
  });

  it('reports no defaults of what is hidden', async () => {
    await nacm(rig, [{ path: '/acme-box:box/limit', action: 'deny' }]);
    const [web, session] = [https(rig, 'ann'), await netconf(rig, 'ann')];
    for (const path of ['', '/acme-box:box']) {
      const { status, body } = await web.send('GET', `/restconf/data${path}?with-defaults=report-all`);
      expect(status).toBe(200);
      expect(body).toContain('"p1"');
      expect(body).not.toMatch(/"limit"|ietf-netconf-acm:nacm/);
    }
    const mode =
      '<with-defaults xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults">report-all</with-defaults>';
    const reply = await session.ask(`<get-config><source><running/></source>${mode}</get-config>`);
    expect(reply).toContain('<name>p1</name>');
    expect(reply).not.toMatch(/<limit|<nacm/);
    session.close();
    web.close();
  });

  it('evaluates XPath filters on what can be read only', async () => {
    await nacm(rig, [{ path: "/acme-box:box/port[name='p2']", action: 'deny' }]);
    const session = await netconf(rig, 'ann');
    const reply = await session.ask(
      `<get-config><source><running/></source><filter type="xpath" xmlns:b="urn:acme:box" select="/b:box/b:name[/b:box/b:port/b:speed = 20 or /b:box/b:secret]"/></get-config>`,
    );
    expect(reply).toContain('<data');
    expect(reply).not.toContain('<name>');
    session.close();
  });
});

describe('writing', () => {
  it('is refused with the path of what may not be changed, and nothing changes', async () => {
    await nacm(rig, [{ path: '/acme-box:box/name', 'access-operations': 'update', action: 'permit' }]);
    const before = await counters();
    const [web, session] = [https(rig, 'ann'), await netconf(rig, 'ann')];
    expect(await session.ask(edit('<name>n</name>'))).toContain('<ok/>');
    expect(await session.ask(edit('<name>m</name><port><name>p1</name><speed>11</speed></port>'))).toBe(
      '<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><rpc-error xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><error-type>application</error-type><error-tag>access-denied</error-tag><error-severity>error</error-severity><error-path xmlns:acme-box="urn:acme:box">/acme-box:box/acme-box:port[acme-box:name=\'p1\']/acme-box:speed</error-path><error-message xml:lang="en">user "ann" may not update /acme-box:box/port[name=\'p1\']/speed</error-message></rpc-error></rpc-reply>',
    );
    const answer = await web.send('PATCH', '/restconf/data/acme-box:box/port=p1', {
      body: '{"acme-box:port":[{"name":"p1","speed":11}]}',
    });
    expect(answer.status).toBe(403);
    expect(errorIn(answer)).toMatchObject({
      'error-tag': 'access-denied',
      'error-path': "/acme-box:box/port[name='p1']/speed",
    });
    expect((await web.send('DELETE', '/restconf/data/acme-box:box/port=p1')).status).toBe(403);
    const { body } = await web.send('GET', '/restconf/data/acme-box:box');
    expect(JSON.parse(body)['acme-box:box']).toMatchObject({ name: 'n', port: [{ speed: 10 }, {}] });
    expect((await counters())['denied-data-writes']).toBe(Number(before['denied-data-writes']) + 3);
    web.close();
    session.close();
  });

  it('of a candidate is checked when it is edited', async () => {
    await nacm(rig, [{ path: '/acme-box:box/name', action: 'permit' }]);
    const session = await netconf(rig, 'ann');
    const candidate = (content: string) => edit(content).replace('<running/>', '<candidate/>');
    expect(await session.ask(candidate('<port><name>p1</name><speed>11</speed></port>'))).toContain('access-denied');
    expect(await session.ask(candidate('<name>c</name>'))).toContain('<ok/>');
    expect(await session.ask('<commit/>')).toContain('<ok/>');
    session.close();
  });

  it('does not tell whether something hidden exists', async () => {
    await nacm(rig, [
      { path: "/acme-box:box/port[name='p2']", action: 'deny' },
      { path: "/acme-box:box/port[name='p9']", action: 'deny' },
      { path: '/acme-box:box', action: 'permit' },
    ]);
    const session = await netconf(rig, 'ann');
    const replies = [];
    for (const operation of ['create', 'delete']) {
      for (const name of ['p2', 'p9']) {
        const reply = await session.ask(edit(`<port nc:operation="${operation}"><name>${name}</name></port>`));
        replies.push(/<error-tag>(.*?)</.exec(reply)?.[1]);
      }
    }
    expect(replies).toEqual(Array(4).fill('access-denied'));
    const unique = await session.ask(edit('<port><name>p1</name><serial>s2</serial></port>'));
    expect(unique).toContain('data-not-unique');
    expect(unique).not.toContain('p2');
    session.close();
  });
});

describe('operations', () => {
  it('are refused by rule, kill-session without one', async () => {
    await nacm(rig, [{ 'rpc-name': 'get-config', action: 'deny' }]);
    const before = await counters();
    const session = await netconf(rig, 'ann');
    const denied = '<error-type>protocol</error-type><error-tag>access-denied</error-tag>';
    expect(await session.ask(get(''))).toContain(denied);
    expect(await session.ask('<kill-session><session-id>4000</session-id></kill-session>')).toContain(denied);
    expect(await session.ask(`<get><filter><box ${BOX}><name/></box></filter></get>`)).toContain('<name>b</name>');
    expect((await counters())['denied-operations']).toBe(Number(before['denied-operations']) + 2);
    expect(await session.ask('<close-session/>')).toContain('<ok/>');
    session.close();
  });
});

describe('the rules', () => {
  it('can be mended by the first administrator at the machine, whatever they say', async () => {
    await put(rig, 'ietf-netconf-acm:nacm', {
      'ietf-netconf-acm:nacm': {
        'read-default': 'deny',
        'exec-default': 'deny',
        'rule-list': [{ name: 'all', group: ['*'], rule: [{ name: 'none', action: 'deny' }] }],
      },
    });
    const web = https(rig, 'ann');
    expect((await web.send('GET', '/restconf/data/acme-box:box')).status).toBe(404);
    await nacm(rig, []);
    expect((await web.send('GET', '/restconf/data/acme-box:box')).status).toBe(200);
    web.close();
  });

  it('are hidden from others, and take prefixes as XML declares them', async () => {
    await nacm(rig, []);
    const web = https(rig, 'ann');
    expect((await web.send('GET', '/restconf/data/ietf-netconf-acm:nacm')).status).toBe(404);
    expect((await web.send('GET', '/restconf/data/yangent-access:access')).status).toBe(404);
    const session = await RawNetconf.open(rig);
    const rule = (path: string) =>
      `<edit-config><target><running/></target><config><nacm xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-acm"><rule-list><name>staff</name><rule><name>x</name><path xmlns:q="urn:acme:box">${path}</path><action>deny</action></rule></rule-list></nacm></config></edit-config>`;
    expect(await session.ask(rule("/q:box/q:port[q:name='p1']"))).toContain('<ok/>');
    expect((await web.send('GET', '/restconf/data/acme-box:box/port=p1')).status).toBe(404);
    expect((await web.send('GET', '/restconf/data/acme-box:box/port=p2')).status).toBe(200);
    expect(await session.ask(rule('/q:bax'))).toContain('<error-tag>invalid-value</error-tag>');
    session.close();
    web.close();
  });
});
