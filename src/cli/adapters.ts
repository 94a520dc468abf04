/** Adapters are loaded by name at run time: what is not there is not missed until it is needed. */
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
