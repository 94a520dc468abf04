/** Artifacts from another node. A node of a later version may send members that this one does not know. */
import { isObject, modelJson, modelText } from '../../../data/index.js';
import { type Members, textOf } from '../../../data/rfc7951/members.js';
import type { Artifact } from '../../record/record.js';
import { TaskFailure } from '../../skill/agent.js';

const TEXTS = ['description', 'modality', 'media-type', 'value', 'url', 'data-param'] as const;
const DIGEST = /^sha-256:[0-9a-f]{64}$|^sha-512:[0-9a-f]{128}$/;

/** Returns the artifact with the members that the model of this node has. @throws TaskFailure for one without a name */
export function knownArtifact(artifact: Members): Artifact {
  if (typeof artifact.name !== 'string' || artifact.name === '') {
    throw new TaskFailure('internal', 'the other node shows an artifact without a name');
  }
  const known: Record<string, unknown> = {};
  for (const name of TEXTS) if (artifact[name] !== undefined) known[name] = modelText(artifact[name]);
  const digest = textOf(artifact, 'digest');
  if (digest !== undefined && DIGEST.test(digest)) known.digest = digest;
  const data = artifact.data === undefined ? undefined : modelJson(artifact.data);
  if (isObject(data)) known.data = data;
  return { ...known, name: modelText(artifact.name) };
}
