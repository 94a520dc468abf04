import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type Access, type AccessOptions, accessMigrations, openAccess } from '../../src/access/index.js';
import { openStore } from '../../src/store/index.js';
import { cleanUp, temporaryDirectory } from '../support/clean-up.js';

const CHEAP: AccessOptions = { cost: 4, throttle: { first: 1, longest: 4 } };
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f anna@desk';
const BLOB = Buffer.from(KEY.split(' ')[1] ?? '', 'base64');

async function open(o: AccessOptions = {}, file = ':memory:') {
  const store = await openStore({ file, migrations: accessMigrations });
  cleanUp(() => store.close());
  return { store, access: await openAccess(store, { ...CHEAP, ...o }) };
}

async function withAnna(o: AccessOptions = {}): Promise<Access> {
  const { access } = await open(o);
  await access.putUser('anna', { password: 'correct horse', groups: ['admin'] });
  return access;
}

describe('passwords', () => {
  it('let a user in with his own and with no other', async () => {
    const access = await withAnna();
    expect(await access.authenticatePassword('anna', 'correct horse')).toMatchObject({
      name: 'anna',
      groups: ['admin'],
    });
    expect(await access.authenticatePassword('anna', 'correct hors')).toBeUndefined();
    expect(await access.authenticatePassword('anna', '')).toBeUndefined();
    expect(await access.authenticatePassword('anna', 'x'.repeat(100_000))).toBeUndefined();
    expect(await access.authenticatePassword('bert', 'correct horse')).toBeUndefined();
  });

  it('keep their effect over a restart, and are not in the file', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await open({}, file);
    await first.access.putUser('anna', { password: 'correct horse', groups: ['admin', 'admin'] });
    await first.store.close();
    expect(readFileSync(file).includes('correct horse')).toBe(false);
    const second = await open({}, file);
    expect(await second.access.authenticatePassword('anna', 'correct horse')).toMatchObject({
      name: 'anna',
      groups: ['admin'],
    });
  });

  it('have effect at once when they change, also on what was verified before', async () => {
    const access = await withAnna();
    await access.authenticatePassword('anna', 'correct horse');
    await access.putUser('anna', { password: 'battery staple', groups: [] });
    expect(await access.authenticatePassword('anna', 'correct horse')).toBeUndefined();
    expect(await access.authenticatePassword('anna', 'battery staple')).toMatchObject({ name: 'anna', groups: [] });
    await access.removeUser('anna');
    expect(await access.authenticatePassword('anna', 'battery staple')).toBeUndefined();
  });

  it('stay when only the groups change', async () => {
    const access = await withAnna();
    await access.putUser('anna', { groups: ['operator'] });
    expect(await access.authenticatePassword('anna', 'correct horse')).toMatchObject({
      name: 'anna',
      groups: ['operator'],
    });
  });

  it('are none for a user who only has keys', async () => {
    const { access } = await open();
    await access.putUser('robot', { groups: [] });
    expect(await access.authenticatePassword('robot', '')).toBeUndefined();
    expect(access.users()).toEqual([{ name: 'robot', groups: [], kind: 'person', hasPassword: false, keys: [] }]);
  });

  it('are one password, however its accents were composed', async () => {
    const { access } = await open();
    await access.putUser('zoe', { password: 'Zo\u00eb of Ghent', groups: [] });
    expect(await access.authenticatePassword('zoe', 'Zoe\u0308 of Ghent')).toMatchObject({ name: 'zoe' });
  });

  it('that are right are verified once for a short time', async () => {
    const access = await withAnna({ cost: 14 });
    await access.authenticatePassword('anna', 'correct horse');
    const begun = performance.now();
    for (let n = 0; n < 200; n++) await access.authenticatePassword('anna', 'correct horse');
    expect(performance.now() - begun).toBeLessThan(500);
  });

  it('that are right let all connections in that a client opens at once', async () => {
    const access = await withAnna();
    const logins = await Promise.all(
      Array.from({ length: 50 }, () => access.authenticatePassword('anna', 'correct horse', '192.0.2.1')),
    );
    expect(logins.every((principal) => principal?.name === 'anna')).toBe(true);
  });

  it('that are wrong cost time, more each time, and only their own source', async () => {
    const access = await withAnna({ throttle: { first: 40, longest: 10_000 } });
    const begun = performance.now();
    let punished = false;
    const guesses = Promise.all(
      ['a', 'b', 'c'].map((guess) => access.authenticatePassword('anna', guess, '192.0.2.66')),
    ).then(() => {
      punished = true;
    });
    expect(await access.authenticatePassword('anna', 'correct horse', '192.0.2.1')).toBeDefined();
    expect(punished).toBe(false);
    await guesses;
    expect(performance.now() - begun).toBeGreaterThanOrEqual(40 + 80 + 160 - 5);
  });

  it('that are wrong for many names cost time as well, but not those who were in before', async () => {
    const access = await withAnna({ throttle: { first: 20, longest: 200 } });
    const source = '192.0.2.66';
    expect(await access.authenticatePassword('anna', 'correct horse', source)).toBeDefined();
    const begun = performance.now();
    const guesses = Promise.all(
      Array.from({ length: 16 }, (_, n) => access.authenticatePassword(`name-${n}`, 'guess', source)),
    );
    let guessed = false;
    void guesses.then(() => {
      guessed = true;
    });
    await access.putUser('anna', { password: 'another horse', groups: [] });
    expect(await access.authenticatePassword('anna', 'another horse', source)).toBeDefined();
    expect(guessed).toBe(false);
    expect(await guesses).toEqual(Array.from({ length: 16 }, () => undefined));
    // Ten at their own cost, at the same time; then 20, 40, 80, 160, 200 and 200 ms one after another.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(20 + 40 + 80 + 160);
  });

  it('that are guessed from many addresses do not hold up a user at another one', async () => {
    const access = await withAnna({ cost: 10, throttle: { first: 1, longest: 4, patience: 60_000 } });
    let answered = 0;
    const flood = Array.from({ length: 200 }, async (_, n) => {
      await access.authenticatePassword(`name-${n}`, 'guess', `192.0.2.${n % 20}`);
      answered += 1;
    });
    expect(await access.authenticatePassword('anna', 'correct horse', '198.51.100.1')).toBeDefined();
    // Each of the twenty addresses has had its turn about once.
    expect(answered).toBeLessThan(60);
    await Promise.all(flood);
  });

  it('are refused unchecked when they have waited for room for too long', async () => {
    const access = await withAnna({ cost: 12, throttle: { first: 1, longest: 4, patience: 20 } });
    const flood = Array.from({ length: 200 }, (_, n) =>
      access.authenticatePassword(`name-${n}`, 'guess', `192.0.2.${n % 20}`),
    );
    const refused = (await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(50);
    for (const each of refused) expect(each).toMatchObject({ reason: { code: 'overloaded' } });
  });

  it('never show up in the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const access = await withAnna({ log });
    await access.authenticatePassword('anna', 'wr0ng-secret', '192.0.2.1');
    await access.authenticatePassword('my-password-by-mistake', 'x', '192.0.2.1');
    expect(lines.join()).not.toMatch(/wr0ng-secret|correct horse|my-password-by-mistake/);
  });
});

describe('SSH keys', () => {
  it('let the user in to whom they were given', async () => {
    const access = await withAnna();
    await access.putUser('bert', { groups: [] });
    await access.addAuthorizedKey('anna', KEY);
    await access.addAuthorizedKey('anna', KEY);
    expect(access.authenticateKey('anna', BLOB)).toMatchObject({
      kind: 'login',
      principal: { name: 'anna', groups: ['admin'], methods: ['public-key'] },
    });
    expect(access.authenticateKey('bert', BLOB)).toBeUndefined();
    expect(access.authenticateKey('nobody', BLOB)).toBeUndefined();
    expect(access.authenticateKey('anna', BLOB.subarray(1))).toBeUndefined();
    expect(access.users()[0]?.keys).toHaveLength(1);
  });

  it('are kept over a restart, and go with their user', async () => {
    const file = join(temporaryDirectory(), 'store.db');
    const first = await open({}, file);
    await first.access.putUser('anna', { groups: [] });
    await first.access.addAuthorizedKey('anna', KEY);
    await first.store.close();
    const second = await open({}, file);
    expect(second.access.authenticateKey('anna', BLOB)).toMatchObject({ principal: { name: 'anna' } });
    expect(await second.access.removeUser('anna')).toBe(true);
    expect(await second.access.removeUser('anna')).toBe(false);
    await second.access.putUser('anna', { groups: [] });
    expect(second.access.authenticateKey('anna', BLOB)).toBeUndefined();
  });

  it('are refused for a user that does not exist', async () => {
    const { access } = await open();
    await expect(access.addAuthorizedKey('anna', KEY)).rejects.toMatchObject({ code: 'unknown-user' });
  });
});

describe('users', () => {
  it.each(['', '-x', 'a b', 'a%b', 'a:b', 'a\0', 'x'.repeat(65), 'a/b'])("cannot be named '%s'", async (name) => {
    const { access } = await open();
    await expect(access.putUser(name, { groups: [] })).rejects.toMatchObject({ code: 'bad-user-name' });
  });

  it.each(['', '7 signs', 'x'.repeat(1_025)])('cannot have the password %j', async (password) => {
    const { access } = await open();
    await expect(access.putUser('anna', { password, groups: [] })).rejects.toMatchObject({
      code: 'bad-password',
      message: "the password of 'anna' must have 8 to 1024 characters",
    });
  });
});

describe('the first administrator', () => {
  it('is made once, his password in a file that only its owner may read', async () => {
    const directory = temporaryDirectory();
    const file = join(directory, 'store.db');
    const first = await open({}, file);
    const admin = await first.access.ensureFirstAdmin(directory);
    expect(admin).toEqual({ user: 'admin', passwordFile: join(directory, 'admin-password'), created: true });
    expect(statSync(admin.passwordFile).mode & 0o777).toBe(0o600);
    const password = readFileSync(admin.passwordFile, 'utf8');
    expect(password).toMatch(/^[\w-]{24}$/);
    await first.store.close();

    const second = await open({}, file);
    expect((await second.access.ensureFirstAdmin(directory)).created).toBe(false);
    expect(readFileSync(admin.passwordFile, 'utf8')).toBe(password);
    expect(await second.access.authenticatePassword('admin', password)).toMatchObject({
      name: 'admin',
      groups: ['admin', 'operator'],
    });
  });

  it('is made beside users given on the command line, and not made again when he was removed', async () => {
    const directory = temporaryDirectory();
    const { access } = await open();
    await access.putUser('anna', { password: 'any password', groups: ['admin'] });
    expect((await access.ensureFirstAdmin(directory)).created).toBe(true);
    await access.removeUser('admin');
    expect((await access.ensureFirstAdmin(directory)).created).toBe(false);
    expect(access.principal('admin')).toBeUndefined();
  });
});
