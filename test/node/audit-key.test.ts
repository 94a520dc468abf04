/** The key of the audit log over the wire: it is a key of the node like the others, and verifiers follow it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ArchiveFault, ArchiveVerifier, headerLine, parseVerifierKey, recordLines } from '../../src/audit/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { startTestNode, type TestNode } from '../support/node.js';

const LOG = '/restconf/data/yangent-audit:audit/log';
const data = temporaryFolder();
let rig: TestNode;
let admin: Https;
const start = async () => {
  rig = await startTestNode({ data });
  admin = new Https(rig);
};
const stop = async () => {
  admin.close();
  await rig.stop();
};
beforeAll(start);
afterAll(stop);

const send = async (method: string, path: string, body?: object) => {
  const answer = await admin.send(method, `/restconf/${path}`, body ? { body: JSON.stringify(body) } : {});
  expect(answer.status, answer.body).toBeLessThan(300);
  return answer.body === '' ? {} : JSON.parse(answer.body);
};
const log = async (): Promise<Readonly<Record<string, string>>> =>
  JSON.parse((await admin.send('GET', `${LOG}?fields=origin;key;checkpoint`)).body)['yangent-audit:log'];
const rotate = (input: object = {}) =>
  send('POST', 'data/yangent-keys:keys/active=audit/rotate', { 'yangent-keys:input': input });

/** Archives the log page by page, and verifies it with a key. */
async function verified(key: string, page = 3): Promise<string> {
  const verifier = new ArchiveVerifier({ keys: [parseVerifierKey(key)] });
  const end = Number((await log()).checkpoint?.split('\n')[1]);
  let lines = '';
  for (let first = 0; first < end; ) {
    const input = { 'yangent-audit:input': { first: String(first), limit: page } };
    const { 'yangent-audit:output': part } = await send('POST', 'operations/yangent-audit:archive', input);
    if (first === 0) lines = headerLine({ origin: part.origin, keys: part.key, first, edge: part.edge ?? [] });
    const base = first;
    for (const { size, note } of part.checkpoint) {
      lines += recordLines(part.record.slice(first - base, Number(size) - base), note);
      first = Number(size);
    }
  }
  try {
    for (const line of lines.split('\n').slice(0, -1)) verifier.take(Buffer.from(line));
    return `anchored to ${verifier.end().anchored >= end ? 'the end' : 'less'}`;
  } catch (error) {
    if (error instanceof ArchiveFault) return error.message;
    throw error;
  }
}

let first = '';

it('is shown with the keys of the node, as the log has it', async () => {
  const { key = '', origin } = await log();
  first = key;
  const { 'yangent-keys:active': active } = await send('GET', 'data/yangent-keys:keys/active=audit');
  const octets = Buffer.from(active[0]['public-key'], 'base64').subarray(-32);
  expect(parseVerifierKey(key)).toMatchObject({ name: origin });
  expect(Buffer.from(key.split('+').slice(2).join('+'), 'base64').subarray(1)).toEqual(octets);
});

it('stays over a restart', async () => {
  await stop();
  await start();
  expect((await log()).key).toBe(first);
});

it('of a keystore signs at once, and who has the key before still verifies all', async () => {
  const made = await send('POST', 'operations/yangent-keys:generate-key', { 'yangent-keys:input': {} });
  const { thumbprint: _, ...key } = made['yangent-keys:output'];
  const named = { name: 'auditor', ...key, 'hidden-private-key': [null] };
  await send('PUT', 'data/ietf-keystore:keystore/asymmetric-keys/asymmetric-key=auditor', {
    'ietf-keystore:asymmetric-key': [named],
  });
  const use = { purpose: 'audit', 'asymmetric-key': 'auditor' };
  await send('PUT', 'data/yangent-keys:keys/use=audit', { 'yangent-keys:use': [use] });
  await expect.poll(async () => (await log()).key).not.toBe(first);
  expect(await verified(first)).toBe('anchored to the end');
  await send('DELETE', 'data/yangent-keys:keys/use=audit');
  await expect.poll(async () => (await log()).key).toBe(first);
  expect(await verified(first)).toBe('anchored to the end');
});

it('that is rotated signs after its lead, and verifies with the one before', async () => {
  await send('PUT', 'data/yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 0 });
  await rotate();
  const { key = '' } = await log();
  expect(key).not.toBe(first);
  await send('PUT', 'data/yangent-keys:keys/publish-lead', { 'yangent-keys:publish-lead': 1 });
  expect((await log()).checkpoint).toContain(parseVerifierKey(key).name);
  expect([await verified(first), await verified(key)]).toEqual(['anchored to the end', 'anchored to the end']);
  first = key;
});

it('in wrong hands ends its trust at once', async () => {
  await rotate({ compromised: [null] });
  const { key = '' } = await log();
  expect(await verified(key)).toBe('anchored to the end');
  expect(await verified(first)).toMatch(/^the checkpoint of 3 records is not signed by /);
  expect(await verified(first, 1_000)).toMatch(
    new RegExp(`: record \\d+ says that the keys before are in wrong hands, and ${key.replaceAll('+', '\\+')} follows`),
  );
});

it('goes on after a restart, with the log', async () => {
  const before = await log();
  await stop();
  await start();
  expect(await log()).toMatchObject({ key: before.key, origin: before.origin });
  expect(await verified(before.key ?? '')).toBe('anchored to the end');
});
