/** Configuration of yangent-workflows: a definition is checked before it is committed, and becomes a revision. */
import { RpcError, type RpcErrorFields, type Tree } from '../../data/index.js';
import type { YangentWorkflowsConfig } from '../../generated/providers.js';
import { type Call, type ConfigChange, type ConfigHooks, configuredEntries } from '../../server/index.js';
import type { ListNode } from '../../yang/index.js';
import { checkCalls, checkDag, type Finding } from '../check/index.js';
import type { Dag } from '../model/dag.js';
import { contentOf } from '../model/digest.js';
import type { WorkflowNeeds } from './needs.js';
import { surroundingsFor } from './surroundings.js';

export const DEFINITION = '/yangent-workflows:workflows/definition';
type Definition = YangentWorkflowsConfig[typeof DEFINITION];
type Change = ConfigChange<Definition>;

export function definitionHooks(needs: WorkflowNeeds): ConfigHooks<Definition> {
  const schema = definitionNode(needs.running.tree);
  return {
    validateAll: (changes, call) => checkAll(needs, changes, call),
    store: async (changes, call, tx) => {
      for (const { keys, after, set } of changes) {
        if (!after) continue;
        const content = contentOf(schema, set.after);
        await needs.revisions.add(tx, { definition: keys.name, version: after.version, ...content }, call.user);
      }
    },
  };
}

/** Returns the schema of a definition. */
export function definitionNode({ schema }: Pick<Tree, 'schema'>): ListNode {
  const workflows = schema.data.get('yangent-workflows:workflows');
  const node = workflows?.kind === 'container' ? workflows.data.get('yangent-workflows:definition') : undefined;
  if (node?.kind !== 'list') throw new Error('the models have no definition of workflows');
  return node;
}

/** @throws RpcError invalid-value for the first changed definition with faults */
async function checkAll(needs: WorkflowNeeds, changes: readonly Change[], call: Call): Promise<void> {
  const changed = new Map(changes.map(({ keys, after }) => [keys.name, after]));
  const enabled = new Map<string, Dag>();
  for (const definition of configuredEntries(needs.running.tree, DEFINITION))
    if (definition.enabled && !changed.has(definition.name)) enabled.set(definition.name, definition);
  for (const [name, definition] of changed) if (definition?.enabled) enabled.set(name, definition);
  const dags = [...changed.values()].filter((each) => each !== undefined);
  const surroundings = await surroundingsFor(dags, needs.agents, call, (name) => enabled.get(name));
  for (const { path, after } of changes) if (after) refuse(path, checkDag(after, surroundings, !after.enabled));
  const called = checkCalls(enabled);
  for (const { path, keys } of changes) {
    const finding = called.get(keys.name);
    if (finding) refuse(path, [finding]);
  }
}

/** @throws RpcError with the errors among the findings */
function refuse(path: string, findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === 'error').map((each) => errorOf(path, each));
  const [first, ...others] = errors;
  if (first)
    throw new RpcError(
      first,
      others.slice(0, MOST_OTHERS).map((each) => new RpcError(each)),
    );
}

/** Errors of one reply besides the first one; `check` gives all. */
const MOST_OTHERS = 9;

function errorOf(path: string, { code, path: below, message }: Finding): RpcErrorFields {
  return { type: 'application', tag: 'invalid-value', appTag: code, path: `${path}/${below}`, message };
}
