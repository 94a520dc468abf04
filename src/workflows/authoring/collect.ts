import { WorkflowError } from './error.js';

/** Makes each of several parts, and tells the faults of all of them at once. @throws WorkflowError */
export function collect<P, T>(parts: readonly P[], make: (part: P) => T): readonly T[] {
  const made: T[] = [];
  const faults: WorkflowError[] = [];
  for (const part of parts) {
    try {
      made.push(make(part));
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      faults.push(error, ...error.others);
    }
  }
  const [first, ...others] = faults;
  if (first) throw new WorkflowError(first.fault, first.path, first.node, others);
  return made;
}
