/** The keys of `start`: the same user gets the same run for the same request. */
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { contentOf } from '../model/digest.js';
import type { RunRecord } from '../run/record.js';
import { digestOf } from '../run/values.js';
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
 * @throws RpcError data-exists when the key was used for another request
 */
export function requireSame(needs: Pick<WorkflowNeeds, 'running'>, before: RunRecord, input: Input, value: unknown) {
  const { definition, revision, dag } = input;
  const isSame =
    before.definition === definition &&
    before.asked === revision &&
    before.input === digestOf(value).digest &&
    (definition !== undefined || before.digest === contentOf(definitionNode(needs.running.tree), dag).digest);
  if (isSame) return before;
  throw new RpcError({
    type: 'application',
    tag: 'data-exists',
    path: `/yangent-workflows:workflows/run[id='${before.id}']`,
    message: `the run-key "${before.runKey}" belongs to another run; give a new run a new key`,
  });
}
