/** Loads workflows into running when a node starts. */
import { SYSTEM } from '../../access/index.js';
import { decodeJson, editAt, find, parseInstancePath, RpcError } from '../../data/index.js';
import { nodeView, type Server } from '../../server/index.js';
import { caller } from '../local.js';
import { UsageError } from '../usage-error.js';
import { faultsAt, quoted, requireDistinct } from './faults.js';
import { readWorkflowFile, type WorkflowFile } from './file.js';

/**
 * Writes the definitions of the files to running, all or none; one that is there is replaced.
 * @throws UsageError with each fault and its place
 */
export async function loadWorkflows(server: Server, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const files: WorkflowFile[] = [];
  for (const name of names) files.push(await readWorkflowFile(name));
  requireDistinct(files);
  try {
    await write(server, files);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const lines = faultsAt(files, error).map(
      ({ place, text }) => `  ${place === undefined ? '' : `${place}: `}${text}`,
    );
    throw new UsageError(`the workflows cannot be loaded:\n${lines.join('\n')}`, { cause: error });
  }
}

async function write(server: Server, files: readonly WorkflowFile[]): Promise<void> {
  const schema = server.schema(nodeView);
  const definition = files.flatMap(({ definitions }) => definitions);
  const pool = files.flatMap(({ pools }) => pools);
  const options = { schema, config: 'only' } as const;
  const pools = decodeJson(schema.root, { 'yangent-workflows:workflows': { pool } }, options);
  const tree = decodeJson(schema.root, { 'yangent-workflows:workflows': { definition } }, options);
  const followedBy = definition.map(({ name }) => {
    const path = parseInstancePath(schema, `/yangent-workflows:workflows/definition[name=${quoted(name)}]`);
    return { edit: editAt(schema, path, 'replace', find(tree, path)), defaultOperation: 'merge' } as const;
  });
  await server.edit(caller(SYSTEM), { edit: pools, defaultOperation: 'merge', followedBy });
}
