/** What skills give back and throw, as artifacts and errors of the model. */
import { isMembers } from '../../agents/index.js';
import type { Artifact, TaskError } from '../record.js';
import { type SkillResult, TaskFailure } from './agent.js';

export function artifactsOf(result: SkillResult): {
  readonly artifacts: readonly Artifact[];
  readonly note?: string;
} {
  if (result === undefined || result === null) return { artifacts: [] };
  if (typeof result === 'string')
    return { artifacts: [{ name: 'result', modality: 'text', 'media-type': 'text/plain', value: result }] };
  const { artifacts = [], note } = result;
  return { artifacts: artifacts.map(modelled), ...(note === undefined ? {} : { note }) };
}

/** anydata holds objects only (RFC 7951 §5.5); other structured values travel as JSON text. */
function modelled({ data, ...artifact }: Artifact): Artifact {
  if (typeof artifact.name !== 'string' || artifact.name === '')
    throw new TaskFailure('internal', 'the skill gave an artifact without a name');
  if (data === undefined) return artifact;
  if (isMembers(data)) return { ...artifact, data };
  return { ...artifact, value: JSON.stringify(data), 'media-type': artifact['media-type'] ?? 'application/json' };
}

export function errorOf(error: unknown): TaskError {
  if (error instanceof TaskFailure) {
    const { code, message, recovery, diagnostic } = error;
    return { code, message, recovery, ...(diagnostic === undefined ? {} : { diagnostic }) };
  }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), recovery: ['escalate'] };
}
