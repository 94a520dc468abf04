/** A node on a disk of 20 MB that is filled and freed: what it says over both protocols, and what it still does. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';
import { SmallDisk } from '../support/small-disk.js';

const TASKS = 'urn:yangent:params:xml:ns:yang:yangent-tasks';
const PROFILE = (id: string) => ({ name: id, description: 'd', version: '1.0.0', provider: 'p' });
const PROMPT = 'x'.repeat(20_000);
/** More than fits. */
const MOST = 2_000;

describePeer('tmpfs', 'a disk of 20 MB', (mount) => {
  let disk: SmallDisk;
  let node: TestNode;
  let https: Https;

  beforeAll(async () => {
    disk = new SmallDisk(mount, 20);
    const data = join(disk.directory, 'data');
    mkdirSync(data);
    node = await startTestNode({ data, logLevel: 'fatal' });
    const agent = ['noc', 'meter', 'spare'].map((id) => ({ id, owner: ['admin'], profile: PROFILE(id) }));
    await node.node.edit({ 'yangent-agents:agents': { agent } });
    https = new Https(node);
  });
  afterAll(async () => {
    https.close();
    await node.stop();
    disk.remove();
  });

  const assign = (id: string) =>
    https.send('POST', '/restconf/operations/yangent-tasks:assign', {
      body: JSON.stringify({
        'yangent-tasks:input': { from: 'noc', to: 'meter', 'task-id': id, objective: PROMPT, async: true },
      }),
    });
  const health = async () => {
    const { status, body } = await https.send('GET', '/healthz');
    return [status, body];
  };

  it('is said to be full while it is, lets tasks be canceled and rows be deleted, and loses nothing', async () => {
    // The reserve is made behind the start.
    await expect.poll(() => disk.bytesFree < 12 << 20, { timeout: 10_000 }).toBe(true);
    const put = (body: string) => https.send('PUT', '/data/map', { body, type: 'text/plain' });
    expect((await put('here')).status).toBe(201);
    const kept: string[] = [];
    for (let n = 0; n < 20; n++) kept.push(JSON.parse((await assign(`t${n}`)).body)['yangent-tasks:output'].id);
    expect(await health()).toEqual([200, 'ok\n']);
    disk.fill();

    // RESTCONF: 503 with the cause, the first time and from then on.
    const tooLarge = await put('x'.repeat(1 << 20));
    let refused = await assign('u0');
    for (let n = 1; refused.status === 200 && n < MOST; n++) {
      kept.push(JSON.parse(refused.body)['yangent-tasks:output'].id);
      refused = await assign(`u${n}`);
    }
    for (const { status, body, headers } of [tooLarge, refused, await assign('again'), await put('there')]) {
      expect([status, headers['retry-after']]).toEqual([503, undefined]);
      expect(JSON.parse(body)).toEqual({
        'ietf-restconf:errors': {
          error: [
            {
              'error-type': 'application',
              'error-tag': 'resource-denied',
              'error-app-tag': 'disk-full',
              'error-message': 'the disk of the node is full: nothing was stored; an operator has to free space',
            },
          ],
        },
      });
    }
    expect(await health()).toEqual([503, 'the disk is full: nothing is stored\n']);

    // NETCONF: the same as an rpc-error; the session goes on.
    const session = await RawNetconf.open(node);
    expect(
      await session.ask(
        `<assign xmlns="${TASKS}"><from>noc</from><to>meter</to><task-id>n</task-id><objective>x</objective><async>true</async></assign>`,
      ),
    ).toBe(
      '<rpc-reply xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1"><rpc-error xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"><error-type>application</error-type><error-tag>resource-denied</error-tag><error-severity>error</error-severity><error-app-tag>disk-full</error-app-tag><error-message xml:lang="en">the disk of the node is full: nothing was stored; an operator has to free space</error-message></rpc-error></rpc-reply>',
    );

    const copy = '<copy-config><target><url>file:///all.xml</url></target><source><running/></source></copy-config>';
    expect(await session.ask(copy)).toContain('<error-app-tag>disk-full</error-app-tag>');

    // What cancels and removes is done, over both protocols.
    const [first = '', second = '', third = ''] = kept;
    const canceled = await https.send('POST', `/restconf/data/yangent-tasks:tasks/task=${first}/cancel`);
    expect([canceled.status, canceled.body]).toEqual([200, expect.stringContaining('"canceled"')]);
    const cancel = `<tasks xmlns="${TASKS}"><task><id>${second}</id><cancel/></task></tasks>`;
    expect(await session.ask(`<action xmlns="urn:ietf:params:xml:ns:yang:1">${cancel}</action>`)).toContain('canceled');
    expect((await https.send('DELETE', '/data/map')).status).toBe(204);
    const removed = await https.send('POST', '/restconf/operations/yangent-tasks:remove', {
      body: `{"yangent-tasks:input":{"id":["${first}"]}}`,
    });
    expect(removed.status).toBeLessThan(300);
    const deleted = await https.send('DELETE', '/restconf/data/yangent-agents:agents/agent=spare');
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    session.close();
    expect((await assign('no')).status).toBe(503);

    disk.free();
    await expect.poll(health, { timeout: 20_000 }).toEqual([200, 'ok\n']);
    expect((await assign('after')).status).toBe(200);
    expect((await put('there')).status).toBe(201);
    for (const id of kept.slice(1)) {
      const { body } = await https.send('GET', `/restconf/data/yangent-tasks:tasks/task=${id}/state`);
      expect(JSON.parse(body)).toEqual({ 'yangent-tasks:state': id === second ? 'canceled' : 'accepted' });
    }
    expect(third).not.toBe('');

    // Each change that was answered has one record, on the full disk as well; what was refused has none that says done.
    const { body } = await https.send('GET', '/restconf/data/yangent-audit:audit/log');
    const entries: readonly Readonly<Record<string, unknown>>[] = JSON.parse(body)['yangent-audit:log'].entry;
    const done = (operation: string) =>
      entries.filter((each) => each.operation === operation && each.outcome === 'done').length;
    const operations = ['assign', 'cancel', 'remove'].map((name) => done(`yangent-tasks:${name}`));
    expect(operations).toEqual([kept.length + 1, 2, 1]);
    const edits = entries.filter(({ target }) => JSON.stringify(target)?.includes("agent[id='spare']"));
    // It was made before, and deleted.
    expect(edits.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect([done('put-data'), done('delete-data')]).toEqual([2, 1]);
  }, 120_000);
});
