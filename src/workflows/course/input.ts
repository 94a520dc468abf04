/** Computes the input of a step, and judges values by the schemas of the graph. */
import { type BoundedSchema, boundedSchema } from '../../tasks/index.js';
import { ExpressionError } from '../expression/index.js';
import type { DagNode } from '../model/dag.js';
import type { Lineage } from '../run/record.js';
import type { Turn } from '../run/turn.js';
import { StepFailure } from './failure.js';
import { type Evaluated, evaluateAt, outputSeen, type Variables } from './scope.js';

export interface StepInput {
  /** Digest of the object of all inputs. */
  readonly digest: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly lineage: Lineage;
  readonly degraded: boolean;
}

/** @throws ExpressionError; StepFailure `invalid-input` for a value that the schema refuses */
export async function inputOf(turn: Turn, node: DagNode, more: Variables = {}): Promise<StepInput> {
  const { value, lineage, degraded } = await valuesOf(turn, node.name, node.input ?? [], 'input', more);
  requireFit(node['input-schema'], value, 'invalid-input', 'the input');
  return { digest: await turn.values.keep(value), value, lineage, degraded };
}

/** Returns the outputs of the nodes from which a data edge leads to a node, as it sees them: the subject of an approval. */
export async function outputsBefore(
  turn: Turn,
  node: string,
): Promise<{ readonly input: string; readonly lineage: Lineage }> {
  const value: Record<string, unknown> = Object.create(null);
  const lineage: Record<string, readonly string[]> = Object.create(null);
  for (const { from, type } of turn.plan.graph.into(node)) {
    if (!type.endsWith(':data')) continue;
    const { output } = (await turn.step(from)) ?? {};
    value[from] = output === undefined ? null : await outputSeen(turn, from, node, output);
    lineage[from] = [from];
  }
  return { input: await turn.values.keep(value), lineage };
}

/** Evaluates named expressions to one object. */
export async function valuesOf(
  turn: Turn,
  node: string | undefined,
  named: readonly { readonly name: string; readonly value: string }[],
  what: 'input' | 'output',
  more: Variables = {},
): Promise<Omit<StepInput, 'digest'>> {
  // Without prototypes: an input may have the name of one of their members.
  const value: Record<string, unknown> = Object.create(null);
  const lineage: Record<string, readonly string[]> = Object.create(null);
  let degraded = false;
  for (const { name, value: text } of named) {
    const evaluated = await namedValue(`${what} "${name}"`, () => evaluateAt(turn, node, text, more));
    value[name] = evaluated.value;
    if (evaluated.steps.length > 0) lineage[name] = evaluated.steps;
    degraded ||= evaluated.degraded;
  }
  return { value, lineage, degraded };
}

/** Says in an error which value could not be computed. */
async function namedValue(what: string, compute: () => Promise<Evaluated>): Promise<Evaluated> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof ExpressionError) throw new ExpressionError(error.fault, `${what}: ${error.message}`, error.at);
    throw error;
  }
}

/** @throws StepFailure with this code when the schema refuses the value */
export function requireFit(text: string | undefined, value: unknown, code: string, what: string): void {
  if (text === undefined) return;
  const schema = schemaOf(text);
  const problem = problemOf(schema, value);
  if (problem !== undefined) throw new StepFailure(code, `${what} does not fit its schema: ${problem}`);
}

/**
 * Reads a value that a client gave, which in XML has texts only, by a schema.
 *
 * @returns the value, or what is wrong with it
 */
export function readBy(
  text: string | undefined,
  given: unknown,
): { readonly value: unknown } | { readonly problem: string } {
  if (text === undefined) return { value: given };
  const schema = schemaOf(text);
  const problem = problemOf(schema, given);
  if (problem === undefined) return { value: given };
  const read = mayBeOfXml(given) ? schema.read(given) : undefined;
  return read && isJson(read.value) ? { value: read.value } : { problem };
}

function problemOf(schema: BoundedSchema, value: unknown): string | undefined {
  const length = JSON.stringify(value)?.length ?? 0;
  if (length > schema.longest) return `it has ${length} characters, and its schema can judge ${schema.longest}`;
  return schema.problem(value);
}

/** True for a value that has a JSON text: a number that a text was converted to may be too large. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isJson);
}

/** True for a value as XML gives it, where every scalar is a text. */
function mayBeOfXml(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string';
  return Object.values(value).every(mayBeOfXml);
}

const schemas = new Map<string, BoundedSchema>();
const MOST_SCHEMAS = 500;

function schemaOf(text: string): BoundedSchema {
  const known = schemas.get(text);
  if (known) return known;
  const made = boundedSchema(text);
  if (schemas.size >= MOST_SCHEMAS) schemas.clear();
  schemas.set(text, made);
  return made;
}
