/** The rpcs of yangent-workflows. */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { type Call, configuredEntry } from '../../server/index.js';
import { checkDag, type Finding } from '../check/index.js';
import { contentOf } from '../model/digest.js';
import { DEFINITION, definitionNode } from './config.js';
import type { WorkflowNeeds } from './needs.js';
import { surroundingsFor } from './surroundings.js';

type Check = YangentWorkflowsProvider['rpcs']['check'];

export async function checkOperation(
  needs: WorkflowNeeds,
  { dag }: Check['input'],
  call: Call,
): Promise<Check['output']> {
  const { tree } = needs.running;
  const definition = (name: string) => {
    const found = configuredEntry(tree, DEFINITION, name);
    return found?.enabled ? found : undefined;
  };
  const findings = checkDag(dag, await surroundingsFor([dag], needs.agents, call, definition));
  const { digest } = contentOf(definitionNode(tree), dag);
  return { digest, ...(findings.length > 0 ? { finding: numbered(findings) } : {}) };
}

/** Returns the findings as the model has them. */
export function numbered(findings: readonly Finding[]) {
  return findings.map((finding, index) => ({ id: index + 1, ...finding }));
}
