/**
 * Structured results. As JSON text they are the same over every protocol; anydata that passed through XML has lost which of
 * its values were numbers, truth values or lists of one.
 */
import type { Artifact, CompletedTask } from 'yangent';

const JSON_TYPE = 'application/json';

export function jsonArtifact(name: string, value: unknown): Artifact {
  return { name, modality: 'text', 'media-type': JSON_TYPE, value: JSON.stringify(value) };
}

export function isJson(artifact: CompletedTask['artifact'][number]): boolean {
  return artifact['media-type'] === JSON_TYPE;
}

/** The structured result of that name. @throws Error when the task brought none */
export function dataOf({ id, artifact }: CompletedTask, name: string): unknown {
  const found = artifact.find((each) => each.name === name);
  if (found?.value !== undefined && isJson(found)) return JSON.parse(found.value);
  throw new Error(`the result of task ${id} has no data "${name}"`);
}
