/** The rpc `context`: what those who may see a run, and the agents of its steps, may know of it (`ATD-7-f`, `ATD-7-h`). */
import { ownAddressed } from '../../agents/index.js';
import type { SharedText } from '../../contexts/index.js';
import { RpcError, TimeSlice } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { cleanValue } from '../../tasks/index.js';
import { requireVisible } from '../engine/visible.js';
import { headFor, identified, neighbourOf } from '../exchange/for-agent.js';
import { graphOf, type Part, partOf } from '../exchange/part.js';
import { sharedPart } from '../model/shared.js';
import type { Plan } from '../run/plan.js';
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

export async function contextOperation(needs: WorkflowNeeds, input: Context['input'], call: Call): Promise<Output> {
  const { run: id, element } = input;
  const wanted: Wanted = new Set(element && element.length > 0 ? element : ELEMENTS);
  const agent = askerOf(needs, input, call);
  if (agent !== undefined) return ofAgent(needs, id, agent, wanted);
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
async function ofAgent(needs: WorkflowNeeds, id: string, agent: string, wanted: Wanted): Promise<Output> {
  const run = await needs.rows.run(id);
  const steps = run ? await stepsOf(needs, run) : [];
  const own = steps.filter(({ detail }) => detail.agents?.includes(agent) === true);
  if (!run || own.length === 0) throw missing(id);
  const plan = await needs.plans.get(run.digest);
  const part = partOf(plan.graph, new Set(own.map(({ node }) => node)));
  const seen = { ...part, plan, agent };
  const read = steps.filter(({ node, item }) => item === 0 && part.shared.has(node) && !part.own.has(node));
  return {
    run: headFor(needs, run),
    ...(wanted.has('graph') ? { dag: identified(needs, run, graphOf(plan.dag, part)) } : {}),
    step: [
      ...(await each(own, async (step) => shown(await stepValue(needs, run, step), wanted))),
      ...(await each(read, async (step) => neighbourOf(step, await sharedOf(needs, run, step, seen, wanted)))),
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
 * Returns the agent that asks: at the endpoint of an agent always this one. Undefined for a caller who asks for a whole run.
 *
 * @throws RpcError data-missing when the caller may not speak for the agent; invalid-value at the endpoint of another agent
 */
function askerOf(
  { agents: { directory } }: WorkflowNeeds,
  { run, agent }: Context['input'],
  call: Call,
): string | undefined {
  const { view } = call;
  const reference = agent ?? (view.kind === 'agent' ? view.agent : undefined);
  if (reference === undefined) return undefined;
  const { id } = ownAddressed(call, directory, reference) ?? {};
  if (id === undefined) throw missing(run);
  if (view.kind === 'node' || view.agent === id) return id;
  return call.fail({
    tag: 'invalid-value',
    message: `this is the endpoint of agent "${view.agent}"; agent "${id}" asks at its own endpoint, or at that of the node`,
  });
}

/**
 * Returns what the edges to the steps of an agent share of the output of another step, as far as sharing policies and the trust domain
 * of the agent let it have that (ATD-8-i).
 */
async function sharedOf(
  { values, shareable }: WorkflowNeeds,
  run: RunRecord,
  { node, output }: StepRecord,
  { shared, plan, agent }: Seen,
  wanted: Wanted,
): Promise<unknown> {
  if (output === undefined || !wanted.has('results')) return undefined;
  const sensitivity = plan.sensitivities.get(node);
  const about = {
    ...{ from: run.coordinator, to: agent, type: 'result' as const },
    ...(sensitivity === undefined ? {} : { sensitivity }),
  };
  return permitted(shareable, sharedPart(shared.get(node), await values.find(run.id, output)), about);
}

/** Returns what may be shared of a value; undefined when a policy forbids it. */
function permitted(shareable: WorkflowNeeds['shareable'], value: unknown, about: Omit<SharedText, 'content'>): unknown {
  try {
    return cleanValue(value, (content) => shareable({ ...about, content }).content);
  } catch (error) {
    if (error instanceof RpcError && (error.tag === 'access-denied' || error.tag === 'too-big')) return undefined;
    throw error;
  }
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
