/** The header fields `DAG-Execution-ID` and `DAG-Checkpoint`: Items of structured fields, each a String (RFC 9651 §3.3.3; `ATD-9-n`, `ATD-9-o`). */
import type { IncomingHttpHeaders } from 'node:http';
import type { CallerApi, FaceRequest, Rpcs } from '../../src/index.js';
import { badRequest, Fault } from './fault.js';

const EXECUTION = 'dag-execution-id';
const CHECKPOINT = 'dag-checkpoint';
/** Tells this 412 from the one of an operation that failed (RFC 8040 §7). */
const STALE = 'stale-checkpoint';

/** A String, and parameters, of which none is defined. */
const STRING = /^ *"((?:[ !#-[\]-~]|\\["\\])*)"(?: *;.*)? *$/;

/**
 * Reads a header field.
 *
 * @returns undefined where the request does not have it
 * @throws Fault 400 for a value that is no String
 */
export function fieldOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  const [, text] = STRING.exec(Array.isArray(value) ? value.join(', ') : value) ?? [];
  if (text !== undefined) return text.replace(/\\(["\\])/g, '$1');
  throw badRequest(`the header field ${name} must be a String of RFC 9651, as in ${name}: "id"`);
}

/** Writes a String. @param text of printable ASCII characters */
export function stringOf(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Checks the header fields of a request about a run.
 *
 * @param said the newest checkpoint that the sender of a message knows, by its member `checkpoint`
 * @throws Fault 400 when `DAG-Execution-ID` names another run; 412 when the run has a newer checkpoint than `DAG-Checkpoint`, or the
 * message, names
 */
export async function requireFields(
  as: CallerApi,
  run: string,
  { headers, query }: FaceRequest,
  said?: unknown,
): Promise<void> {
  const execution = fieldOf(headers, EXECUTION);
  if (execution !== undefined && execution !== run)
    throw badRequest(`DAG-Execution-ID names the run "${execution.slice(0, 64)}", and the path another`);
  const known = fieldOf(headers, CHECKPOINT);
  if (known === undefined && said === undefined) return;
  const newest = (await checkpointsOf(as, run, query.get('agent') ?? undefined))?.at(-1)?.id;
  if ((known ?? newest) === newest && (said ?? newest) === newest) return;
  const stands = newest === undefined ? 'the run has none' : `the newest is "${newest}"`;
  const what = (known ?? newest) === newest ? 'the member "checkpoint"' : 'DAG-Checkpoint';
  const message = `${what} names a checkpoint that is not the newest; ${stands}`;
  throw new Fault(412, 'operation-failed', message, {}, STALE);
}

/** Returns the header fields of an answer about a run. @param agent for which the caller asks, who may not see the whole run */
export async function runFields(
  as: CallerApi,
  run: string,
  agent: string | null | undefined = undefined,
): Promise<Readonly<Record<string, string>>> {
  return fieldsOf(run, await checkpointsOf(as, run, agent ?? undefined));
}

/** Returns the header fields of an answer that has read the checkpoints of its run. */
export function fieldsOf(run: string, checkpoints: Checkpoints): Readonly<Record<string, string>> {
  const newest = checkpoints?.at(-1)?.id;
  return {
    [EXECUTION]: stringOf(run),
    ...(newest === undefined ? {} : { [CHECKPOINT]: stringOf(newest) }),
  };
}

type Checkpoints = Rpcs['yangent-workflows:context']['output']['checkpoint'];

/** Returns the checkpoints of a run that the caller may know. @throws RpcError data-missing when there is nothing to know of the run */
async function checkpointsOf(as: CallerApi, run: string, agent: string | undefined): Promise<Checkpoints> {
  const { checkpoint } = await as.invoke('yangent-workflows:context', {
    ...{ run, element: ['checkpoints'] },
    ...(agent === undefined ? {} : { agent }),
  });
  return checkpoint;
}
