/** The output of a task: its artifacts as one value, for schemas and for workflows. */
import type { Members } from '../../data/rfc7951/members.js';
import type { Artifact } from './record.js';

/**
 * Returns an object with one member for each artifact, under its name: its `data`; else its `value`, a text; else `{ url }` or
 * `{ data-param, digest }`. Of two artifacts with one name the later one counts. An artifact without content is null.
 */
export function outputOf(artifacts: readonly Artifact[]): Members {
  return Object.fromEntries(artifacts.map((artifact) => [artifact.name, contentOf(artifact)]));
}

function contentOf({ data, value, url, 'data-param': param, digest }: Artifact): unknown {
  if (data !== undefined) return data;
  if (value !== undefined) return value;
  if (url !== undefined) return { url };
  if (param === undefined) return null;
  return { 'data-param': param, ...(digest === undefined ? {} : { digest }) };
}
