import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type RestconfClient, RestconfError, restconfClient } from '../../../src/clients/index.js';

let server: Server;
let client: RestconfClient;
afterEach(() => {
  client.close();
  server.closeAllConnections();
  server.close();
});

const asked: string[] = [];

/** Answers every request with one status and document. */
async function answering(status: number, document: unknown): Promise<void> {
  server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    asked.push(`${request.method} ${request.url}\n${request.headers['content-type']}\n${body}`);
    response.writeHead(status, { 'content-type': 'application/yang-data+json' }).end(JSON.stringify(document));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  client = restconfClient({ url: `http://127.0.0.1:${port}`, username: 'ada', password: 'x' });
}

const error = { 'error-type': 'application', 'error-tag': 'data-missing', 'error-message': 'not there' };

describe('a YANG Patch', () => {
  it('is sent with its edits numbered, to a datastore where one is named', async () => {
    await answering(200, { 'ietf-yang-patch:yang-patch-status': { 'patch-id': 'patch-1', ok: [null] } });
    await client.yangPatch(
      '/box:box',
      [
        { operation: 'delete', target: '/port=a' },
        {
          operation: 'insert',
          target: '/rule=x',
          where: 'before',
          point: '/rule=y',
          value: { 'box:rule': [{ id: 'x' }] },
        },
      ],
      { datastore: 'candidate' },
    );
    expect(asked.at(-1)).toBe(
      'PATCH /restconf/ds/ietf-datastores:candidate/box:box\napplication/yang-patch+json\n' +
        '{"ietf-yang-patch:yang-patch":{"patch-id":"patch-1","edit":[{"edit-id":"1","operation":"delete","target":"/port=a"},' +
        '{"edit-id":"2","operation":"insert","target":"/rule=x","where":"before","point":"/rule=y","value":{"box:rule":[{"id":"x"}]}}]}}',
    );
  });

  it('that is refused says which edit was it', async () => {
    const edit = [
      { 'edit-id': '1', ok: [null] },
      { 'edit-id': '2', errors: { error: [error] } },
    ];
    await answering(409, { 'ietf-yang-patch:yang-patch-status': { 'patch-id': 'patch-1', 'edit-status': { edit } } });
    const refusal = await client.yangPatch('/', []).catch((reason: unknown) => reason);
    expect(refusal).toBeInstanceOf(RestconfError);
    expect(refusal).toMatchObject({ status: 409, tag: 'data-missing', message: 'not there', info: { 'edit-id': '2' } });
  });

  it('that is refused as a whole names no edit', async () => {
    await answering(409, { 'ietf-yang-patch:yang-patch-status': { 'patch-id': 'p', errors: { error: [error] } } });
    const refusal = await client.yangPatch('/', []).catch((reason: unknown) => reason);
    expect(refusal).toMatchObject({ status: 409, tag: 'data-missing', info: undefined });
  });
});
