import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { type CurlRequest, JSON_TYPE, curl as runCurl, XML_TYPE } from '../support/curl.js';
import { startTestNode, type TestNode } from '../support/node.js';

const AGENT = fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url));

const NOC = {
  id: 'noc',
  profile: { name: 'noc', description: 'the operators', version: '1.0.0', provider: 'ACME' },
};

describe.each([
  ['--http1.1', 'HTTP/1.1'],
  ['--http2', 'HTTP/2'],
])('with %s', (version, protocol) =>
  describePeer('curl', 'curl', () => {
    const curl = (node: TestNode, path: string, request: CurlRequest = {}) =>
      runCurl(node, path, { ...request, options: [version, ...(request.options ?? [])] });
    let rig: TestNode;
    beforeAll(async () => {
      rig = await startTestNode({ agents: [AGENT] });
    });
    afterAll(() => rig?.stop());

    describe('discovery with curl', () => {
      it('speaks the version that was asked for', async () => {
        const { protocol: spoken, status } = await curl(rig, '/restconf');
        expect([spoken, status]).toEqual([protocol, 200]);
      });

      it('finds the root through host-meta', async () => {
        const { status, headers, body } = await curl(rig, '/.well-known/host-meta', { accept: 'application/xrd+xml' });
        expect(status).toBe(200);
        expect(headers['content-type']).toBe('application/xrd+xml');
        expect(body).toContain(`<Link rel="restconf" href="/restconf"/>`);
      });

      it('reads the root and the library version in JSON and XML', async () => {
        expect((await curl(rig, '/restconf')).body).toBe(
          '{"ietf-restconf:restconf":{"data":{},"operations":{},"yang-library-version":"2019-01-04"}}',
        );
        expect((await curl(rig, '/restconf/yang-library-version', { accept: XML_TYPE })).body).toBe(
          '<yang-library-version xmlns="urn:ietf:params:xml:ns:yang:ietf-restconf">2019-01-04</yang-library-version>',
        );
      });

      it('lists the operations', async () => {
        const { body } = await curl(rig, '/restconf/operations');
        expect(JSON.parse(body)['ietf-restconf:operations']).toHaveProperty('irtf-agent:task-negotiate', [null]);
      });

      it('lets nobody in without a password, or with a wrong one', async () => {
        for (const login of ['admin:wrong', 'nobody:x']) {
          const { status, headers, body } = await curl(rig, '/restconf/data', { login });
          expect(status).toBe(401);
          expect(headers['www-authenticate']).toMatch(/^Basic/);
          expect(JSON.parse(body)['ietf-restconf:errors'].error[0]).toMatchObject({ 'error-tag': 'access-denied' });
        }
      });
    });

    describe.each([
      ['JSON', JSON_TYPE],
      ['XML', XML_TYPE],
    ])('data with curl, in %s', (format, type) => {
      const id = `noc-${format}`;
      const path = `/restconf/data/yangent-agents:agents/agent=${id}`;
      const body = (description: string) =>
        format === 'JSON'
          ? JSON.stringify({
              'yangent-agents:agent': [{ ...NOC, id, profile: { ...NOC.profile, name: id, description } }],
            })
          : `<agent xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><id>${id}</id><profile><name>${id}</name>` +
            `<description>${description}</description><version>1.0.0</version><provider>ACME</provider></profile></agent>`;

      it('creates with PUT, replaces with PUT, and shows the profile as /irtf-agent:agent of the agent', async () => {
        expect(await curl(rig, path, { method: 'PUT', body: body('first'), type })).toMatchObject({ status: 201 });
        expect(await curl(rig, path, { method: 'PUT', body: body('second'), type })).toMatchObject({ status: 204 });
        const agent = await curl(rig, `/agents/${id}/restconf/data/irtf-agent:agent`, { accept: type });
        expect(agent.status).toBe(200);
        expect(agent.headers['content-type']).toBe(type);
        expect(agent.body).toContain('second');
      });

      it('reads with GET and HEAD', async () => {
        const got = await curl(rig, `${path}/profile/description`, { accept: type });
        expect(got.body).toBe(
          format === 'JSON'
            ? '{"yangent-agents:description":"second"}'
            : '<description xmlns="urn:yangent:params:xml:ns:yang:yangent-agents">second</description>',
        );
        const head = await curl(rig, path, { method: 'HEAD', accept: type });
        expect(head).toMatchObject({ status: 200, body: '' });
      });

      it('changes with PATCH', async () => {
        const patch =
          format === 'JSON'
            ? '{"yangent-agents:profile":{"description":"third"}}'
            : '<profile xmlns="urn:yangent:params:xml:ns:yang:yangent-agents"><description>third</description></profile>';
        expect(await curl(rig, `${path}/profile`, { method: 'PATCH', body: patch, type })).toMatchObject({
          status: 204,
        });
        expect((await curl(rig, `${path}/profile/description`)).body).toContain('third');
      });

      it('refuses to create with POST what exists, with 409 and resource-denied', async () => {
        const { status, body: answer } = await curl(rig, '/restconf/data/yangent-agents:agents', {
          method: 'POST',
          body: body('again'),
          type,
          accept: type,
        });
        expect(status).toBe(409);
        expect(answer).toContain('resource-denied');
      });

      it('deletes, and then there is nothing to delete or get', async () => {
        expect(await curl(rig, path, { method: 'DELETE' })).toMatchObject({ status: 204 });
        const again = await curl(rig, path, { method: 'DELETE', accept: type });
        expect(again.status).toBe(404);
        expect(again.body).toContain('data-missing');
        expect((await curl(rig, path)).status).toBe(404);
      });

      it('creates with POST and says where', async () => {
        const created = await curl(rig, '/restconf/data/yangent-agents:agents', {
          method: 'POST',
          body: body('new'),
          type,
        });
        expect(created.status).toBe(201);
        expect(created.headers.location).toBe(`${rig.url}${path}`);
        await curl(rig, path, { method: 'DELETE' });
      });
    });

    describe('operations and streams with curl', () => {
      beforeAll(async () => {
        const body = JSON.stringify({ 'yangent-agents:agent': [NOC] });
        await curl(rig, '/restconf/data/yangent-agents:agents/agent=noc', { method: 'PUT', body });
      });

      it('negotiates in JSON', async () => {
        const { status, body } = await curl(rig, '/restconf/operations/irtf-agent:task-negotiate', {
          method: 'POST',
          body: JSON.stringify({
            'irtf-agent:input': {
              'task-sendFrom': 'noc',
              'task-sendTo': 'ip-fault',
              'task-id': 'json-1',
              type: 'FEASIBILITY',
              content: ['##target object uplink ##task description repair it'],
            },
          }),
        });
        expect(status).toBe(200);
        expect(JSON.parse(body)['irtf-agent:output'].data['yangent-tasks:negotiation']).toMatchObject({
          'task-id': 'json-1',
          verdict: 'countered',
        });
      });

      it('negotiates in XML, with the same outcome', async () => {
        const { status, body } = await curl(rig, '/restconf/operations/irtf-agent:task-negotiate', {
          method: 'POST',
          type: XML_TYPE,
          accept: XML_TYPE,
          body:
            '<input xmlns="urn:ietf:params:xml:ns:yang:irtf-agent"><task-sendFrom>noc</task-sendFrom><task-sendTo>ip-fault</task-sendTo>' +
            '<task-id>xml-1</task-id><content>##target object uplink ##task description repair it</content><type>FEASIBILITY</type></input>',
        });
        expect(status).toBe(200);
        expect(body).toMatch(
          /<data><negotiation xmlns="urn:yangent:params:xml:ns:yang:yangent-tasks">.*<verdict>countered<\/verdict>/,
        );
      });

      it.each([
        ['json', '"irtf-agent:condition-notifications"'],
        ['xml', '<condition-notifications xmlns="urn:ietf:params:xml:ns:yang:irtf-agent">'],
      ])('streams condition-notifications as %s', async (encoding, expected) => {
        const address = `${rig.url}/restconf/streams/NETCONF/${encoding}`;
        const login = ['--cacert', rig.certificate, '--user', `admin:${rig.password}`];
        const stream = spawn('curl', [
          '-sNi',
          version,
          '--max-time',
          '30',
          ...login,
          '-H',
          'accept: text/event-stream',
          address,
        ]);
        const lines = createInterface({ input: stream.stdout })[Symbol.asyncIterator]();
        for (let line = await lines.next(); line.value !== ': open'; line = await lines.next())
          expect(line.done).toBeFalsy();
        const assigned = await curl(rig, '/restconf/operations/yangent-tasks:assign', {
          method: 'POST',
          body: JSON.stringify({
            'yangent-tasks:input': {
              from: 'noc',
              to: 'ip-fault',
              'task-id': `sse-${encoding}`,
              content: '##task description diagnose the link',
            },
          }),
        });
        expect(assigned.status).toBe(200);
        const received: string[] = [];
        for (let line = await lines.next(); !line.done; line = await lines.next()) {
          received.push(line.value);
          if (line.value.includes('condition-notifications') && line.value.includes('completed')) break;
        }
        stream.kill();
        expect(received.filter((line) => line.startsWith('data:')).join('\n')).toContain(expected);
        expect(received.some((line) => /^id: ?\S+/.test(line))).toBe(true);
      });

      it('fetches the text of a module', async () => {
        const { body } = await curl(rig, '/restconf/operations/ietf-netconf-monitoring:get-schema', {
          method: 'POST',
          body: '{"ietf-netconf-monitoring:input":{"identifier":"irtf-agent"}}',
        });
        expect(JSON.parse(body)['ietf-netconf-monitoring:output'].data).toMatch(/^module irtf-agent \{/);
      });
    });

    describe('refusals with curl', () => {
      const ERROR_TABLE = [
        ['unknown data node', 'GET', '/restconf/data/irtf-agent:nothing', undefined, 404, 'invalid-value'],
        ['unknown module', 'GET', '/restconf/data/no-such:thing', undefined, 404, 'invalid-value'],
        ['unknown agent', 'GET', '/agents/ghost/restconf/data', undefined, 404, 'invalid-value'],
        [
          'ill-formed JSON',
          'PUT',
          '/restconf/data/yangent-agents:agents',
          '{"yangent-agents:agents":',
          400,
          'malformed-message',
        ],
        [
          'unknown member',
          'PUT',
          '/restconf/data/yangent-agents:agents',
          '{"yangent-agents:agents":{"colour":"red"}}',
          400,
          'unknown-element',
        ],
        [
          'wrong type',
          'PATCH',
          '/restconf/data/yangent-agents:agents',
          '{"yangent-agents:agents":{"agent":[{"id":"x","execution":{"max-concurrent-tasks":"many"}}]}}',
          400,
          'invalid-value',
        ],
        ['method not allowed', 'DELETE', '/restconf/operations', undefined, 405, 'operation-not-supported'],
        ['unknown rpc', 'POST', '/restconf/operations/irtf-agent:fly', '{}', 404, 'invalid-value'],
      ] as const;

      it.each(ERROR_TABLE)('%s', async (_title, method, path, body, status, tag) => {
        const answer = await curl(rig, path, { method, body });
        expect({
          status: answer.status,
          tag: JSON.parse(answer.body)['ietf-restconf:errors'].error[0]['error-tag'],
        }).toEqual({ status, tag });
      });
    });
  }),
);
