/** The values that the expressions of a run see. */
import { type Expression, ExpressionError, evaluate, parseExpression } from '../expression/index.js';
import { isReplaced } from '../model/dag.js';
import { sharedPart } from '../model/shared.js';
import { toldError } from '../run/quiet.js';
import type { StepRecord, StoredError } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { timed } from './clock.js';
import { StepFailure } from './failure.js';

/** A value, and where it came from. */
export interface Evaluated {
  readonly value: unknown;
  /** Names of the steps whose outputs were read. */
  readonly steps: readonly string[];
  /** True when an output that was read stands for a failed step, is missing, or was made of such ones. */
  readonly degraded: boolean;
}

export type Variables = Readonly<Record<string, unknown>>;

/**
 * Evaluates an expression at a node, or for the output of the run.
 *
 * @param node its name; undefined: at the end of the run
 * @param more variables that the place has besides `input`, `steps` and `run`
 * @throws ExpressionError
 */
export async function evaluateAt(
  turn: Turn,
  node: string | undefined,
  text: string,
  more: Variables = {},
): Promise<Evaluated> {
  const expression = parseExpression(text);
  const wanted = stepsRead(expression);
  const read = new Set<string>();
  let degraded = false;
  /** Steps without an output that are read, each with its state. */
  const missing: string[] = [];
  // Without a prototype: a node may have the name of one of its members.
  const steps: Record<string, unknown> = Object.create(null);
  for (const [name, members] of wanted) {
    const step = await turn.step(name);
    const ofOutput = members.has('output');
    const output = ofOutput && step?.output !== undefined ? await outputSeen(turn, name, node, step.output) : null;
    const { error, degraded: isDegraded, injected } = step?.detail ?? {};
    const seen = { error: error ? await errorSeen(turn, error) : null, quality: await qualitySeen(turn, step) };
    steps[name] = { state: step?.state ?? 'pending', output, ...seen };
    if (!ofOutput) continue;
    read.add(name);
    if (step?.output === undefined) missing.push(`step "${name}" is ${step?.state ?? 'pending'}`);
    const stands = step?.state === 'failed' && !injected && isReplaced(turn.node(name)['on-failure']);
    if (step?.output === undefined || stands || isDegraded) degraded = true;
  }
  const { id, created: started, input } = turn.present;
  const variables = {
    ...(expression.variables.has('input') ? { input: await turn.values.get(input) } : {}),
    steps,
    run: { id, started, generation: 1 },
    ...more,
  };
  const value = await timed(turn, () => evaluated(expression, variables, missing));
  return { value, steps: [...read], degraded };
}

/** @param missing what is said of the steps that are read and have no output, should the evaluation fail */
function evaluated(expression: Expression, variables: Variables, missing: readonly string[]): unknown {
  try {
    return evaluate(expression, variables);
  } catch (error) {
    if (!(error instanceof ExpressionError) || missing.length === 0) throw error;
    throw new ExpressionError(error.fault, `${error.message}; ${missing.join(', ')} and has no output`, error.at);
  }
}

/** Evaluates a condition. @throws StepFailure when its value is neither true nor false */
export async function holdsAt(
  turn: Turn,
  node: string | undefined,
  text: string,
  more: Variables = {},
): Promise<boolean> {
  const { value } = await evaluateAt(turn, node, text, more);
  if (typeof value === 'boolean') return value;
  throw new StepFailure('expression-failed', `the condition ${text} gave ${shown(value)}, neither true nor false`);
}

/** Returns the steps that an expression reads, each with the members that it reads. */
function stepsRead({ reads }: Expression): ReadonlyMap<string, ReadonlySet<string>> {
  const steps = new Map<string, Set<string>>();
  for (const [variable, name, member] of reads) {
    if (variable !== 'steps' || name === undefined) continue;
    const members = steps.get(name) ?? new Set();
    if (member === undefined) for (const each of ['output', 'state', 'error', 'quality']) members.add(each);
    else members.add(member);
    steps.set(name, members);
  }
  return steps;
}

async function errorSeen(turn: Turn, error: StoredError): Promise<object> {
  return error.text === undefined ? error : toldError(error, await turn.values.get(error.text));
}

async function qualitySeen(turn: Turn, step: StepRecord | undefined): Promise<unknown> {
  const { quality = {}, measured } = step?.detail ?? {};
  return measured === undefined ? quality : turn.values.get(measured);
}

/** Returns the output of a step as expressions at a node see it. A long one is only named. */
export async function outputSeen(turn: Turn, from: string, to: string | undefined, digest: string): Promise<unknown> {
  const share = to === undefined ? undefined : turn.plan.graph.edge(from, to)?.share;
  const long = await turn.values.reference(digest);
  if (!long) return sharedPart(share, await turn.values.get(digest));
  if (!share) return long;
  const shared = sharedPart(share, await turn.values.get(digest));
  return (await turn.values.reference(await turn.values.keepOutput(shared))) ?? shared;
}

/** Returns the JSON text of a value, shortened, for a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
