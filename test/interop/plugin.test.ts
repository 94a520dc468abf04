import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { curl, XML_TYPE } from '../support/curl.js';
import { startTestNode, type TestNode } from '../support/node.js';

const PLUGINS = fileURLToPath(new URL('../support/plugins', import.meta.url));

describePeer('curl', 'a plugin, through curl', () => {
  let rig: TestNode;
  beforeAll(async () => {
    rig = await startTestNode({
      yang: [`${PLUGINS}/yang`],
      plugins: [`${PLUGINS}/acme-box.mjs`],
      passwords: { eve: 'secret of eve' },
    });
  });
  afterAll(() => rig?.stop());

  const post = (path: string, body?: unknown) =>
    curl(rig, path, { method: 'POST', body: body === undefined ? undefined : JSON.stringify(body) });

  describe('a plugin', () => {
    it('implements an rpc and knows the caller', async () => {
      const answer = await post('/restconf/operations/acme-box:ping', { 'acme-box:input': { msg: 'hello' } });
      expect(answer.body).toBe('{"acme-box:output":{"reply":"hello","user":"admin"}}');
    });

    it('gets only valid input', async () => {
      const answer = await post('/restconf/operations/acme-box:ping', { 'acme-box:input': { msg: '' } });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)['ietf-restconf:errors'].error[0]).toMatchObject({ 'error-tag': 'invalid-value' });
    });

    it('refuses with the error it chooses', async () => {
      const answer = await post('/restconf/operations/acme-box:refuse');
      expect(answer.status).toBe(409);
      expect(JSON.parse(answer.body)['ietf-restconf:errors'].error[0]).toMatchObject({
        'error-tag': 'resource-denied',
        'error-app-tag': 'acme-full',
        'error-message': 'the box is full',
      });
    });

    it('gives state of a container, of one entry, and of a whole list', async () => {
      expect((await curl(rig, '/restconf/data/acme-box:stats')).body).toBe('{"acme-box:stats":{"uptime":12}}');
      const one = await curl(rig, '/restconf/data/acme-box:ports/port=eth3', { accept: XML_TYPE });
      expect(one.body).toBe('<port xmlns="urn:acme:box"><name>eth3</name><speed>10000000000</speed></port>');
      const all = JSON.parse((await curl(rig, '/restconf/data/acme-box:ports')).body);
      expect(all['acme-box:ports'].port.map((port: { name: string }) => port.name)).toEqual([
        'eth0',
        'eth1',
        'eth2',
        'eth3',
        'eth4',
      ]);
      expect((await curl(rig, '/restconf/data/acme-box:ports/port=eth9')).status).toBe(404);
    });

    it('validates and applies configuration, and runs actions', async () => {
      const put = (label: string) =>
        curl(rig, '/restconf/data/acme-box:box', {
          method: 'PUT',
          body: JSON.stringify({ 'acme-box:box': { label } }),
        });
      expect((await put('first')).status).toBe(201);
      const refused = await put('forbidden');
      expect(refused.status).toBe(400);
      expect(refused.body).toContain('no box is called that');
      const reset = await post('/restconf/data/acme-box:box/reset', { 'acme-box:input': { reason: 'test' } });
      expect(JSON.parse(reset.body)).toEqual({ 'acme-box:output': { note: 'reset because test; applied first' } });
      const flap = await post('/restconf/data/acme-box:ports/port=eth2/flap');
      expect(JSON.parse(flap.body)).toEqual({ 'acme-box:output': { port: 'eth2' } });
    });

    it('is there over NETCONF and in the node API too', async () => {
      expect(await rig.node.invoke('acme-box:ping', { msg: 'api' })).toEqual({ reply: 'api', user: 'system' });
      expect(await rig.node.act("/acme-box:ports/port[name='eth1']/flap")).toEqual({ port: 'eth1' });
      expect(await rig.node.read('/acme-box:stats')).toEqual({ uptime: 12 });
      const library = await curl(rig, '/restconf/data/ietf-yang-library:yang-library/module-set=all/module=acme-box');
      expect(JSON.parse(library.body)['ietf-yang-library:module'][0]).toMatchObject({
        namespace: 'urn:acme:box',
        revision: '2026-11-21',
      });
    });

    it('sends notifications from its start on', async () => {
      const { body } = await curl(rig, '/restconf/streams/NETCONF/json?start-time=2026-01-01T00%3A00%3A00Z', {
        headers: ['accept: text/event-stream'],
        options: ['--max-time', '2'],
      }).catch((error: { stdout: string }) => ({ body: error.stdout }));
      expect(body).toContain('"acme-box:alarm":{"id":1}');
    });
  });
});
