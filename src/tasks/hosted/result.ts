/** What skills give back and throw, as artifacts and errors of the model. */
import { entriesOf, isMembers, type Members, textOf } from '../../agents/index.js';
import type { Artifact, TaskError } from '../record.js';
import { TaskFailure } from './agent.js';
import { modelJson, modelText } from './text.js';

/** @throws TaskFailure when it is nothing that a skill may give (`SkillResult`). */
export function artifactsOf(result: unknown): { readonly artifacts: readonly Artifact[]; readonly note?: string } {
  if (result === undefined || result === null) return { artifacts: [] };
  if (typeof result === 'string') {
    return { artifacts: [{ name: 'result', modality: 'text', 'media-type': 'text/plain', value: modelText(result) }] };
  }
  if (!isMembers(result))
    throw new TaskFailure('internal', `the skill gave a ${typeof result}, not artifacts or a text`);
  const artifacts = entriesOf(result, 'artifacts').map(modelled);
  const note = textOf(result, 'note');
  return { artifacts, ...(note === undefined ? {} : { note: modelText(note) }) };
}

const TEXTS = ['description', 'modality', 'media-type', 'value', 'url', 'data-param'] as const;
const DIGEST = /^sha-256:[0-9a-f]{64}$|^sha-512:[0-9a-f]{128}$/;

/**
 * An artifact with the members that the model has, in forms it can hold. anydata holds objects only (RFC 7951 §5.5);
 * other structured values travel as JSON text.
 */
export function modelled(artifact: Members): Artifact {
  if (typeof artifact.name !== 'string' || artifact.name === '') {
    throw new TaskFailure('internal', 'the skill gave an artifact without a name');
  }
  const known: Record<string, unknown> = {};
  for (const name of TEXTS) if (artifact[name] !== undefined) known[name] = modelText(artifact[name]);
  const digest = textOf(artifact, 'digest');
  if (digest !== undefined && DIGEST.test(digest)) known.digest = digest;
  const data = artifact.data === undefined ? undefined : modelJson(artifact.data);
  if (isMembers(data)) known.data = data;
  else if (data !== undefined)
    Object.assign(known, { value: JSON.stringify(data), 'media-type': known['media-type'] ?? 'application/json' });
  return { ...known, name: modelText(artifact.name) };
}

export function errorOf(error: unknown): TaskError {
  if (error instanceof TaskFailure) {
    const { code, message, recovery, diagnostic } = error;
    return {
      code: modelText(code),
      message: modelText(message),
      recovery: recovery.map(modelText),
      ...(diagnostic === undefined ? {} : { diagnostic: modelText(diagnostic) }),
    };
  }
  return {
    code: 'internal',
    message: modelText(error instanceof Error ? error.message : error),
    recovery: ['escalate'],
  };
}
