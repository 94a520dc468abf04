/** Loads adapters by name at run time: one that is not installed is missed only when it is named. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../data/index.js';
import { type DeviceDriver, type Embedder, type Interpreter, UsageError } from '../node/index.js';

type Settings = Readonly<Record<string, unknown>>;

/** What adapters make, by kind. */
interface Products {
  readonly driver: DeviceDriver;
  readonly embedder: Embedder;
  readonly interpreter: Interpreter;
}

type Kind = keyof Products;

/** @param directory where the files lie that the settings name */
type Make<K extends Kind> = (settings: Settings, directory: string) => Products[K] | Promise<Products[K]>;

/** The function that an adapter of each kind exports, and the adapters of that kind. */
const KINDS: { readonly [K in Kind]: { readonly make: string; readonly names: readonly string[] } } = {
  driver: { make: 'createDriver', names: ['netconf-device'] },
  embedder: { make: 'createEmbedder', names: ['openai-embeddings'] },
  interpreter: { make: 'createInterpreter', names: ['openai-chat'] },
};

/** The adapter that speaks each device protocol. */
const DRIVERS: ReadonlyMap<string, string> = new Map([['netconf-ssh', 'netconf-device']]);

/**
 * Loads an adapter.
 *
 * @returns the function that makes what adapters of the kind make; undefined when the adapter is not installed
 * @throws Error when what an installed adapter needs is missing, or when it is not of the kind
 */
export async function loadAdapter<K extends Kind>(kind: K, name: string): Promise<Make<K> | undefined> {
  const folder = new URL(`../../adapters/${name}/`, import.meta.url);
  if (!existsSync(folder)) return undefined;
  const module: Settings = await import(new URL('index.js', folder).href);
  const make = module[KINDS[kind].make];
  if (!isMake<K>(make)) throw new Error(`the adapter "${name}" has no ${KINDS[kind].make}: it is no ${kind}`);
  return make;
}

/** The drivers of the adapters that are installed, by device protocol. */
export async function loadDrivers(): Promise<ReadonlyMap<string, DeviceDriver>> {
  const drivers = new Map<string, DeviceDriver>();
  for (const [protocol, name] of DRIVERS) {
    const make = await loadAdapter('driver', name);
    if (make) drivers.set(protocol, await make({}, '.'));
  }
  return drivers;
}

/**
 * Makes what a JSON file describes: its member `adapter` names the adapter, the other members are settings.
 *
 * @throws UsageError with the file and what is wrong in it
 */
export async function makeConfigured<K extends Kind>(kind: K, file: string): Promise<Products[K]> {
  try {
    const settings: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof settings !== 'object' || settings === null) throw new Error('it must hold a JSON object');
    const { names } = KINDS[kind];
    const name = 'adapter' in settings ? String(settings.adapter) : '';
    if (!names.includes(name)) throw new Error(`"adapter" must be ${names.join(' or ')}`);
    const make = await loadAdapter(kind, name);
    if (!make) throw new Error(`the adapter "${name}" is not installed`);
    return await make({ ...settings }, dirname(resolve(file)));
  } catch (error) {
    throw new UsageError(`${file}: no ${kind} can be made of this: ${messageOf(error)}`);
  }
}

/** TypeScript cannot know what a module exports that is found at run time. */
function isMake<K extends Kind>(value: unknown): value is Make<K> {
  return typeof value === 'function';
}
