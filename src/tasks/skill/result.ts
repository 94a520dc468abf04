/**
 * Converts results, reports and errors of skills to values of the model. Skills are limited in the same way as attached executors.
 */

import { isObject, messageOf, modelJson, modelText, RpcError } from '../../data/index.js';
import { entriesOf, type Members, textOf } from '../../data/rfc7951/members.js';
import type { Shapes } from '../../server/index.js';
import { didYouMean } from '../../yang/index.js';
import type { Artifact, Delivery, Quality, TaskError } from '../record/record.js';
import { TaskFailure } from './agent.js';

/** Names of the calls in messages, by the action of the model that an attached executor uses instead. */
const SAID = {
  complete: 'the result of the skill',
  fail: 'the TaskFailure of the skill',
  propose: 'run.propose(content)',
  'report-progress': 'run.progress(percent, note) or run.deliver(artifact)',
  'request-input': 'run.requestInput(required, { schema })',
} as const;

type Saying = keyof typeof SAID;

/**
 * Returns the RFC 7951 value for the input of the action, with texts fit for documents.
 *
 * @throws TaskFailure with the problem and its place, when the model refuses the value
 */
export function sayable(shapes: Shapes, action: Saying, input: Members): Members {
  try {
    const value = modelJson({ ...input, ...artifactsIn(input) });
    shapes.requireInput(`/yangent-tasks:tasks/task/${action}`, value);
    return isObject(value) ? value : {};
  } catch (error) {
    if (!(error instanceof RpcError || error instanceof TypeError)) throw error;
    throw new TaskFailure('internal', `${SAID[action]} is refused${placeIn(action, error)}: ${error.message}`);
  }
}

/** Returns the place of an error in the notation of the author's code: the list is `artifacts`, positions count from 0. */
function placeIn(action: Saying, error: Error): string {
  const path = error instanceof RpcError ? (error.path ?? '') : '';
  const where = path
    .replace(`/yangent-tasks:${action}/`, '')
    .replace(/^artifact\b/, 'artifacts')
    .replace(/\[(\d+)\]/g, (_, position) => `[${Number(position) - 1}]`);
  return where === '' ? '' : ` at ${where}`;
}

/** Converts structured values that are no objects to JSON text: anydata holds objects only (RFC 7951 §5.5). */
function artifactsIn({ artifact }: Members): Members {
  const withText = (each: unknown): unknown => {
    if (!isObject(each) || each.data === undefined || each.value !== undefined) return each;
    const { data, ...plain } = each;
    const value = modelJson(data);
    return isObject(value) ? each : { 'media-type': 'application/json', ...plain, value: JSON.stringify(value) };
  };
  return Array.isArray(artifact) ? { artifact: artifact.map(withText) } : {};
}

/** Returns the artifacts in a result of `sayable`. */
export function artifactsOf(said: Members): readonly Artifact[] {
  return entriesOf(said, 'artifact').map((each) => ({ ...each, name: textOf(each, 'name') ?? '' }));
}

const MEMBERS = ['artifacts', 'note', 'quality'];

/** Reads the result of a skill. @throws TaskFailure when it is not a `SkillResult` */
export function resultOf(shapes: Shapes, result: unknown): Delivery {
  if (result === undefined || result === null) return { artifacts: [] };
  if (typeof result === 'string') {
    return { artifacts: [{ name: 'result', modality: 'text', 'media-type': 'text/plain', value: modelText(result) }] };
  }
  if (!isObject(result)) {
    const given = Array.isArray(result) ? 'a list' : `a ${typeof result}`;
    throw new TaskFailure('internal', `${SAID.complete} is ${given}; it must be a text or { artifacts, note }`);
  }
  const odd = Object.keys(result).find((name) => !MEMBERS.includes(name) && result[name] !== undefined);
  if (odd !== undefined) {
    const hint = didYouMean(odd, MEMBERS);
    throw new TaskFailure('internal', `${SAID.complete} has no member "${odd}"${hint}; it has ${MEMBERS.join(', ')}`);
  }
  const quality = qualityIn(result);
  const said = sayable(shapes, 'complete', { artifact: result.artifacts, note: result.note, quality });
  const note = textOf(said, 'note');
  return { artifacts: artifactsOf(said), ...(note === undefined ? {} : { note }), ...(quality && { quality }) };
}

function qualityIn({ quality }: Members): readonly Quality[] | undefined {
  if (quality === undefined) return undefined;
  const measures = isObject(quality) ? Object.entries(quality) : undefined;
  if (!measures?.every(([, value]) => typeof value === 'string' || typeof value === 'number'))
    throw new TaskFailure(
      'internal',
      `${SAID.complete} has no "quality" of texts and numbers, such as { accuracy: 0.9 }`,
    );
  return measures.map(([name, value]) => ({ name: modelText(name), value: modelText(value) }));
}

/** Converts an error thrown by a skill to the error of its task. */
export function errorOf(shapes: Shapes, error: unknown): TaskError {
  if (!(error instanceof TaskFailure)) {
    const message = modelText(messageOf(error));
    return { code: 'internal', message, recovery: ['retry', 'escalate'] };
  }
  const { code, message, recovery, diagnostic } = error;
  try {
    sayable(shapes, 'fail', { code, message, recovery, diagnostic });
  } catch (refused) {
    const text = `${messageOf(refused)}; it says: ${messageOf(error)}`;
    return { code: 'internal', message: modelText(text), recovery: ['escalate'] };
  }
  return {
    code: modelText(code),
    message: modelText(message),
    recovery: recovery.map(modelText),
    ...(diagnostic === undefined ? {} : { diagnostic: modelText(diagnostic) }),
  };
}
