/** Compares the result of a task with its expected artifacts (seed 004 §4.5). */
import { bareType } from '../../data/media-type.js';
import type { Artifact, Finding, TaskRecord } from './record.js';

/** Returns how the artifacts differ from the `expected-artifact` entries of the task; empty when they do not. */
export function findingsOf(
  { document }: Pick<TaskRecord, 'document'>,
  artifacts: readonly Artifact[],
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { name, format, modality, required } of document.description['expected-artifact'] ?? []) {
    const artifact = artifacts.find((each) => each.name === name);
    if (!artifact) {
      if (required !== false) findings.push({ artifact: name, problem: 'missing' });
      continue;
    }
    const problem = problemOf(artifact, format, modality);
    if (problem) findings.push({ artifact: name, problem });
  }
  return findings;
}

function problemOf(artifact: Artifact, format?: string, modality?: string): Finding['problem'] | undefined {
  if (
    format !== undefined &&
    artifact['media-type'] !== undefined &&
    bareType(artifact['media-type']) !== bareType(format)
  )
    return 'format';
  if (modality !== undefined && artifact.modality !== undefined && artifact.modality !== modality) return 'modality';
  return undefined;
}

/** Returns the findings as text for the executor. */
export function findingsText(findings: readonly Finding[]): string {
  return `the result is not as expected: ${findings.map(({ artifact, problem }) => `${artifact}: ${problem}`).join(', ')}`;
}
