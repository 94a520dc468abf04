/** The keys of `start`: the same user gets the same run for the same request. */
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { contentOf } from '../model/digest.js';
import type { RunRecord } from '../run/record.js';
import { definitionNode } from './config.js';
import type { WorkflowNeeds } from './needs.js';

type Input = YangentWorkflowsProvider['rpcs']['start']['input'];

/** Returns the labels of a request by their names. */
export function labelsOf({ label = [] }: Input): Readonly<Record<string, string>> {
  return Object.fromEntries(label.map(({ name, value }) => [name, value]));
}

/**
 * Returns the run that was started with the key of a request. The content of its definition may be another one meanwhile: only
 * what the client sent is compared.
 *
 * @param value the input, as the run has it
 * Of a run whose values were deleted the input cannot be compared any more.
 *
 * @throws RpcError data-exists when the key was used for another request
 */
export async function requireSame(
  needs: Pick<WorkflowNeeds, 'running' | 'sealOf' | 'values' | 'store'>,
  before: RunRecord,
  input: Input,
  value: unknown,
): Promise<RunRecord> {
  const { definition, revision, dag } = input;
  const isSame =
    before.definition === definition &&
    before.asked === revision &&
    (await hasInput(needs, before, value)) &&
    (definition !== undefined || before.digest === contentOf(definitionNode(needs.running.tree), dag).digest);
  if (isSame) return before;
  throw new RpcError({
    type: 'application',
    tag: 'data-exists',
    path: `/yangent-workflows:workflows/run[id='${before.id}']`,
    message: `the run-key "${before.runKey}" belongs to another run; give a new run a new key`,
  });
}

async function hasInput(
  { sealOf, values, store }: Pick<WorkflowNeeds, 'sealOf' | 'values' | 'store'>,
  run: RunRecord,
  value: unknown,
): Promise<boolean> {
  if ((await sealOf(run)) === 'shredded') return true;
  return run.input === (await values.digested(store, run, value)).digest;
}
