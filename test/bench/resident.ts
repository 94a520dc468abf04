import { readFileSync } from 'node:fs';

/** Resident memory of a process in kilobytes, as Linux tells it; 0 on other systems. */
export function residentKilobytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
