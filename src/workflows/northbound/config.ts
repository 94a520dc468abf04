/** Configuration of yangent-workflows: a definition is checked before it is committed, and becomes a revision. */
import { SYSTEM_USER } from '../../access/index.js';
import type { Tree } from '../../data/index.js';
import type { YangentWorkflowsConfig } from '../../generated/providers.js';
import { type Call, type ConfigChange, type ConfigHooks, configuredOthers } from '../../server/index.js';
import type { ListNode } from '../../yang/index.js';
import { checkCalls, checkDag, type Finding } from '../check/index.js';
import { DEFINITION } from '../engine/definitions.js';
import type { Dag } from '../model/dag.js';
import { contentOf } from '../model/digest.js';
import type { WorkflowNeeds } from './needs.js';
import { refusal } from './refusal.js';
import { surroundingsFor } from './surroundings.js';

type Definition = YangentWorkflowsConfig[typeof DEFINITION];
type Change = ConfigChange<Definition>;

export function definitionHooks(needs: WorkflowNeeds): ConfigHooks<Definition> {
  const schema = definitionNode(needs.running.tree);
  return {
    validateAll: (changes, call) => checkAll(needs, changes, call),
    store: async (changes, call, tx) => {
      for (const { keys, after } of changes) {
        await needs.changers.note(tx, keys.name, after !== undefined, call.user);
        if (!after) continue;
        const content = contentOf(schema, after);
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

/**
 * Faults for which the node itself refuses no definition: at its start, or when it restores a configuration, agents may still be
 * missing. They are findings of the definition then.
 */
const UNKNOWN: ReadonlySet<string> = new Set(['dag-unknown-agent', 'dag-unknown-skill']);

/** @throws RpcError invalid-value for the first changed definition with faults */
async function checkAll(needs: WorkflowNeeds, changes: readonly Change[], call: Call): Promise<void> {
  const changed = new Map(changes.map(({ keys, after }) => [keys.name, after]));
  const enabled = new Map<string, Dag>();
  const names = [...changed.keys()].map((name) => [name] as const);
  for (const definition of configuredOthers(needs.running.tree, DEFINITION, names))
    if (definition.enabled) enabled.set(definition.name, definition);
  for (const [name, definition] of changed) if (definition?.enabled) enabled.set(name, definition);
  const dags = [...changed.values()].filter((each) => each !== undefined);
  const surroundings = await surroundingsFor(dags, needs, call, (name) => enabled.get(name));
  const isGone = ({ code }: Finding) => call.user === SYSTEM_USER && UNKNOWN.has(code);
  for (const { path, after } of changes) {
    if (!after) continue;
    const findings = await checkDag(after, surroundings, !after.enabled);
    for (const { code, message } of findings.filter(isGone))
      call.log.warn({ definition: after.name, code }, `workflows: ${message}`);
    refusal(
      path,
      findings.filter((each) => !isGone(each)),
    );
  }
  const called = checkCalls(enabled);
  for (const { path, keys } of changes) {
    const finding = called.get(keys.name);
    if (finding) refusal(path, [finding]);
  }
}
