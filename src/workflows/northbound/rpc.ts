/** The rpcs of yangent-workflows. */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { checkDag, type Finding } from '../check/index.js';
import { contentOf } from '../model/digest.js';
import { definitionNode } from './config.js';
import type { WorkflowNeeds } from './needs.js';
import { enabledDefinitions, surroundingsFor } from './surroundings.js';

type Check = YangentWorkflowsProvider['rpcs']['check'];

export async function checkOperation(
  needs: WorkflowNeeds,
  { dag }: Check['input'],
  call: Call,
): Promise<Check['output']> {
  const findings = await checkDag(dag, await surroundingsFor([dag], needs, call, enabledDefinitions(needs)));
  const { digest } = contentOf(definitionNode(needs.running.tree), dag);
  return { digest, ...(findings.length > 0 ? { finding: numbered(findings) } : {}) };
}

/** Returns the findings as the model has them. */
export function numbered(findings: readonly Finding[]) {
  return findings.map((finding, index) => ({ id: index + 1, ...finding }));
}
