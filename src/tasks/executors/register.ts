/** Registers the executors of this room. Those of rooms above are registered by `Tasks.register`, and asked first. */
import type { Logger } from 'pino';
import type { Outbox } from '../../store/index.js';
import type { Clocks } from '../record/clocks.js';
import { AttachedExecutor, type AttachedNeeds } from './attached/executor.js';
import { HostedExecutor } from './hosted/executor.js';
import type { HostedNeeds } from './hosted/needs.js';
import { ExecutorRegistry } from './registry.js';
import { RemoteExecutor } from './remote/executor.js';
import type { RemoteNeeds } from './remote/needs.js';

export type ExecutorNeeds = AttachedNeeds & HostedNeeds & RemoteNeeds;

/** @param needs returns the needs, which contain the registry themselves */
export function createExecutors(
  outbox: Outbox,
  needs: () => ExecutorNeeds,
  clocks: Pick<Clocks, 'steady'>,
  log: Logger,
): { readonly registry: ExecutorRegistry; readonly hosted: HostedExecutor; readonly remote: RemoteExecutor } {
  const hosted = new HostedExecutor(needs);
  const remote = new RemoteExecutor(outbox, needs);
  const registry = new ExecutorRegistry(new AttachedExecutor(needs), clocks, log);
  // The one that is registered last is asked first.
  registry.register(remote);
  registry.register(hosted);
  return { registry, hosted, remote };
}
