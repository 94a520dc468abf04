/** The data parameters that the input of a step names in place of long outputs. Its agent may read them. */
import { isObject } from '../../data/index.js';
import type { Artifact } from '../../tasks/index.js';
import type { LongOutput } from '../run/reference-rows.js';
import type { Turn } from '../run/turn.js';
import type { TurnValues } from '../run/turn-values.js';
import { StepFailure } from './failure.js';

/** Number of data parameters that one task gives to its agent: each costs queries. A node may have as many inputs. */
const MOST = 256;

/**
 * Returns the data parameters of long outputs that a value refers to and that this run may read. What only looks like a reference is
 * left out: an agent could have written it, to have the data of others given to the next agent.
 *
 * @throws StepFailure `too-big`
 */
export async function dataIn(values: Pick<TurnValues, 'readable'>, value: unknown): Promise<readonly string[]> {
  return (await realIn(values, value, 'the input')).map(({ param }) => param);
}

async function realIn(
  values: Pick<TurnValues, 'readable'>,
  value: unknown,
  what: string,
): Promise<readonly LongOutput[]> {
  const found = await values.readable(namedIn(value));
  if (found.length <= MOST) return found;
  throw new StepFailure('too-big', `${what} names ${found.length} long outputs; it may name ${MOST}`);
}

/** Lets a run read the long outputs that a value refers to, which comes from another run that may read them. */
export async function takeOver(turn: Turn, from: string, value: unknown): Promise<void> {
  await turn.values.takeOver(from, namedIn(value));
}

/** Returns artifacts with the data parameters that the output of a run refers to, for the node that ordered the run. @throws StepFailure `too-big` */
export async function artifactsWith(
  values: Pick<TurnValues, 'readable'>,
  output: unknown,
): Promise<readonly Artifact[]> {
  const found = await realIn(values, output, 'the output');
  return found.map(({ param, digest }, index) => ({ name: `output.data.${index + 1}`, 'data-param': param, digest }));
}

/**
 * Gives a value from another node the names that the data it refers to have on this one: those that came with it.
 *
 * @returns the value, and those of the data to which it refers
 */
export function underOwnNames(
  value: unknown,
  came: readonly LongOutput[],
): { readonly value: unknown; readonly named: readonly LongOutput[] } {
  if (came.length === 0) return { value, named: [] };
  const here = new Map(came.map((each) => [each.digest, each]));
  const named = new Set<LongOutput>();
  const renamed = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(renamed);
    if (!isObject(part)) return part;
    const own = typeof part['data-param'] === 'string' ? here.get(String(part.digest)) : undefined;
    if (!own) return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, renamed(each)]));
    named.add(own);
    return { ...part, 'data-param': own.param };
  };
  return { value: renamed(value), named: [...named] };
}

/** Returns what looks like references, each once. */
function namedIn(value: unknown): readonly LongOutput[] {
  const named = new Map<string, LongOutput>();
  collect(value, named);
  return [...named.values()];
}

/** Only digests are looked for: an agent could write hundreds of thousands of other texts. */
const DIGEST = /^sha-256:[0-9a-f]{64}$/;

function collect(value: unknown, into: Map<string, LongOutput>): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, into);
    return;
  }
  if (!isObject(value)) return;
  const { 'data-param': param, digest } = value;
  // With the digest: a made-up reference to the same parameter must not take the place of the real one.
  if (typeof param === 'string' && typeof digest === 'string') {
    if (DIGEST.test(digest)) into.set(`${digest} ${param}`, { param, digest });
  } else for (const each of Object.values(value)) collect(each, into);
}
