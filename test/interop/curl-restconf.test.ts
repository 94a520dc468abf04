/** RESTCONF beyond the plain methods, with curl against a whole node: versions, YANG Patch, datastores, coding, service pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectNetconf } from '../../src/clients/index.js';
import { describePeer } from '../peers.js';
import { curl, JSON_TYPE } from '../support/curl.js';
import { startTestNode, type TestNode } from '../support/node.js';

const AGENTS = '/restconf/data/yangent-agents:agents';
const profile = (name: string) => ({ name, description: 'd', version: '1.0.0', provider: 'ACME' });

describePeer('curl', 'curl', () => {
  let rig: TestNode;
  beforeAll(async () => {
    rig = await startTestNode();
    for (const id of ['a', 'b']) {
      const body = JSON.stringify({ 'yangent-agents:agent': [{ id, profile: profile(id) }] });
      await curl(rig, `${AGENTS}/agent=${id}`, { method: 'PUT', body });
    }
  });
  afterAll(() => rig?.stop());

  describe('entity-tags', () => {
    const tagOf = async (path: string) => (await curl(rig, path, { method: 'HEAD' })).headers.etag;

    it('of one agent change with that agent alone', async () => {
      const [a, b, all] = [await tagOf(`${AGENTS}/agent=a`), await tagOf(`${AGENTS}/agent=b`), await tagOf(AGENTS)];
      const body = JSON.stringify({ 'yangent-agents:description': 'changed' });
      const path = `${AGENTS}/agent=a/profile/description`;
      const headers = [`if-match: ${await tagOf(path)}`];
      expect(await curl(rig, path, { method: 'PUT', body, headers })).toMatchObject({ status: 204 });
      expect(await curl(rig, path, { method: 'PUT', body, headers })).toMatchObject({ status: 412 });
      expect(await tagOf(`${AGENTS}/agent=b`)).toBe(b);
      expect(await tagOf(`${AGENTS}/agent=a`)).not.toBe(a);
      expect(await tagOf(AGENTS)).not.toBe(all);
      const unchanged = await curl(rig, `${AGENTS}/agent=b/profile?content=config`, {
        headers: [`if-none-match: ${b}`],
      });
      expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    });
  });

  describe('YANG Patch', () => {
    const patch = (edit: readonly object[]) =>
      curl(rig, AGENTS, {
        method: 'PATCH',
        type: 'application/yang-patch+json',
        body: JSON.stringify({ 'ietf-yang-patch:yang-patch': { 'patch-id': 'p', edit } }),
      });

    it('is announced, applied as a whole, or not at all', async () => {
      const { headers } = await curl(rig, AGENTS, { method: 'OPTIONS' });
      expect(headers['accept-patch']).toContain('application/yang-patch+json');
      const { body: capabilities } = await curl(
        rig,
        '/restconf/data/ietf-restconf-monitoring:restconf-state/capabilities',
      );
      expect(capabilities).toContain('urn:ietf:params:restconf:capability:yang-patch:1.0');
      const c = {
        'edit-id': '1',
        operation: 'create',
        target: '/agent=c',
        value: { 'yangent-agents:agent': [{ id: 'c', profile: profile('c') }] },
      };
      const gone = { 'edit-id': '2', operation: 'delete', target: '/agent=nobody' };
      const refused = await patch([c, gone]);
      expect(refused.status).toBe(409);
      expect(JSON.parse(refused.body)).toMatchObject({
        'ietf-yang-patch:yang-patch-status': {
          'patch-id': 'p',
          'edit-status': {
            edit: [
              { 'edit-id': '1', ok: [null] },
              { 'edit-id': '2', errors: { error: [{ 'error-tag': 'data-missing' }] } },
            ],
          },
        },
      });
      expect((await curl(rig, `${AGENTS}/agent=c`)).status).toBe(404);
      const done = await patch([c, { 'edit-id': '2', operation: 'delete', target: '/agent=b' }]);
      expect([done.status, JSON.parse(done.body)]).toEqual([
        200,
        { 'ietf-yang-patch:yang-patch-status': { 'patch-id': 'p', ok: [null] } },
      ]);
      expect((await curl(rig, `${AGENTS}/agent=c`)).status).toBe(200);
      expect((await curl(rig, `${AGENTS}/agent=b`)).status).toBe(404);
    });
  });

  describe('datastores', () => {
    it('the candidate is edited beside running, operational has what is in use and where it comes from', async () => {
      const path = 'yangent-agents:agents/agent=a/profile/description';
      const ds = (name: string) => `/restconf/ds/ietf-datastores:${name}/${path}`;
      const body = JSON.stringify({ 'yangent-agents:description': 'of the candidate' });
      expect(await curl(rig, ds('candidate'), { method: 'PUT', body })).toMatchObject({ status: 204 });
      expect((await curl(rig, ds('candidate'))).body).toBe('{"yangent-agents:description":"of the candidate"}');
      expect((await curl(rig, ds('running'))).body).not.toContain('candidate');
      expect((await curl(rig, `${ds('operational')}?with-origin`)).body).toContain(
        '"ietf-origin:origin":"ietf-origin:intended"',
      );
      expect(await curl(rig, ds('intended'), { method: 'PUT', body })).toMatchObject({ status: 405 });
      expect(await curl(rig, ds('startup'))).toMatchObject({ status: 404 });
    });
  });

  describe('locks', () => {
    it('an edit of what a NETCONF session has locked is 409 in-use until the lock is gone', async () => {
      const netconf = await connectNetconf({ ...rig.netconf, username: 'admin', password: rig.password });
      const path = `${AGENTS}/agent=a/profile/description`;
      const body = JSON.stringify({ 'yangent-agents:description': 'locked?' });
      const put = () => curl(rig, path, { method: 'PUT', body });
      await netconf.lock('running');
      const refused = await put();
      expect([refused.status, JSON.parse(refused.body)['ietf-restconf:errors'].error]).toMatchObject([
        409,
        [{ 'error-tag': 'in-use' }],
      ]);
      const patch = {
        'ietf-yang-patch:yang-patch': {
          'patch-id': 'p',
          edit: [{ 'edit-id': '1', operation: 'remove', target: '/agent=c' }],
        },
      };
      const type = 'application/yang-patch+json';
      const patched = await curl(rig, AGENTS, { method: 'PATCH', type, body: JSON.stringify(patch) });
      expect([patched.status, patched.body]).toEqual([409, expect.stringContaining('"error-tag":"in-use"')]);
      await netconf.unlock('running');
      expect((await put()).status).toBe(204);
      await netconf.close();
    });
  });

  describe('content coding', () => {
    it.each(['--http1.1', '--http2'])('gzip both ways with curl %s', async (version) => {
      const plain = await curl(rig, '/restconf/data/ietf-yang-library:yang-library', { options: [version] });
      const coded = await curl(rig, '/restconf/data/ietf-yang-library:yang-library', {
        options: [version, '--compressed'],
      });
      expect([coded.status, coded.headers['content-encoding'], coded.body]).toEqual([200, 'gzip', plain.body]);
      expect(plain.headers['content-encoding']).toBeUndefined();
    });
  });

  describe('service pages', () => {
    it('health for anybody, metrics from this machine, the API for users', async () => {
      const nobody = { login: ':', headers: ['authorization:'] };
      expect(await curl(rig, '/healthz', nobody)).toMatchObject({ status: 200, body: 'ok\n' });
      const metrics = await curl(rig, '/metrics', nobody);
      expect(metrics.body).toMatch(/^# TYPE yangent_tasks gauge$/m);
      expect(metrics.body).toMatch(/^yangent_store_commits_total \d+$/m);
      expect(metrics.body).toMatch(/^yangent_restconf_requests_total\{method="PATCH",status="409"\} 2$/m);
      expect(await curl(rig, '/openapi.json', nobody)).toMatchObject({ status: 401 });
      const { status, body, headers } = await curl(rig, '/openapi.json');
      expect(status).toBe(200);
      expect(JSON.parse(body).paths).toHaveProperty('/data/yangent-agents:agents/agent={agent-id}');
      const again = await curl(rig, '/openapi.json', { headers: [`if-none-match: ${headers.etag}`] });
      expect(again.status).toBe(304);
      expect(JSON_TYPE).not.toBe(headers['content-type']);
    });
  });
});
