/**
 * Applies the sharing policies again when a task goes to another agent: the new agent gets the texts and results of earlier
 * agents.
 */
import type { SharingNeeds } from '../record/minimisation.js';
import {
  type Clean,
  cleaner,
  cleanValue,
  minimised,
  optional,
  redactedIn,
  requireShareableTaskId,
} from '../record/minimisation.js';
import type { Round, TaskDocument, TaskRecord } from '../record/record.js';
import { cleanArtifact, cleanError } from '../record/reported.js';

export interface Reshared {
  readonly document: TaskDocument;
  /** Cleans texts that are stored outside the record. */
  readonly clean: Clean;
}

/** Returns the task for another agent. @throws RpcError access-denied or too-big when a policy forbids to share it */
export function reshared(
  needs: SharingNeeds,
  { from, taskId, document }: Pick<TaskRecord, 'from' | 'taskId' | 'document'>,
  to: string,
): Reshared {
  requireShareableTaskId(needs, { from, to }, taskId);
  const removed = new Set<string>();
  const { sensitivity } = document;
  const parties = { from, to, ...(sensitivity === undefined ? {} : { sensitivity }) };
  const clean = cleaner(needs, parties, 'task', removed);
  const said = cleaner(needs, parties, 'conversation', removed);
  const { description, redacted } = minimised(needs, { ...parties, description: document.description });
  const { reason, note, error, verification, negotiation } = document;
  const cleaned = {
    description,
    reason: optional(reason, clean),
    note: optional(note, clean),
    inputs: document.inputs.map((input) => ({
      ...input,
      content: optional(input.content, clean),
      ...(input.data === undefined ? {} : { data: cleanValue(input.data, clean) }),
    })),
    rounds: document.rounds.map((round) => resaid(round, said)),
    artifacts: document.artifacts.map((artifact) => cleanArtifact(artifact, clean)),
    verification: { ...verification, comment: optional(verification.comment, clean) },
    ...(error && { error: cleanError(error, clean) }),
    ...(negotiation && { negotiation: { ...negotiation, criteria: negotiation.criteria?.map((each) => said(each)) } }),
  };
  return { document: { ...document, ...cleaned, ...redactedIn(document, [...redacted, ...removed]) }, clean };
}

function resaid(round: Round, clean: Clean): Round {
  return { ...round, content: round.content.map((each) => clean(each)), counter: optional(round.counter, clean) };
}
