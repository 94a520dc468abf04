/** Private keys that an edit gives in clear lie sealed in the vault before anything else sees them. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromValue, type Tree, toValue } from '../../src/data/index.js';
import { keyMigrations } from '../../src/keys/database.js';
import { makeSecretKey, sealingWith } from '../../src/keys/index.js';
import { thumbprintOf } from '../../src/keys/pair/key-pair.js';
import { hidePrivateKeys } from '../../src/keys/vault/hide.js';
import { KeyVault } from '../../src/keys/vault/vault.js';
import { openStore, type Store } from '../../src/store/index.js';
import { compile, directories, modelDirectories, type Schema } from '../../src/yang/index.js';
import { temporaryFolder } from '../support/clean-up.js';

const FEATURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['ietf-crypto-types', ['cleartext-private-keys', 'hidden-private-keys', 'one-asymmetric-key-format']],
  ['ietf-keystore', ['central-keystore-supported', 'asymmetric-keys']],
]);

let schema: Schema;
const directory = temporaryFolder();
let store: Store;
let vault: KeyVault;
const opened = async () => KeyVault.open(store, sealingWith(await makeSecretKey(join(directory, 'secret-key'))));
beforeAll(async () => {
  schema = compile({
    sources: directories([...modelDirectories]),
    features: FEATURES,
    implement: ['ietf-crypto-types', 'ietf-keystore'],
  });
  store = await openStore({ file: join(directory, 'yangent.db'), migrations: keyMigrations });
  vault = await opened();
});
afterAll(() => store.close());

const openssl = (input: Buffer | string, ...args: readonly string[]) => execFileSync('openssl', [...args], { input });
const made = openssl('', 'genpkey', '-algorithm', 'ed25519');
const pkcs8 = openssl(made, 'pkey', '-outform', 'DER');
const spki = openssl(made, 'pkey', '-pubout', '-outform', 'DER');

const keystore = (...entries: readonly object[]) => ({
  'ietf-keystore:keystore': { 'asymmetric-keys': { 'asymmetric-key': entries } },
});
const edit = (...entries: readonly object[]): Tree => fromValue(schema.root, keystore(...entries), { schema });
const hide = (tree: Tree) => hidePrivateKeys(tree, { put: (pairs) => vault.put(pairs) });
const clear = {
  'private-key-format': 'ietf-crypto-types:one-asymmetric-key-format',
  'cleartext-private-key': pkcs8.toString('base64'),
};
const hidden = {
  'public-key-format': 'ietf-crypto-types:subject-public-key-info-format',
  'public-key': spki.toString('base64'),
  'hidden-private-key': [null],
};

describe('an edit with a private key in clear', () => {
  it('has the public key and a hidden one instead, and the vault has the private key', async () => {
    const others = { name: 'other', ...hidden };
    const tree = await hide(edit({ name: 'edge', ...clear }, others));
    expect(toValue(tree)).toEqual(keystore({ name: 'edge', ...hidden }, others));
    expect(vault.has(thumbprintOf(spki))).toBe(true);
    expect((await vault.get(thumbprintOf(spki)))?.equals(pkcs8)).toBe(true);
  });

  it('leaves no octet of the key in the clear, and is found after a restart', async () => {
    await hide(edit({ name: 'edge', ...clear }));
    const secret = pkcs8.subarray(-32);
    for (const name of readdirSync(directory)) {
      const content = readFileSync(join(directory, name));
      expect([name, content.includes(secret), content.includes(secret.toString('base64').slice(4, 36))]).toEqual([
        ...[name, false],
        false,
      ]);
    }
    expect((await (await opened()).get(thumbprintOf(spki)))?.equals(pkcs8)).toBe(true);
  });

  it('may have the public key beside it, in the form of SSH as well', async () => {
    const blob = Buffer.concat([Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0\x20', 'latin1'), spki.subarray(-32)]);
    const beside = {
      'public-key-format': 'ietf-crypto-types:ssh-public-key-format',
      'public-key': blob.toString('base64'),
    };
    const tree = await hide(edit({ name: 'edge', ...clear, ...beside }));
    expect(toValue(tree)).toEqual(keystore({ name: 'edge', ...hidden }));
  });

  const foreign = openssl(openssl('', 'genpkey', '-algorithm', 'ed25519'), 'pkey', '-pubout', '-outform', 'DER');
  it.each<[string, object, object]>([
    [
      'does not match the public key beside it',
      { ...clear, 'public-key-format': hidden['public-key-format'], 'public-key': foreign.toString('base64') },
      { tag: 'invalid-value', path: expect.stringMatching(/\[name='edge'\]\/public-key$/) },
    ],
    [
      'has no format',
      { 'cleartext-private-key': clear['cleartext-private-key'] },
      { tag: 'missing-element', message: expect.stringMatching(/^private-key-format is missing/) },
    ],
    [
      'is of another format than it says',
      { ...clear, 'private-key-format': 'ietf-crypto-types:rsa-private-key-format' },
      { tag: 'invalid-value', message: expect.stringMatching(/no RSAPrivateKey/) },
    ],
  ])('is refused when it %s, without a word of the key', async (_, entry, error) => {
    const refused = await hide(edit({ name: 'edge', ...entry })).catch((thrown: Error) => thrown);
    expect(refused).toMatchObject(error);
    expect(JSON.stringify(refused)).not.toContain(clear['cleartext-private-key'].slice(8, 40));
  });
});

it('an edit without a private key in clear is the same object', async () => {
  const tree = edit({ name: 'edge', ...hidden });
  expect(await hide(tree)).toBe(tree);
});

it('a vault that was sealed with another key says so', async () => {
  await hide(edit({ name: 'edge', ...clear }));
  const other = await makeSecretKey(join(directory, 'other-key'));
  const foreign = await KeyVault.open(store, sealingWith(other));
  await expect(foreign.get(thumbprintOf(spki))).rejects.toThrow(/start it with the right --secret-key-file/);
});
