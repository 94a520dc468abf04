/** Adapters are loaded by name at run time: what is not there is not missed until it is needed. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Undefined when the adapter is not installed; what one that is lacks is an error. */
export async function loadAdapter(name: string): Promise<unknown> {
  const url = new URL(`../../adapters/${name}/index.js`, import.meta.url);
  try {
    return await import(url.href);
  } catch (error) {
    const absent = `Cannot find module '${fileURLToPath(url)}'`;
    if (error instanceof Error && error.message.startsWith(absent)) return undefined;
    throw error;
  }
}

export interface Configured {
  readonly module: unknown;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Of the file: what its settings name is looked for there. */
  readonly directory: string;
}

/**
 * The adapter that a JSON file names by its member `adapter`, and its settings.
 * @throws Error when the file holds something else, or names none of `names`
 */
export async function loadConfigured(file: string, names: readonly string[]): Promise<Configured> {
  const settings: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof settings !== 'object' || settings === null) throw new Error('it must hold a JSON object');
  const name = 'adapter' in settings ? String(settings.adapter) : '';
  if (!names.includes(name)) throw new Error(`"adapter" must be ${names.join(' or ')}`);
  return { module: await loadAdapter(name), name, settings: { ...settings }, directory: dirname(resolve(file)) };
}
