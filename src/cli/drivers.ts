import type { DeviceDriver } from '../node/index.js';
import { loadAdapter } from './adapters.js';

/** Adapter folder by the device protocol it speaks. */
const ADAPTERS: ReadonlyMap<string, string> = new Map([['netconf-ssh', 'netconf-device']]);

export async function loadDrivers(): Promise<ReadonlyMap<string, DeviceDriver>> {
  const drivers = new Map<string, DeviceDriver>();
  for (const [protocol, adapter] of ADAPTERS) {
    const module = await loadAdapter(adapter);
    if (isAdapter(module)) drivers.set(protocol, module.createDriver());
  }
  return drivers;
}

function isAdapter(module: unknown): module is { createDriver(): DeviceDriver } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createDriver' in module &&
    typeof module.createDriver === 'function'
  );
}
