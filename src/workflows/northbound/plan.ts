/** The rpc `plan`: a graph for a goal in words, checked and shown, never started. */
import { isObject, RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import { type Call, configuredEntries } from '../../server/index.js';
import { checkDag } from '../check/index.js';
import { DEFINITION } from '../engine/definitions.js';
import type { Dag } from '../model/dag.js';
import { contentOf } from '../model/digest.js';
import { offersFor, type Template } from '../planner/offers.js';
import type { Planner } from '../planner/planner.js';
import { plan } from '../planner/rounds.js';
import { definitionNode } from './config.js';
import type { WorkflowNeeds } from './needs.js';
import { numbered } from './rpc.js';
import { enabledDefinitions, readsDefinition, surroundingsFor } from './surroundings.js';

type Plan = YangentWorkflowsProvider['rpcs']['plan'];
type Planning = (input: Plan['input'], call: Call) => Promise<Plan['output']>;

/** Goals that are planned at one time: a planner may be a model that is paid for each of them. */
const MOST_AT_ONCE = 4;
/** Characters of an input. */
const LONGEST_INPUT = 64 * 1024;

/** Returns the operation, which counts the goals that are being planned. */
export function planOperation(needs: WorkflowNeeds, planner: Planner): Planning {
  let planning = 0;
  return async (input, call) => {
    if (planning >= MOST_AT_ONCE) throw tooMany();
    planning++;
    try {
      return await planned(needs, planner, input, call);
    } finally {
      planning--;
    }
  };
}

async function planned(
  needs: WorkflowNeeds,
  planner: Planner,
  { goal, input: given = {}, template }: Plan['input'],
  call: Call,
): Promise<Plan['output']> {
  if (!isObject(given) || JSON.stringify(given).length > LONGEST_INPUT)
    throw wrong(`the input must be an object of at most ${LONGEST_INPUT} characters`);
  const { discovery } = needs.agents;
  const offers = await offersFor({ discovery, templates: () => templatesFor(needs, call) }, goal, template, call);
  const check = async (dag: Dag) => checkDag(dag, await surroundingsFor([dag], needs, call, enabledDefinitions(needs)));
  const { log, signal } = call;
  const {
    dag,
    question,
    planner: name,
    rounds,
    findings,
  } = await plan({ planner, schema: needs.schema, check, log }, { goal, input: given }, offers, signal);
  return {
    planner: name,
    rounds,
    ...(dag ? { dag: givenGraph(needs, dag) } : {}),
    ...(question === undefined ? {} : { question }),
    ...(findings.length > 0 ? { finding: numbered(findings) } : {}),
  };
}

/** Returns the enabled definitions that the caller may read and start. */
function templatesFor({ running, definitions }: WorkflowNeeds, call: Call): readonly Template[] {
  return configuredEntries(running.tree, DEFINITION).filter(
    ({ name, enabled }) => enabled && readsDefinition(call, name) && definitions.mayRun(name, call),
  );
}

/** Returns a graph without the values that are the default, as an author writes it. */
function givenGraph({ running }: WorkflowNeeds, dag: Dag): NonNullable<Plan['output']['dag']> {
  const graph: unknown = JSON.parse(contentOf(definitionNode(running.tree), dag).text);
  if (isGraph(graph)) return graph;
  throw new Error('a checked graph cannot be written');
}

/** The value was read by its schema before. */
function isGraph(value: unknown): value is NonNullable<Plan['output']['dag']> {
  return isObject(value) && Array.isArray(value.node);
}

function wrong(message: string): RpcError {
  return new RpcError({ type: 'application', tag: 'invalid-value', path: '/yangent-workflows:plan/input', message });
}

function tooMany(): RpcError {
  return new RpcError({
    type: 'application',
    tag: 'resource-denied',
    appTag: 'too-many-plans',
    message: `${MOST_AT_ONCE} goals are being planned, which is the most at one time; ask again in a moment`,
  });
}
