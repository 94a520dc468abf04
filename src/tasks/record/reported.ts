/**
 * Applies the sharing policies to the reports and results that the executor of a task gives to its assigner. Names (of
 * checkpoints, artifacts, resources and measures) are not changed.
 */
import { boundedError } from './bounded-error.js';
import type { SharingNeeds } from './minimisation.js';
import { type Clean, cleaner, cleanValue, isForbidden, optional, redactedIn } from './minimisation.js';
import type { Artifact, TaskError, TaskRecord } from './record.js';

/** Text that replaces a reason which a policy withholds. */
const KEPT_BACK = 'a sharing policy keeps the reason from the assigner';

export class Reported {
  readonly #removed = new Set<string>();
  readonly #word: Clean;
  readonly #result: Clean;

  constructor(
    private readonly sharing: SharingNeeds,
    private readonly task: TaskRecord,
  ) {
    const { sensitivity } = task.document;
    const parties = { from: task.to, to: task.from, ...(sensitivity === undefined ? {} : { sensitivity }) };
    this.#word = cleaner(sharing, parties, 'task', this.#removed);
    this.#result = cleaner(sharing, parties, 'result', this.#removed);
  }

  /** Returns the text for the assigner. @throws RpcError access-denied or too-big when a policy forbids to share it */
  text(text: string): string;
  text(text: string | undefined): string | undefined;
  text(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.#word(text);
  }

  /**
   * Returns the artifact for the assigner.
   *
   * @throws RpcError as `text`; also for a data parameter when a policy would remove parts
   */
  artifact(artifact: Artifact): Artifact {
    const param = artifact['data-param'];
    const { from, to } = this.task;
    if (param !== undefined)
      this.sharing.contexts.shareable({ from: to, to: from, type: 'result', content: '', dataParams: [param] });
    return cleanArtifact(artifact, this.#result);
  }

  /** Returns named values, such as resources, for the assigner. @throws RpcError as `text` */
  values<T extends { readonly value: string }>(values: readonly T[]): readonly T[] {
    return values.map((each) => ({ ...each, value: this.#word(each.value) }));
  }

  /** Returns the error of an attempt, of bounded length. A policy can withhold its text, but not the error itself. */
  error(error: TaskError): TaskError {
    try {
      return boundedError(cleanError(error, this.#word));
    } catch (forbidden) {
      if (!isForbidden(forbidden)) throw forbidden;
      return { ...error, message: KEPT_BACK, diagnostic: undefined };
    }
  }

  /** Returns the task with the kinds of information that were removed from its texts and results so far. */
  noted(): TaskRecord {
    const { task } = this;
    if (this.#removed.size === 0) return task;
    return { ...task, document: { ...task.document, ...redactedIn(task.document, this.#removed) } };
  }
}

/** Returns an artifact whose texts went through `clean`. The digest is left out when the value was changed. */
export function cleanArtifact(artifact: Artifact, clean: Clean): Artifact {
  const { digest, ...rest } = artifact;
  const { description, value, data } = rest;
  const left = {
    description: optional(description, clean),
    value:
      value === undefined
        ? undefined
        : clean(value, { mediaType: rest['media-type'], called: `artifact "${rest.name}"` }),
    data: cleanValue(data, clean),
  };
  const isAsItWas = left.value === value && left.data === data;
  if (isAsItWas && left.description === description) return artifact;
  return { ...rest, ...left, ...(isAsItWas && digest !== undefined && { digest }) };
}

export function cleanError(error: TaskError, clean: Clean): TaskError {
  return { ...error, message: clean(error.message), diagnostic: optional(error.diagnostic, clean) };
}
