/** Handles uncaught errors while a node runs in this process. */
import type { Logger } from 'pino';
import { isBlamed } from '../data/index.js';

const EXIT_CODE = 1;

/** The nodes of this process, each with its logger. */
const nodes = new Set<{ readonly log: Logger }>();

/**
 * Prevents that uncaught errors of agents end the process while a node runs; they fail the current work of the agent. Other
 * rejections are logged. Other exceptions end the process, because its state is unknown, unless the embedding program handles
 * exceptions itself.
 *
 * @returns a function that ends this for the node
 */
export function handleUncaught(log: Logger): () => void {
  const node = { log };
  if (nodes.size === 0) process.on('unhandledRejection', rejected).on('uncaughtException', thrown);
  nodes.add(node);
  return () => {
    if (!nodes.delete(node) || nodes.size > 0) return;
    process.off('unhandledRejection', rejected).off('uncaughtException', thrown);
  };
}

function rejected(error: unknown): void {
  if (isBlamed('rejection', error)) return;
  for (const { log } of nodes) log.error({ err: error }, 'a rejected promise was not handled');
}

function thrown(error: unknown): void {
  if (isBlamed('exception', error)) return;
  for (const { log } of nodes) log.fatal({ err: error }, 'an exception was not caught; the process ends');
  if (process.listenerCount('uncaughtException') === 1) process.exit(EXIT_CODE);
}
