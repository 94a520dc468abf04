/** State of yangent-workflows: the revisions of a definition, and what is wrong with it by now. */
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { type Call, configuredEntry, type ListState } from '../../server/index.js';
import { checkDag } from '../check/index.js';
import { DEFINITION } from '../engine/definitions.js';
import { identifierOf } from '../model/digest.js';
import type { WorkflowNeeds } from './needs.js';
import { numbered } from './rpc.js';
import { enabledDefinitions, surroundingsFor } from './surroundings.js';

type Definition = YangentWorkflowsProvider['state'][typeof DEFINITION];

export function definitionState(needs: WorkflowNeeds): ListState<Definition> {
  return {
    get: async ({ name }, call) => {
      const revisions = await needs.revisions.of(name);
      const id = configuredEntry(needs.running.tree, DEFINITION, name)?.id;
      return {
        uri: identifierOf(id, { nodeId: needs.nodeId, definition: name, digest: '' }),
        revision: revisions.map(({ number, version, digest, at, by }) => ({ number, version, digest, at, by })),
        finding: numbered(await findingsOf(needs, name, call)),
      };
    },
  };
}

/** An agent may have gone since the commit. */
async function findingsOf(needs: WorkflowNeeds, name: string, call: Call) {
  const definition = enabledDefinitions(needs);
  const dag = definition(name);
  return dag ? checkDag(dag, await surroundingsFor([dag], needs, call, definition)) : [];
}
