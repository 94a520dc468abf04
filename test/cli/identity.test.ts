import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { Https } from '../support/http.js';
import { type CommandNode, startCommandNode } from './node.js';

const folder = temporaryFolder();
let node: CommandNode;
let admin: Https;
beforeAll(async () => {
  node = await startCommandNode();
  admin = new Https(node);
});
afterAll(async () => {
  admin.close();
  await node.stop();
});
const identity = (...args: readonly string[]) => node.command('identity', ...args);

/** Writes a document of the node to a file, changed if it is told so. */
async function saved(path: string, change = (text: string) => text): Promise<string> {
  const file = join(folder, 'document.json');
  writeFileSync(file, change((await admin.send('GET', path, { accept: 'application/json' })).body));
  return file;
}

test('show says what is missing for identifiers', async () => {
  expect(await identity('show')).toMatchObject({
    out: 'the node has no name, and so no identifiers: set /yangent-identity:identity/host\n',
    code: 0,
  });
});

test('show tells the identifiers of the node and of the agents inside it', async () => {
  await node.node.edit({ 'yangent-identity:identity': { host: 'node.example' } });
  const { out } = await identity('show');
  expect(out).toMatch(
    /^host {7}node\.example\ndocuments {2}for users\ndid {8}did:wba:node\.example\n\nAGENT {8}DID\ncoordinator {2}did:wba:node\.example:agents:coordinator:e1_[\w-]{43}\nip-fault {5}did:wba:node\.example:agents:ip-fault:e1_[\w-]{43}\n$/,
  );
  expect(JSON.parse((await identity('show', '--json')).out)).toMatchObject({
    did: 'did:wba:node.example',
    agent: [{ id: 'coordinator' }, { id: 'ip-fault' }],
  });
});

test('verify tells who signed a document', async () => {
  const { out, code } = await identity('verify', await saved('/agents/noc/agent-card.json'));
  expect([out, code]).toEqual([
    'verdict  valid\nkind     agent-card\nissuer   did:wba:node.example\nsubject  noc\ntypes    AgentCard\n',
    0,
  ]);
  const description = await saved('/agents/noc/ad.json?challenge=question-1');
  expect(await identity('verify', description, '--nonce', 'question-1')).toMatchObject({ code: 0 });
});

test('verify says why a document is refused', async () => {
  const changed = await saved('/agents/noc/agent-card.json', (text) => text.replace('the desk', 'the boss'));
  const { out, code } = await identity('verify', changed);
  expect(out).toMatch(/^verdict {2}invalid\nkind {5}agent-card\nreason {3}the signature by \S+ does not verify/);
  expect(code).toBe(1);
  expect(JSON.parse((await identity('verify', changed, '--json')).out)).toMatchObject({ verdict: 'invalid' });
  expect(await identity('verify', join(folder, 'gone.json'))).toMatchObject({ code: 2 });
});
