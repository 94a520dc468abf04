/** Engines other than our own are packages that are loaded by name: what is not there is not missed until it is asked for. */
import { UsageError } from '../../node/index.js';
import { type Engine, isEngineError } from './port.js';

export const ENGINES = ['own', 'libyang'] as const;
export type EngineName = (typeof ENGINES)[number];

const PACKAGE = 'libyang-wasm';
const HOW = `--engine libyang needs the package ${PACKAGE}: run npm install ${PACKAGE}, or npm run build:libyang in a clone`;

/**
 * Works with libyang, which is closed afterwards.
 * @param load what finds the package; another one in tests
 * @throws UsageError where the package is not there or not built
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
