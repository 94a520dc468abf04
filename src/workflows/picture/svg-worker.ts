import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * The program of the worker. It is text, so that it is the same one for sources and for the build, which puts modules into other
 * files. Graphviz is read by its path, outside the build: its 1.2 MB are read only when a picture is asked for.
 */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const graphviz = require(workerData).instance();
  parentPort.on('message', async (dot) => {
    const { status, output, errors } = (await graphviz).render(dot, { format: 'svg', engine: 'dot' });
    parentPort.postMessage(
      status === 'success' ? { svg: output } : { problem: errors.map(({ message }) => message).join('; ') },
    );
  });
`;

/** The answer of the worker to a DOT text. */
export type WorkerAnswer = { readonly svg: string } | { readonly problem: string };

/** Starts a worker that takes DOT texts as messages and answers each with a `WorkerAnswer`. */
export function startSvgWorker(): Worker {
  const graphviz = createRequire(import.meta.url).resolve('@viz-js/viz');
  return new Worker(PROGRAM, { eval: true, workerData: graphviz, execArgv: [], env: {}, name: 'graphviz' });
}

/** Returns the answer in a message of the worker. */
export function answerIn(message: unknown): WorkerAnswer {
  if (typeof message === 'object' && message !== null) {
    if ('svg' in message && typeof message.svg === 'string') return { svg: message.svg };
    if ('problem' in message && typeof message.problem === 'string') return { problem: message.problem };
  }
  return { problem: 'the worker gave an answer that cannot be read' };
}
