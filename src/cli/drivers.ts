/** Adapters are loaded by name at run time: what is not there is not missed until it is needed. */
import { fileURLToPath } from 'node:url';
import type { DeviceDriver } from '../node/index.js';

/** Adapter folder by the device protocol it speaks. */
const ADAPTERS: ReadonlyMap<string, string> = new Map([['netconf-ssh', 'netconf-device']]);

export async function loadDrivers(): Promise<ReadonlyMap<string, DeviceDriver>> {
  const drivers = new Map<string, DeviceDriver>();
  for (const [protocol, adapter] of ADAPTERS) {
    const module = await load(new URL(`../../adapters/${adapter}/index.js`, import.meta.url));
    if (isAdapter(module)) drivers.set(protocol, module.createDriver());
  }
  return drivers;
}

/** Undefined when the adapter is not installed; what one that is lacks is an error. */
async function load(url: URL): Promise<unknown> {
  try {
    return await import(url.href);
  } catch (error) {
    const absent = `Cannot find module '${fileURLToPath(url)}'`;
    if (error instanceof Error && error.message.startsWith(absent)) return undefined;
    throw error;
  }
}

function isAdapter(module: unknown): module is { createDriver(): DeviceDriver } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createDriver' in module &&
    typeof module.createDriver === 'function'
  );
}
