/** The rpc `context`: what those who may see a run, and the agents of its steps, may know of it (`ATD-7-f`, `ATD-7-h`). */
import { ownAddressed } from '../../agents/index.js';
import { isObject, RpcError, TimeSlice } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { requireVisible } from '../engine/visible.js';
import { graphOf, type Part, partOf } from '../exchange/part.js';
import type { Dag } from '../model/dag.js';
import { identifierOf } from '../model/digest.js';
import { sharedPart } from '../model/shared.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import { checkpointEntries } from './checkpoint.js';
import type { WorkflowNeeds } from './needs.js';
import { headsOf, stepValue } from './run.js';
import { requireGraph } from './surroundings.js';

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
  if (wanted.has('graph')) requireGraph(run, call);
  const { dag } = await needs.plans.get(run.digest);
  const steps = wanted.has('state') || wanted.has('results') ? await stepsOf(needs, run) : [];
  const long = await needs.rows.values.paramsOf(
    id,
    steps.flatMap(({ output }) => output ?? []),
  );
  return {
    run: wanted.has('results') ? head : withoutValues(head),
    ...(wanted.has('graph') ? { dag: identified(needs, run, dag) } : {}),
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
  const [whole] = await headsOf(needs, [run], false);
  if (!whole) throw missing(id);
  const { uri, version, digest, coordinator, state, created, deadline, sequence, 'state-hash': hash } = whole;
  return {
    run: { id, uri, version, digest, coordinator, state, created, deadline, sequence, 'state-hash': hash },
    ...(wanted.has('graph') ? { dag: identified(needs, run, graphOf(plan.dag, part)) } : {}),
    step: [
      ...(await each(own, async (step) => shown(await stepValue(needs, run, step), wanted))),
      ...(await each(read, (step) => neighbour(needs, run, step, part, wanted))),
    ],
    ...(wanted.has('checkpoints')
      ? { checkpoint: (await checkpointEntries(needs, run, 0, MOST_CHECKPOINTS)).slice(-1) }
      : {}),
  };
}

/** Returns a step that an agent does not execute: its state, and what the edges to the steps of the agent share of its output. */
async function neighbour(
  needs: WorkflowNeeds,
  run: RunRecord,
  step: StepRecord,
  { shared }: Part,
  wanted: Wanted,
): Promise<StepEntry> {
  const { node, item, generation, state, output, degraded } = await stepValue(needs, run, step);
  const share = sharedPart(shared.get(node), output);
  return {
    ...{ node, item, generation, state },
    ...(wanted.has('results') && isObject(share) ? { output: share, degraded } : {}),
  };
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
