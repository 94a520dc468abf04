/** Edits that another one overtakes between what they have seen and what they do (RFC 8040 §4.5, §4.6.1). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxNode, startBox } from '../netconf/box.js';
import { Https } from '../support/http.js';

const ROUNDS = 20;
const PORT = '/restconf/data/acme-box:box/port=p1';
const body = JSON.stringify({ 'acme-box:port': [{ name: 'p1', speed: 1 }] });

let node: BoxNode;
let admin: Https;
let other: Https;
beforeAll(async () => {
  node = await startBox();
  [admin, other] = [new Https(node.rig), new Https(node.rig)];
});
afterAll(() => node.stop());

it.each([
  ['PATCH', {}, 404],
  ['PUT', { 'if-match': '*' }, 412],
] as const)('a %s never makes again what a DELETE took away meanwhile', async (method, headers, refusal) => {
  for (let round = 0; round < ROUNDS; round++) {
    expect((await admin.send('PUT', PORT, { body })).status).toBe(201);
    const [gone, changed] = await Promise.all([
      admin.send('DELETE', PORT),
      other.send(method, PORT, { body: body.replace('1}', '2}'), headers }),
    ]);
    expect(gone.status).toBe(204);
    expect([204, refusal]).toContain(changed.status);
    expect((await admin.send('GET', PORT)).status).toBe(404);
  }
});

it('of two PUTs at the same time one creates and one replaces', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all([admin, other].map((each) => each.send('PUT', PORT, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 204]);
    expect((await admin.send('DELETE', PORT)).status).toBe(204);
  }
});
