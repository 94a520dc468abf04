/** The memory of a process, as Linux tells it; 0 on other systems. */
import { readFileSync, writeFileSync } from 'node:fs';

export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS');
}

/** Begins to look for the peak of resident memory; gives what tells how far above the present it came. */
export function peakMegabytes(pid: number): () => number {
  const idle = residentMegabytes(pid);
  try {
    // Linux forgets the peak it has seen.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    return () => 0;
  }
  return () => Math.max(0, megabytes(pid, 'VmHWM') - idle);
}

function megabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
