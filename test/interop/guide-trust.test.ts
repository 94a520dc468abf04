/** docs/trust.md: its commands, run by a shell with curl, openssl and OpenSSH as they stand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/trust.md');
beforeAll(async () => {
  await guide.serve('npx yangent serve --data .yangent');
});
afterAll(() => guide.stop());

/** Has the aliases of a page, as the shell of a person does. */
const shell = (text: string) => guide.shell(`shopt -s expand_aliases\n${text}`);

it('an organization is named, and its member does what the permit says', async () => {
  const [name = ''] = guide.commands('Name another organization');
  const out = await shell(name);
  expect(out).toMatch(/^200\n404$/m);
  expect(out).toMatch(/^domain +carrier-b\nstate +in force\ntoken issuers +https:\/\/login\.carrier-b\.example$/m);
  expect(out).toMatch(/^members +agents\ngroups +partners\nmay +look: data\.read; path \/yangent-agents:agents$/m);
  expect(out).toMatch(/^accepted +[12]$/m);
}, 60_000);

it('an organization is added, permitted something and removed by commands', async () => {
  const [, commands = ''] = guide.commands('Name another organization');
  const out = await shell(commands);
  expect(out).toContain('carrier-x: members may now\n  look: data.read; path /yangent-agents:agents\n  work: ');
  expect(out).toMatch(
    /^ {2}work: yangent-tasks\.assign; agent crew; max-priority 3\ntrust domain carrier-x is removed$/m,
  );
}, 60_000);

it('certificates of its authorities let its members in', async () => {
  const [bags = '', login = ''] = guide.commands('Certificates of members');
  expect(await shell(bags)).not.toMatch(/error"/);
  const out = await shell(login);
  expect(out).toMatch(/<hello [\s\S]*<session-id>\d+<\/session-id>/);
  expect(out).toContain('2019-01-04');
}, 60_000);

it('a member known by its identifier registers an agent, with its own qualification only', async () => {
  const [domain = ''] = guide.commands('Members known by their identifier');
  expect(await shell(domain)).toBe('');
  const [register = ''] = guide.commands('Require a qualification');
  const out = await shell(register);
  expect(out).toMatch(/^403 credential-required\n200 $/m);
  expect(out).toMatch(/"control": ?"proved"[\s\S]*"type": ?\["Radiology"\][\s\S]*"verdict": ?"valid"/);
  expect(out).toMatch(/"total": ?1[\s\S]*"id": ?"scanner"/);
}, 60_000);

it('it is suspended and resumed', async () => {
  const [suspend = ''] = guide.commands('Suspend a domain');
  expect(await shell(suspend)).toMatch(
    /^trust domain carrier-b is suspended\nDOMAIN +STATE +GROUPS +ACCEPTED +REFUSED\ncarrier-b +suspended +partners +\d+ +0\ncarrier-c +in force +\d+ +0\ntrust domain carrier-b is in force again\n$/,
  );
}, 60_000);

it('two nodes trust each other, and a task is done on the other one', async () => {
  const [serve = '', trust = '', stop = ''] = guide.commands('Two nodes');
  try {
    expect(await shell(serve)).toBe('');
    const out = await shell(trust);
    expect(out).not.toMatch(/error"/);
    expect(out).toContain('seen: look at the links');
    expect(out).toContain('look at the links of [redacted]');
    expect(out).not.toContain('Ann Smith');
    const authority = {
      subject: `${guide.environment.url}/agents/noc@carrier-a`,
      actor: [`${guide.environment.url}@carrier-a`],
    };
    const [json = ''] = /^\{"yangent-tasks:task".*$/m.exec(out) ?? [];
    expect(JSON.parse(json)['yangent-tasks:task']).toMatchObject([
      { from: 'broker', to: 'surveyor', authority },
      { from: 'broker', to: 'surveyor', authority },
    ]);
  } finally {
    expect(await shell(stop)).toBe('');
  }
}, 90_000);

it('all commands of the page were run', () => {
  expect(guide.sections.slice(-6)).toEqual([
    'Name another organization',
    'Certificates of members',
    'Members known by their identifier',
    'Require a qualification',
    'Suspend a domain',
    'Two nodes',
  ]);
});
