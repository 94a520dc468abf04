/** Loads other engines, which are packages, by name: a package that is not installed is only an error when it is requested. */
import { UsageError } from '../../node/index.js';
import { type Engine, isEngineError } from './port.js';

export const ENGINES = ['own', 'libyang'] as const;
export type EngineName = (typeof ENGINES)[number];

const PACKAGE = 'libyang-wasm';
const HOW = `--engine libyang needs the package ${PACKAGE}: run npm install ${PACKAGE}, or npm run build:libyang in a clone`;

/**
 * Runs `work` with libyang and closes it afterwards.
 * @param load loads the package; tests give another function
 * @throws UsageError when the package is not installed or not built
 */
export async function withLibyang<T>(
  work: (engine: Engine) => Promise<T>,
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<T> {
  const engine = (await packageFrom(load)).createLibyang();
  try {
    return await work(engine);
  } catch (error) {
    if (isEngineError(error) && error.fault === 'not-built') throw new UsageError(`${HOW} (${error.message})`);
    throw error;
  } finally {
    await engine.close();
  }
}

async function packageFrom(load: (name: string) => Promise<unknown>): Promise<{ createLibyang(): Engine }> {
  try {
    const found = await load(PACKAGE);
    if (isPackage(found)) return found;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new UsageError(HOW);
  }
  throw new UsageError(`the package ${PACKAGE} that is installed is another one: it has no createLibyang`);
}

const isPackage = (found: unknown): found is { createLibyang(): Engine } =>
  typeof found === 'object' && found !== null && 'createLibyang' in found && typeof found.createLibyang === 'function';
