/** The secret store: a directory with one file for each secret, sealed with the node's key. */
import { lstat, mkdir, readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isSealed,
  makeSecretKey,
  readSecretKey,
  type Sealing,
  type SecretKey,
  seal,
  sealingWith,
  unseal,
  versionOf,
} from '../keys/index.js';
import { syncDirectory, writePrivateFile } from '../store/index.js';

export interface SecretStore {
  /** Returns the value of a secret; undefined when there is none. @throws Error for a wrong key or a changed file */
  get(name: string): Promise<string | undefined>;
}

/** The secret store with the functions for the node. */
export interface SecretKeeper extends SecretStore {
  /**
   * Stores a secret; durable when it resolves.
   *
   * @returns its version
   * @throws Error for an invalid name, or an empty or too long value
   */
  set(name: string, value: string): Promise<number>;
  /** Lists the secrets in the order of their names. */
  list(): Promise<readonly SecretEntry[]>;
  /** Deletes a secret. @returns false when there is none */
  delete(name: string): Promise<boolean>;
  /** Seals texts outside the store with the key of the store. */
  readonly sealing: Sealing;
}

export interface SecretEntry {
  readonly name: string;
  readonly version: number;
  /** Time at which it was set. */
  readonly at: string;
}

export interface SecretOptions {
  /** The data directory of the node. */
  readonly data: string;
  /** File of the key. Default: in the data directory. */
  readonly keyFile?: string;
  /** Called with messages, without values, about secrets in clear that were sealed or could not be sealed. */
  readonly tell?: (message: string) => void;
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;
const OTHERS_MAY = 0o077;
/** Maximum number of characters of a value; private keys have some thousands. */
const LONGEST_VALUE = 64 * 1024;

/**
 * Opens the store. Makes the key when there is none, and seals secrets in clear.
 * @throws Error when the named key file is missing, or when the key is missing but there are sealed secrets
 */
export async function openSecrets({ data, keyFile, tell }: SecretOptions): Promise<SecretKeeper> {
  const directory = join(data, 'secrets');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const store = new SealedSecrets(directory, await openKey(data, directory, keyFile), tell);
  await store.sealAll();
  return store;
}

async function openKey(data: string, directory: string, given: string | undefined): Promise<SecretKey> {
  const path = given ?? join(data, 'secret-key');
  const key = await readSecretKey({ path, given: given !== undefined });
  if (key) return key;
  if (given !== undefined) throw new Error(`there is no key of the secrets at ${given}`);
  const texts = await Promise.all((await namesIn(directory)).map((name) => readFile(join(directory, name), 'utf8')));
  if (!texts.some(isSealed)) return makeSecretKey(path);
  throw new Error(
    `the key of the secrets is gone: put it back at ${path}, or name it with --secret-key-file, or remove what is in ${directory} and set the secrets again`,
  );
}

class SealedSecrets implements SecretKeeper {
  readonly sealing: Sealing;

  constructor(
    private readonly directory: string,
    private readonly key: SecretKey,
    private readonly tell: SecretOptions['tell'],
  ) {
    this.sealing = sealingWith(key);
  }

  async get(name: string): Promise<string | undefined> {
    const file = this.fileOf(name);
    const status = await lstat(file).catch(() => undefined);
    if (!status?.isFile()) return undefined;
    const text = await readFile(file, 'utf8');
    if (isSealed(text)) return unseal(this.key, name, text).value;
    const value = text.replace(/\r?\n$/, '');
    await this.write(name, value, 1);
    const advice = status.mode & OTHERS_MAY ? '; others could read it until now: change it on the device as well' : '';
    this.tell?.(`the secret "${name}" lay in the clear and is sealed now${advice}`);
    return value;
  }

  /** Reads secrets in clear, which seals them. */
  async sealAll(): Promise<void> {
    for (const name of await namesIn(this.directory)) {
      if (isSealed(await readFile(this.fileOf(name), 'utf8'))) continue;
      await this.get(name).catch((error: Error) => this.tell?.(error.message));
    }
  }

  async set(name: string, value: string): Promise<number> {
    const before = await readFile(this.fileOf(name), 'utf8').catch(() => '');
    const version = (versionOf(before) ?? 0) + 1;
    await this.write(name, value, version);
    return version;
  }

  async list(): Promise<readonly SecretEntry[]> {
    const entries = (await namesIn(this.directory)).map(async (name) => {
      const file = this.fileOf(name);
      const [text, { mtime }] = await Promise.all([readFile(file, 'utf8'), lstat(file)]);
      return { name, version: versionOf(text) ?? 0, at: mtime.toISOString() };
    });
    return Promise.all(entries);
  }

  async delete(name: string): Promise<boolean> {
    const file = this.fileOf(name);
    if (!(await lstat(file).catch(() => undefined))?.isFile()) return false;
    await unlink(file);
    await syncDirectory(this.directory);
    return true;
  }

  private async write(name: string, value: string, version: number): Promise<void> {
    const file = this.fileOf(name);
    if (value === '') throw new Error(`the secret "${name}" would be empty`);
    if (value.length > LONGEST_VALUE) {
      throw new Error(`the secret "${name}" has ${value.length} characters, ${LONGEST_VALUE} are allowed`);
    }
    await writePrivateFile(file, seal(this.key, name, { value, version }));
  }

  private fileOf(name: string): string {
    if (NAME.test(name)) return join(this.directory, name);
    throw new Error(`"${name}" cannot be the name of a secret: use letters, digits, "_", "-" and "."`);
  }
}

/** Lists the names of secrets, without links, directories and temporary files. */
async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map(({ name }) => name)
    .sort();
}
