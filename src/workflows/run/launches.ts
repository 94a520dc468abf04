import type { RunRecord } from './record.js';

/** True for a run that launches steps, as far as its own state says. */
export function launches({ state, progress }: Pick<RunRecord, 'state' | 'progress'>): boolean {
  return (
    progress.ending !== undefined ||
    (state === 'running' && progress.failing === undefined && progress.wantsBack === undefined)
  );
}
