/** The rpc `context`: what those who may see a run, and the agents of its steps, may know of it (`ATD-7-f`, `ATD-7-h`). */
import { ownAddressed } from '../../agents/index.js';
import type { SharedText } from '../../contexts/index.js';
import { isObject, RpcError, TimeSlice } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { cleanValue } from '../../tasks/index.js';
import { requireVisible } from '../engine/visible.js';
import { graphOf, type Part, partOf } from '../exchange/part.js';
import type { Dag } from '../model/dag.js';
import { identifierOf } from '../model/digest.js';
import { sharedPart } from '../model/shared.js';
import type { Plan } from '../run/plan.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import { checkpointEntries } from './checkpoint.js';
import type { WorkflowNeeds } from './needs.js';
import { headsOf, stepValue } from './run.js';
import { readsDefinition } from './surroundings.js';

type Context = YangentWorkflowsProvider['rpcs']['context'];
type Output = Context['output'];
type StepEntry = NonNullable<Output['step']>[number];
type Wanted = ReadonlySet<string>;

const ELEMENTS: readonly string[] = ['graph', 'state', 'results', 'checkpoints'];
/** Steps that are read at a time. */
const PAGE = 500;
/** Steps of one answer. */
const MOST = 10_000;
/** Checkpoints of one answer. */
const MOST_CHECKPOINTS = 1_000;

export async function contextOperation(
  needs: WorkflowNeeds,
  { run: id, agent, element }: Context['input'],
  call: Call,
): Promise<Output> {
  const wanted: Wanted = new Set(element && element.length > 0 ? element : ELEMENTS);
  if (agent !== undefined) return ofAgent(needs, id, agent, wanted, call);
  const run = requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  const [head] = await headsOf(needs, [run]);
  if (!head) throw missing(id);
  const plan = await needs.plans.get(run.digest);
  const steps = wanted.has('state') || wanted.has('results') ? await stepsOf(needs, run) : [];
  const long = await needs.rows.values.paramsOf(
    id,
    steps.flatMap(({ output }) => output ?? []),
  );
  return {
    run: wanted.has('results') ? head : withoutValues(head),
    ...(wanted.has('graph') ? { dag: identified(needs, run, readable(run, plan, call)) } : {}),
    step: await each(steps, async (step) => shown(await stepValue(needs, run, step, long), wanted)),
    ...(wanted.has('checkpoints') ? { checkpoint: await checkpointEntries(needs, run, 0, MOST_CHECKPOINTS) } : {}),
  };
}

/** An agent need not see the run: it executes steps of it. */
async function ofAgent(
  needs: WorkflowNeeds,
  id: string,
  reference: string,
  wanted: Wanted,
  call: Call,
): Promise<Output> {
  const agent = ownAddressed(call, needs.agents.directory, reference);
  if (!agent) throw missing(id);
  const run = await needs.rows.run(id);
  const steps = run ? await stepsOf(needs, run) : [];
  const own = steps.filter(({ detail }) => detail.agents?.includes(agent.id) === true);
  if (!run || own.length === 0) throw missing(id);
  const plan = await needs.plans.get(run.digest);
  const part = partOf(plan.graph, new Set(own.map(({ node }) => node)));
  const read = steps.filter(({ node, item }) => item === 0 && part.shared.has(node) && !part.own.has(node));
  const [whole] = await headsOf(needs, [run], { progress: true });
  if (!whole) throw missing(id);
  const { uri, version, digest, coordinator, state, created, deadline, sequence, 'state-hash': hash } = whole;
  return {
    run: { id, uri, version, digest, coordinator, state, created, deadline, sequence, 'state-hash': hash },
    ...(wanted.has('graph') ? { dag: identified(needs, run, graphOf(plan.dag, part)) } : {}),
    step: [
      ...(await each(own, async (step) => shown(await stepValue(needs, run, step), wanted))),
      ...(await each(read, (step) => neighbour(needs, run, step, { ...part, plan, agent: agent.id }, wanted))),
    ],
    ...(wanted.has('checkpoints')
      ? { checkpoint: (await checkpointEntries(needs, run, 0, MOST_CHECKPOINTS)).slice(-1) }
      : {}),
  };
}

/** The part of a run that an agent sees. */
interface Seen extends Part {
  readonly plan: Plan;
  readonly agent: string;
}

/**
 * Returns a step that an agent does not execute: its state, and what the edges to the steps of the agent share of its output, as far
 * as sharing policies and the trust domain of the agent let it have that (ATD-8-i).
 */
async function neighbour(
  needs: WorkflowNeeds,
  run: RunRecord,
  step: StepRecord,
  { shared, plan, agent }: Seen,
  wanted: Wanted,
): Promise<StepEntry> {
  const { node, item, generation, state, output, degraded } = await stepValue(needs, run, step);
  const sensitivity = plan.sensitivities.get(node);
  const share = permitted(needs, sharedPart(shared.get(node), output), {
    ...{ from: run.coordinator, to: agent, type: 'result' },
    ...(sensitivity === undefined ? {} : { sensitivity }),
  });
  return {
    ...{ node, item, generation, state },
    ...(wanted.has('results') && isObject(share) ? { output: share, degraded } : {}),
  };
}

/** Returns what may be shared of a value; undefined when a policy forbids it. */
function permitted({ shareable }: WorkflowNeeds, value: unknown, about: Omit<SharedText, 'content'>): unknown {
  if (!isObject(value)) return undefined;
  try {
    return cleanValue(value, (content) => shareable({ ...about, content }).content);
  } catch (error) {
    if (error instanceof RpcError && (error.tag === 'access-denied' || error.tag === 'too-big')) return undefined;
    throw error;
  }
}

/** Returns the graph of a run. That of a definition is its configuration. @throws RpcError access-denied */
function readable({ definition }: RunRecord, { dag }: Plan, call: Call): Dag {
  if (definition === undefined || readsDefinition(call, definition)) return dag;
  const message = `the graph is that of the definition "${definition}", which user "${call.user}" may not read`;
  throw new RpcError({ type: 'application', tag: 'access-denied', message });
}

function identified({ nodeId }: WorkflowNeeds, { definition, digest }: RunRecord, dag: Dag): Dag {
  return { ...dag, id: identifierOf(dag.id, { nodeId, digest, ...(definition === undefined ? {} : { definition }) }) };
}

async function stepsOf({ rows }: WorkflowNeeds, { id }: RunRecord): Promise<readonly StepRecord[]> {
  const steps: StepRecord[] = [];
  for (let after: StepRecord | undefined; ; after = steps.at(-1)) {
    const page = await rows.steps.page(id, after, PAGE);
    steps.push(...page);
    if (page.length < PAGE) return steps;
    if (steps.length >= MOST) {
      const message = `run "${id}" has more than ${MOST} steps; read its list step in pages`;
      throw new RpcError({ type: 'application', tag: 'too-big', message });
    }
  }
}

/** Makes values one after another: other work of the node runs between many. */
async function each<T, V>(values: readonly T[], make: (value: T) => Promise<V>): Promise<V[]> {
  const slice = new TimeSlice();
  const made: V[] = [];
  for (const value of values) {
    made.push(await make(value));
    if (slice.over) await slice.next();
  }
  return made;
}

function shown(step: StepEntry, wanted: Wanted): StepEntry {
  return wanted.has('results') ? step : withoutValues(step);
}

function withoutValues<T extends { readonly input?: unknown; readonly output?: unknown }>(value: T): T {
  return { ...value, input: undefined, output: undefined, 'output-text': undefined };
}

function missing(id: string): RpcError {
  return new RpcError({ type: 'application', tag: 'data-missing', message: `there is no run "${id}"` });
}
