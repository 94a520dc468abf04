/** The label by which a run of a file is found: the node does not know a name of its graph. */
import type { Label } from './options.js';
import type { Run } from './records.js';

const NAME = 'file';

/** Returns the label of runs of the workflow of this name that a file holds. */
export function fileLabel(workflow: string): Label {
  return { name: NAME, value: workflow };
}

/** Returns labels with that of the file; a label of the user has precedence. */
export function withFileLabel(labels: readonly Label[], workflow: string): readonly Label[] {
  return labels.some(({ name }) => name === NAME) ? labels : [...labels, fileLabel(workflow)];
}

/** Returns the name of the workflow of a run, or that of its file; undefined when neither is known. */
export function workflowOf({ definition, label = [] }: Pick<Run, 'definition' | 'label'>): string | undefined {
  return definition ?? label.find(({ name }) => name === NAME)?.value;
}
