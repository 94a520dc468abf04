/** docs/identity.md: its commands, run by a shell with curl as they stand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/identity.md');
beforeAll(async () => {
  await guide.serve('npx yangent serve --data .yangent');
});
afterAll(() => guide.stop());

/** Returns what the commands of a section print. */
async function run(section: string): Promise<string> {
  let out = '';
  for (const text of guide.commands(section)) out += await guide.shell(text);
  return out;
}

it('a node with a name has identifiers', async () => {
  expect(await run('Give the node a name')).toMatch(
    /^did {8}did:wba:node\.example$[\s\S]*^coordinator {2}did:wba:node\.example:agents:coordinator:e1_[\w-]{43}$/m,
  );
});

it('the documents are read, with login and without', async () => {
  const out = await run('Read the documents');
  expect(out).toMatch(/^coordinator is an agent of yangent, version /m);
  expect(JSON.parse(out.slice(out.indexOf('{')))).toMatchObject({ id: 'did:wba:node.example' });
  const card = JSON.parse(readFileSync(join(guide.folder, 'card.json'), 'utf8'));
  expect(card).toMatchObject({ name: expect.any(String), signatures: [{}] });
});

it('callers log in at an agent by the ways that it asks for', async () => {
  const out = await run('Say how callers log in at an agent');
  expect(out).toMatch(/HTTP\/\S+ 401/);
  expect(out).toMatch(/^www-authenticate: Bearer realm="yangent"\r?$/im);
  expect(out).toContain('"security":"agent_token"');
  expect(readFileSync(join(guide.folder, 'refused.json'), 'utf8')).toContain('login-method-refused');
});

it('documents are verified', async () => {
  const out = await run('Verify a document');
  expect(out.match(/^verdict {2}valid$/gm)).toHaveLength(2);
  expect(out).toMatch(/^kind {5}agent-card$[\s\S]*^kind {5}agent-description$/m);
});

it('a rule says which credentials count', async () => {
  const out = await run('Say which credentials count');
  expect(JSON.parse(out)).toEqual({
    'yangent-identity:credential-rule': [
      { type: 'Radiology', 'issuer-did': ['did:web:authority.example'], 'max-age': 31_536_000 },
    ],
  });
});
