/** The rpc `context`: what those who may see a run, and the agents of its steps, may know of it (`ATD-7-f`, `ATD-7-h`). */
import { ownAddressed } from '../../agents/index.js';
import type { SharedText } from '../../contexts/index.js';
import { RpcError } from '../../data/index.js';
import type { YangentWorkflowsProvider } from '../../generated/providers.js';
import type { Call } from '../../server/index.js';
import { cleanValue } from '../../tasks/index.js';
import { requireVisible } from '../engine/visible.js';
import { headFor, identified, neighbourOf } from '../exchange/for-agent.js';
import { graphOf, type Part, partOf } from '../exchange/part.js';
import { sharedPart } from '../model/shared.js';
import type { Plan } from '../run/plan.js';
import type { RunRecord, StepRecord } from '../run/record.js';
import type { StepPlace } from '../run/step-rows.js';
import { newestEntries } from './checkpoint.js';
import { entriesOf, type StepEntry, stepsAt, ValuesSize } from './context-steps.js';
import type { WorkflowNeeds } from './needs.js';
import { headsOf, stepValue } from './run.js';
import { requireGraph } from './surroundings.js';

type Context = YangentWorkflowsProvider['rpcs']['context'];
type Output = Context['output'];
type Wanted = ReadonlySet<string>;

const ELEMENTS: readonly string[] = ['graph', 'state', 'results', 'checkpoints'];
/** Checkpoints of one answer. */
const MOST_CHECKPOINTS = 1_000;

export async function contextOperation(needs: WorkflowNeeds, input: Context['input'], call: Call): Promise<Output> {
  const { run: id, element } = input;
  const wanted: Wanted = new Set(element && element.length > 0 ? element : ELEMENTS);
  const agent = askerOf(needs, input, call);
  if (agent !== undefined) return ofAgent(needs, input, agent, wanted);
  const run = requireVisible(call, await needs.rows.run(id), id, needs.definitions);
  const [head] = await headsOf(needs, [run]);
  if (!head) throw missing(id);
  if (wanted.has('graph')) requireGraph(run, call);
  const { dag } = await needs.plans.get(run.digest);
  const steps = wantsSteps(wanted) ? await stepsAt(needs, run, placeOf(input)) : [];
  const long = await needs.rows.values.paramsOf(
    id,
    steps.flatMap(({ output }) => output ?? []),
  );
  return {
    run: wanted.has('results') ? head : { ...head, input: undefined, output: undefined },
    ...(wanted.has('graph') ? { dag: identified(needs, run, dag) } : {}),
    step: await entriesOf(steps, (step) => shown(needs, run, step, wanted, long), new ValuesSize()),
    ...(wanted.has('checkpoints') ? { checkpoint: await newestEntries(needs, run, MOST_CHECKPOINTS) } : {}),
  };
}

function wantsSteps(wanted: Wanted): boolean {
  return wanted.has('state') || wanted.has('results');
}

function placeOf({ node, item }: Context['input']): StepPlace {
  return { ...(node === undefined ? {} : { node }), ...(item === undefined ? {} : { item }) };
}

/** An agent need not see the run: it executes steps of it. */
async function ofAgent(needs: WorkflowNeeds, input: Context['input'], agent: string, wanted: Wanted): Promise<Output> {
  const { run: id } = input;
  const run = await needs.rows.run(id);
  const nodes = run ? await needs.rows.steps.nodesOf(id, agent) : [];
  if (!run || nodes.length === 0) throw missing(id);
  const plan = await needs.plans.get(run.digest);
  const part = partOf(plan.graph, new Set(nodes));
  const seen = { ...part, plan, agent };
  const isWanted = (node: string) => input.node === undefined || input.node === node;
  const own = wantsSteps(wanted) ? await stepsAt(needs, run, { ...placeOf(input), agent }) : [];
  const read = wantsSteps(wanted)
    ? (await needs.rows.steps.ofNodes(id)).filter(
        ({ node }) => part.shared.has(node) && !part.own.has(node) && isWanted(node),
      )
    : [];
  const size = new ValuesSize();
  return {
    run: headFor(needs, run),
    ...(wanted.has('graph') ? { dag: identified(needs, run, graphOf(plan.dag, part)) } : {}),
    step: [
      ...(await entriesOf(own, (step) => shown(needs, run, step, wanted), size)),
      ...(await entriesOf(
        read,
        async (step) => neighbourOf(step, await sharedOf(needs, run, step, seen, wanted)),
        size,
      )),
    ],
    ...(wanted.has('checkpoints') ? { checkpoint: await newestEntries(needs, run, 1) } : {}),
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

/** Returns a step, with its values where these are wanted. */
async function shown(
  needs: WorkflowNeeds,
  run: RunRecord,
  step: StepRecord,
  wanted: Wanted,
  long?: ReadonlyMap<string, string>,
): Promise<StepEntry> {
  if (wanted.has('results')) return stepValue(needs, run, step, long);
  const { input: _, ...detail } = step.detail;
  const { output, ...rest } = step;
  return stepValue(needs, run, { ...rest, detail });
}

function missing(id: string): RpcError {
  return new RpcError({ type: 'application', tag: 'data-missing', message: `there is no run "${id}"` });
}
