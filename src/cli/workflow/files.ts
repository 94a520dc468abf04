/** Workflows in files of the user, and faults that a node finds in them. */
import { RpcError } from '../../data/index.js';
import { type FaultAt, faultsAt, readWorkflowFile, UsageError, type WorkflowFile } from '../../node/index.js';
import type { WorkflowDefinition } from '../../workflows/index.js';
import { ExitCode, report } from '../exit.js';
import { paintFor } from '../paint.js';
import { indented } from '../terminal/index.js';

/** True for an argument that is a file, since names of workflows have no such characters. */
export function isFile(argument: string): boolean {
  return /[./\\]/.test(argument);
}

/** @throws UsageError with the file, the line and the fault */
export async function readFiles(names: readonly string[]): Promise<readonly WorkflowFile[]> {
  const files: WorkflowFile[] = [];
  for (const name of names) files.push(await readFilled(name));
  return files;
}

/** @throws UsageError also for a file that has neither a workflow nor a pool */
async function readFilled(name: string): Promise<WorkflowFile> {
  const file = await readWorkflowFile(name);
  if (file.definitions.length > 0 || file.pools.length > 0) return file;
  throw new UsageError(`${name}: there is neither a workflow nor a pool in it`);
}

/** Reads those files that can be read, and tells the faults of the others. */
export async function readAny(names: readonly string[]): Promise<readonly WorkflowFile[]> {
  const files: WorkflowFile[] = [];
  for (const name of names) {
    try {
      files.push(await readFilled(name));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      report(error);
      process.exitCode = ExitCode.negative;
    }
  }
  return files;
}

/** Returns the graph of a definition: what is left is not in the input of rpcs. */
export function graphIn({
  name: _,
  enabled: __,
  coordinator: ___,
  'runner-group': ____,
  ...graph
}: WorkflowDefinition): Omit<WorkflowDefinition, 'name'> {
  return graph;
}

/**
 * Does a request; prints the faults that the node finds at their places in the files.
 * @param graph the definition whose graph the request has
 * @returns undefined when it was refused; the exit code is then 1
 */
export async function withPlaces<T>(
  files: readonly WorkflowFile[],
  request: () => Promise<T>,
  graph?: string,
): Promise<T | undefined> {
  return withFaults((error) => faultsAt(files, error, graph), request);
}

/**
 * Does a request; prints the faults that the node finds, at their places.
 * @param faultsIn returns the errors of a reply at their places; when none has one, the error is thrown as it is
 * @returns undefined when it was refused; the exit code is then 1
 */
export async function withFaults<T>(
  faultsIn: (error: RpcError) => readonly FaultAt[],
  request: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof RpcError) || error.type === 'transport') throw error;
    const faults = faultsIn(error);
    if (faults.every(({ place }) => place === undefined)) throw error;
    const paint = paintFor(process.stderr);
    for (const { place, text } of faults)
      console.error(
        indented(`${place === undefined ? '' : `${paint(place, 'bold')}: `}${paint('error', 'red')}: ${text}`),
      );
    process.exitCode = ExitCode.negative;
    return undefined;
  }
}
