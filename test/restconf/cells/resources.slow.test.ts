/** Each cell of resources.ts as a request to a node, and again under each precondition. */
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsFolder } from '../../netconf/cells/model.js';
import { errorIn, Https } from '../../support/http.js';
import { startTestNode, type TestNode } from '../../support/node.js';
import { PRECONDITIONS, statusUnder } from './preconditions.js';
import { METHODS, type Method, RESOURCES, type ResourceCell } from './resources.js';

const CELLS = '/restconf/data/acme-cells:cells';
type Presence = 'present' | 'absent';

let node: TestNode;
let https: Https;
beforeAll(async () => {
  node = await startTestNode({ yang: [cellsFolder()] });
  https = new Https(node);
});
afterAll(async () => {
  https.close();
  await node.stop();
});

/** Puts the content of the container in place, and gives the entity-tag of the resource or of what is around it. */
async function prepare(cell: ResourceCell, presence: Presence): Promise<string> {
  const content = cell[presence];
  if (!content) return '"none"';
  const put = await https.send('PUT', CELLS, { body: JSON.stringify({ 'acme-cells:cells': content }) });
  expect([201, 204]).toContain(put.status);
  const resource = await https.send('HEAD', presence === 'present' ? `/restconf${cell.path}` : CELLS);
  return String(resource.headers.etag);
}

function ask(cell: ResourceCell, method: Method, headers: Readonly<Record<string, string>> = {}) {
  const content = cell.bodies?.[method];
  const body = content === undefined ? undefined : JSON.stringify(content);
  const accept = cell.accept && method !== 'POST' && method !== 'PUT' ? cell.accept : undefined;
  return https.send(method, `/restconf${cell.path}`, { body, headers, ...(accept ? { accept } : {}) });
}

/** GET of an event stream goes on: its status line is all that is looked at. */
function statusOfStream(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const authorization = `Basic ${Buffer.from(`admin:${node.password}`).toString('base64')}`;
    const headers = { authorization, accept: 'text/event-stream' };
    const asked = request(`${node.url}${path}`, { headers, rejectUnauthorized: false }, (incoming) => {
      resolve(incoming.statusCode ?? 0);
      asked.destroy();
    });
    asked.on('error', reject).end();
  });
}

const cases = RESOURCES.flatMap((cell) =>
  (['present', 'absent'] as const).flatMap((presence) => {
    const statuses = presence === 'present' ? cell.whenPresent : cell.whenAbsent;
    return METHODS.flatMap((method, index) => {
      const status = statuses?.[index];
      return status === undefined ? [] : [{ cell, presence, method, status, resource: cell.resource }];
    });
  }),
);

describe('a method on a resource', () => {
  for (const { cell, presence, method, status, resource } of cases) {
    const there = presence === 'present' ? '' : ', not there,';
    it(`${method} of ${resource}${there} is ${status}`, async () => {
      if (cell.accept && method === 'GET' && status === 200) {
        expect(await statusOfStream(`/restconf${cell.path}`)).toBe(status);
        return;
      }
      await prepare(cell, presence);
      const answer = await ask(cell, method);
      expect(answer.status).toBe(status);
      if (status === 405 || (method === 'OPTIONS' && status === 200)) expect(answer.headers.allow).toBe(cell.allow);
      if (status >= 400 && method !== 'HEAD') expect(errorIn(answer)['error-tag']).toBe(tagOf(status, method, cell));
      if (status === 201) expect(answer.headers.location).toMatch(new RegExp(`^${node.url}/restconf/data/`));
      if (status === 201 || status === 204 || method === 'HEAD') expect(answer.body).toBe('');
    });
  }
});

/** RFC 8040 §7: the error-tags of these status codes. A data resource that is not there to be deleted is data-missing. */
function tagOf(status: number, method: Method, { absent }: ResourceCell): string {
  if (status === 405) return 'operation-not-supported';
  if (status === 409) return 'resource-denied';
  return method === 'DELETE' && absent ? 'data-missing' : 'invalid-value';
}

describe('a precondition', () => {
  // Those of the datastore itself, of state and of what is no data resource are not about one resource.
  const conditional = cases.filter(({ cell, method }) => cell.present && cell.path !== '/data' && method !== 'OPTIONS');
  for (const { cell, presence, method, status, resource } of conditional) {
    const there = presence === 'present' ? '' : ' that is not there';
    it(`holds or does not for ${method} of ${resource}${there}`, async () => {
      for (const precondition of PRECONDITIONS) {
        const etag = await prepare(cell, presence);
        const answer = await ask(cell, method, precondition.headers(etag));
        expect(answer.status, precondition.title).toBe(statusUnder(precondition, method, status, presence));
        const isRefused = answer.status === 412 && method !== 'HEAD';
        if (isRefused)
          expect(errorIn(answer), precondition.title).toMatchObject({
            ...{ 'error-tag': 'operation-failed', 'error-app-tag': 'precondition-failed' },
          });
        if (answer.status === 304) expect([answer.body, answer.headers.etag], precondition.title).toEqual(['', etag]);
      }
    });
  }
});
