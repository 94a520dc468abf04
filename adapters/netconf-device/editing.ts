/** Edits of a device by what it offers: its running configuration, or its candidate, with or without a confirmed commit. */
import { setTimeout as pause } from 'node:timers/promises';
import { CAPABILITY, type NetconfClient, RpcError, type Trial } from '../../src/index.js';

/** Milliseconds to wait for a lock that another session holds. */
const LOCK_WAIT = 5_000;
const LOCK_PAUSE = 100;
/** How long a device may take to take back and to unlock: it may be cut off. */
const TIDY = { timeout: 3_000 } as const;
const CONFIRM = { timeout: 30_000 } as const;

/** @throws RpcError operation-not-supported for a device that cannot be configured */
export async function edit(client: NetconfClient, config: string, signal: AbortSignal | undefined): Promise<void> {
  if (client.supports(CAPABILITY.writableRunning)) return editRunning(client, config, signal);
  if (client.supports(CAPABILITY.candidate)) return editCandidate(client, config, signal);
  const message = 'the device announces neither :writable-running nor :candidate; it cannot be configured';
  throw new RpcError({ type: 'protocol', tag: 'operation-not-supported', message });
}

export function hasTrials(client: NetconfClient): boolean {
  return client.supports(CAPABILITY.candidate) && client.supports(CAPABILITY.confirmedCommit);
}

async function editRunning(client: NetconfClient, config: string, signal: AbortSignal | undefined): Promise<void> {
  const errorOption = client.supports(CAPABILITY.rollbackOnError) ? 'rollback-on-error' : undefined;
  await client.editConfig({ target: 'running', config, errorOption }, { signal });
}

/** Under a lock, so that nobody else's changes are committed with ours (RFC 6241 §8.3.5.1). */
async function editCandidate(client: NetconfClient, config: string, signal: AbortSignal | undefined): Promise<void> {
  const unlock = await lock(client, signal);
  try {
    await client.editConfig({ target: 'candidate', config }, { signal });
    await client.commit({}, { signal });
  } catch (error) {
    await client.discardChanges(TIDY).catch(() => undefined);
    throw error;
  } finally {
    await unlock();
  }
}

/**
 * Puts an edit in force by a confirmed commit without `persist`: the device takes it back at the timeout, and at once when the
 * session ends (RFC 6241 §8.4.1). Running is not locked: there are devices that cannot take the edit back while it is.
 * @param timeout seconds
 */
export async function editOnTrial(
  client: NetconfClient,
  config: string,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Trial> {
  const unlock = await lock(client, signal);
  const takeBack = async (): Promise<void> => {
    await client.cancelCommit(undefined, TIDY);
    await client.discardChanges(TIDY).catch(() => undefined);
  };
  try {
    await client.editConfig({ target: 'candidate', config }, { signal });
    await client.commit({ confirmed: true, confirmTimeout: timeout }, { signal, timeout: timeout * 1000 });
  } catch (error) {
    // The commit may have come through though its answer did not.
    await takeBack().catch(() => client.discardChanges(TIDY).catch(() => undefined));
    await unlock();
    throw error;
  }
  return {
    confirm: () => client.commit({}, CONFIRM).finally(unlock),
    cancel: () => takeBack().finally(unlock),
  };
}

/** Locks the candidate. @returns unlocks it; never fails, for when the session is lost the device unlocks by itself */
async function lock(client: NetconfClient, signal: AbortSignal | undefined): Promise<() => Promise<void>> {
  const end = Date.now() + LOCK_WAIT;
  for (;;) {
    try {
      await client.lock('candidate', { signal });
      return () => client.unlock('candidate', TIDY).catch(() => undefined);
    } catch (error) {
      if (!(error instanceof RpcError) || error.tag !== 'lock-denied' || Date.now() > end) throw error;
      await pause(LOCK_PAUSE, undefined, { signal });
    }
  }
}
