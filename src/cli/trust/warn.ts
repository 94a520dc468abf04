import { type CapabilityInput, readsAllData } from '../grant/capability.js';

/** Warns when a capability lets members read all data that access control shows them. */
export function warnOfAllData(domain: string, capabilities: readonly CapabilityInput[] = []): void {
  if (!capabilities.some(readsAllData)) return;
  console.error(
    `yangent: with data.read and no path members of ${domain} read all that access control lets their groups read; to narrow it: "data.read path=/MODULE:NODE"`,
  );
}
