/** The Worker's side: keeps contexts, and answers one request after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { Context } from './context.js';
import type { Answer, Reply, Request, WorkerSettings } from './messages.js';
import { LibyangError } from './problem.js';

const { limits }: WorkerSettings = workerData;
const contexts = new Map<number, Context>();

parentPort?.on('message', (request: Request) => parentPort?.postMessage(replyTo(request)));

function replyTo(request: Request): Reply {
  for (const id of request.drop) {
    contexts.get(id)?.close();
    contexts.delete(id);
  }
  try {
    const answer = answerTo(request, contextOf(request));
    return { ok: true, isOpen: true, answer };
  } catch (error) {
    const isOpen = contexts.has(request.context);
    if (error instanceof LibyangError) {
      const { fault, message, problems } = error;
      return { ok: false, isOpen, fault, message, problems };
    }
    return { ok: false, isOpen, fault: 'crashed', message: String(error), problems: [] };
  }
}

function contextOf({ context: id, open }: Request): Context {
  const known = contexts.get(id);
  if (known) return known;
  if (open === undefined) throw new LibyangError('closed', 'this context is closed');
  const context = new Context(open, limits);
  contexts.set(id, context);
  return context;
}

function answerTo({ call }: Request, context: Context): Answer {
  switch (call.kind) {
    case 'open':
      return { kind: 'open' };
    case 'validate':
      return { kind: 'validate', verdict: context.validate(call.document) };
    case 'print':
      return { kind: 'print', text: context.print(call.document, call.options) };
    case 'module':
      return { kind: 'module', text: context.printModule(call.name, call.format, call.revision) };
    default:
      return call satisfies never;
  }
}
