/** Loads adapters by name at run time: an adapter that is not installed is only an error when it is named. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../data/index.js';
import {
  type DeviceDriver,
  type Embedder,
  type Face,
  type Interpreter,
  loadExport,
  type Planner,
  UsageError,
} from '../node/index.js';

type Settings = Readonly<Record<string, unknown>>;

/** Objects that adapters make, by kind. */
interface Products {
  readonly driver: DeviceDriver;
  readonly embedder: Embedder;
  readonly interpreter: Interpreter;
  readonly planner: Planner;
  readonly face: Face;
}

type Kind = keyof Products;

/** @param directory base of the file paths in the settings */
type Make<K extends Kind> = (settings: Settings, directory: string) => Products[K] | Promise<Products[K]>;

/** The exported function of each kind of adapter, and the names of those adapters. */
const KINDS: { readonly [K in Kind]: { readonly make: string; readonly names: readonly string[] } } = {
  driver: { make: 'createDriver', names: ['netconf-device'] },
  embedder: { make: 'createEmbedder', names: ['openai-embeddings'] },
  interpreter: { make: 'createInterpreter', names: ['openai-chat'] },
  planner: { make: 'createPlanner', names: ['openai-chat'] },
  face: { make: 'createFace', names: ['dag', 'ioa-websocket'] },
};

/** The adapter for each device protocol. */
const DRIVERS: ReadonlyMap<string, string> = new Map([['netconf-ssh', 'netconf-device']]);

/**
 * Loads an adapter.
 *
 * @returns its exported make function; undefined when the adapter is not installed
 * @throws Error when a dependency of an installed adapter is missing, or the adapter is of another kind
 */
export async function loadAdapter<K extends Kind>(kind: K, name: string): Promise<Make<K> | undefined> {
  const folder = new URL(`../../adapters/${name}/`, import.meta.url);
  if (!existsSync(folder)) return undefined;
  const module: Settings = await import(new URL('index.js', folder).href);
  const make = module[KINDS[kind].make];
  if (!isMake<K>(make)) throw new Error(`the adapter "${name}" has no ${KINDS[kind].make}: it is no ${kind}`);
  return make;
}

/** Returns the drivers of the installed adapters, by device protocol. */
export async function loadDrivers(): Promise<ReadonlyMap<string, DeviceDriver>> {
  const drivers = new Map<string, DeviceDriver>();
  for (const [protocol, name] of DRIVERS) {
    const make = await loadAdapter('driver', name);
    if (make) drivers.set(protocol, await make({}, '.'));
  }
  return drivers;
}

/**
 * Makes the object that a JSON file configures: its member `adapter` names the adapter, or a module file by its path from the JSON
 * file; the other members are settings.
 *
 * @throws UsageError with the file and its fault
 */
export async function makeConfigured<K extends Kind>(kind: K, file: string): Promise<Products[K]> {
  return makeOf(kind, file, ({ adapter = '' }) => String(adapter));
}

/**
 * Makes the face that `NAME=FILE` names: the adapter, or a module file of its own, and a JSON object with its settings. Without
 * `=FILE` there are none.
 *
 * @throws UsageError with the file and its fault
 */
export async function makeFace(text: string): Promise<Face> {
  const [, name = text, file] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  return makeOf('face', file, () => name);
}

/** @param nameIn returns the name of the adapter, from its settings; it is resolved as the file is */
async function makeOf<K extends Kind>(
  kind: K,
  file: string | undefined,
  nameIn: (settings: Settings) => string,
): Promise<Products[K]> {
  try {
    const settings: unknown = file === undefined ? {} : JSON.parse(await readFile(file, 'utf8'));
    if (typeof settings !== 'object' || settings === null) throw new Error('it must hold a JSON object');
    const { names } = KINDS[kind];
    const name = nameIn({ ...settings });
    if (!isFile(name) && !names.includes(name))
      throw new Error(`"adapter" must be ${names.join(' or ')}, or a module file of your own such as ./my-${kind}.js`);
    const directory = dirname(resolve(file ?? '.'));
    const make = isFile(name) ? await loadFile(kind, resolve(directory, name)) : await loadAdapter(kind, name);
    if (!make) throw new Error(`the adapter "${name}" is not installed`);
    return await make({ ...settings }, directory);
  } catch (error) {
    throw new UsageError(`${file ?? '--adapter'}: no ${kind} can be made of this: ${messageOf(error)}`);
  }
}

function isFile(name: string): boolean {
  return /^(?:\.{0,2}\/)/.test(name);
}

/** Loads the adapter that a module file of the user exports. @throws UsageError for a file that cannot be loaded */
async function loadFile<K extends Kind>(kind: K, file: string): Promise<Make<K>> {
  const { make: name } = KINDS[kind];
  const made = await loadExport(file, name, `write: export function ${name}(settings, directory) { … }`);
  if (!isMake<K>(made)) throw new Error(`${file}: ${name} is no function`);
  return made;
}

/** Accepts any function: TypeScript does not know the exports of a module loaded at run time. */
function isMake<K extends Kind>(value: unknown): value is Make<K> {
  return typeof value === 'function';
}
