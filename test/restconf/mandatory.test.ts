/** What lacks something mandatory, or would leave something without it, is a conflict and not a missing resource (RFC 8040 §7). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxNode, startBox } from '../netconf/box.js';
import { Https } from '../support/http.js';

let node: BoxNode;
let https: Https;
beforeAll(async () => {
  node = await startBox();
  https = new Https(node.rig);
  const port = [
    { name: 'a', speed: 1 },
    { name: 'b', speed: 1, backup: 'a' },
  ];
  expect((await send('PUT', '', { 'acme-box:box': { name: 'n', port } }))[0]).toBe(201);
});
afterAll(async () => {
  https.close();
  await node.stop();
});

/** @returns status, tag, app-tag and path of the error */
async function send(method: string, path: string, body?: unknown): Promise<readonly unknown[]> {
  const answer = await https.send(method, `/restconf/data/acme-box:box${path}`, {
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (answer.body === '') return [answer.status];
  const [error] = JSON.parse(answer.body)['ietf-restconf:errors'].error;
  return [answer.status, error['error-tag'], error['error-app-tag'], error['error-path']];
}

const PORT = '/acme-box:box/port';

it('POST of an entry without its mandatory leaf', async () => {
  const refused = [409, 'data-missing', undefined, `${PORT}[name='c']/speed`];
  expect(await send('POST', '', { 'acme-box:port': [{ name: 'c' }] })).toEqual(refused);
  expect(await send('PUT', '/port=c', { 'acme-box:port': [{ name: 'c' }] })).toEqual(refused);
});

it('POST of a container without its mandatory choice', async () => {
  const refused = [409, 'data-missing', 'missing-choice', '/acme-box:box/uplink'];
  expect(await send('POST', '', { 'acme-box:uplink': {} })).toEqual(refused);
});

it('POST of a reference to what is not there', async () => {
  const body = { 'acme-box:port': [{ name: 'c', speed: 1, backup: 'x' }] };
  const refused = [409, 'data-missing', 'instance-required', `${PORT}[name='c']/backup`];
  expect(await send('POST', '', body)).toEqual(refused);
});

it('DELETE of a mandatory leaf, and of what something refers to', async () => {
  expect(await send('DELETE', '/port=a/speed')).toEqual([409, 'data-missing', undefined, `${PORT}[name='a']/speed`]);
  const refused = [409, 'data-missing', 'instance-required', `${PORT}[name='b']/backup`];
  expect(await send('DELETE', '/port=a')).toEqual(refused);
});

it('while what is really not there is not found', async () => {
  const missing = (path: string, tag: string) => [404, tag, undefined, path];
  expect(await send('DELETE', '/port=x')).toEqual(missing(`${PORT}[name='x']`, 'data-missing'));
  expect(await send('DELETE', '/port=x/speed')).toEqual(missing(`${PORT}[name='x']/speed`, 'data-missing'));
  expect(await send('POST', '/port=x', { 'acme-box:speed': 1 })).toEqual(missing(`${PORT}[name='x']`, 'invalid-value'));
});
