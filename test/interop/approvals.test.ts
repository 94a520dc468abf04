/** docs/approvals.md: its commands, run by a shell with curl and ssh-keygen as they stand. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/approvals.md');
beforeAll(() => guide.serve('npx yangent serve --data .yangent'));
afterAll(() => guide.stop());

/** Returns what the commands of a section print. */
async function run(section: string): Promise<string> {
  let out = '';
  for (const text of guide.commands(section)) out += await guide.shell(text);
  return out;
}

it('a rule makes an edit wait', async () => {
  const said = await run('Say what must be approved');
  expect(said).toContain('rule audit is in force: data.edit waits for 2 persons of voters\n');
  expect(said).toMatch(/^audit +data\.edit +path \/yangent-audit:audit +voters +2, signed +3600 s$/m);
  const refused = await run('Make a request');
  expect(refused).toContain('"error-app-tag":"aap_approval_required"');
  expect(refused).toMatch(/"error-info":\{"yangent-access:approval":"0m[0-9a-z]{7}-[0-9a-z]{6}"\}/);
  expect(await run('Make a request')).toBe(refused);
  guide.environment.id = /"yangent-access:approval":"([^"]+)"/.exec(refused)?.[1];
}, 60_000);

it('two persons sign their votes with ssh-keygen', async () => {
  const out = await run('Vote');
  expect(out).toMatch(/^0m\S+ +waiting +audit +amy +2\S+Z +data.edit \/yangent-audit:audit\/retention$/m);
  expect(out).toMatch(/^approval (\S+) is waiting: 1 of 2 have approved\napproval \1 is granted$/m);
}, 60_000);

it('the same edit goes through, once', async () => {
  expect(await run('Make the request again')).toBe('204\n');
});

it('a request is rejected over RESTCONF, asked for again, and withdrawn', async () => {
  expect(await run('Reject and withdraw')).toMatch(
    /^{"yangent-access:output":{"state":"refused"}}\s*approval 0m\S+ is withdrawn\n$/,
  );
});

it('ATD-8-r: ssh-keygen verifies the votes over the statement, and over nothing else', async () => {
  const out = await run('Verify the votes without the node');
  const good = (name: string) => `Good "approval@yangent" signature for ${name} with ED25519 key SHA256:`;
  expect(out).toContain(good('vera'));
  expect(out).toContain(good('vic'));
  const statement = readFileSync(join(guide.folder, 'statement'));
  expect(readFileSync(join(guide.folder, 'proof/statement'))).toEqual(statement);
  const verify = (name: string, signer: string, message: Buffer) => () => {
    const args = ['-f', 'proof/allowed_signers', '-I', name, '-n', 'approval@yangent', '-s', `proof/${signer}.sig`];
    return execFileSync('ssh-keygen', ['-Y', 'verify', ...args], { cwd: guide.folder, input: message, stdio: 'pipe' });
  };
  expect(verify('vera', 'vera', statement)().toString()).toContain(good('vera'));
  expect(verify('vera', 'vic', statement)).toThrow();
  expect(verify('vera', 'vera', Buffer.concat([statement, Buffer.from('\n')]))).toThrow();
  writeFileSync(join(guide.folder, 'other'), statement.toString().replace('"quorum":2', '"quorum":1'));
  expect(verify('vera', 'vera', readFileSync(join(guide.folder, 'other')))).toThrow();
}, 60_000);

it('all sections with commands are run', () => {
  expect(guide.sections).toEqual([
    ...['Say what must be approved', 'Make a request', 'Vote', 'Make the request again'],
    ...['Reject and withdraw'],
    'Verify the votes without the node',
  ]);
});
