/** A member of a source, by the names and positions that lead to it. */
export type Path = readonly (string | number)[];

/** A fault in the source of a workflow, described for its author. */
export class WorkflowError extends TypeError {
  /**
   * @param fault says the fault, and the correct form
   * @param node the node in which it is; undefined for a fault of the workflow itself
   * @param path the member in the source
   * @param others further faults of the same source
   */
  constructor(
    readonly fault: string,
    readonly path: Path,
    readonly node?: string,
    readonly others: readonly WorkflowError[] = [],
  ) {
    super([`${whereOf(path, node)}${fault}`, ...others.map(({ message }) => message)].join('\n'));
    this.name = 'WorkflowError';
  }

  /** Returns a line for each fault. @param place returns where a member is */
  lines(place: (path: Path) => string): readonly string[] {
    return [this, ...this.others].map(({ path, node, fault }) => `${place(path)}: ${whereOf(path, node)}${fault}`);
  }
}

/** The members of a node begin after `nodes` and its name or position. */
const WITHIN_NODE = 2;

function whereOf(path: Path, node: string | undefined): string {
  const within = (node === undefined ? path : path.slice(WITHIN_NODE)).join('.');
  const parts = [...(node === undefined ? [] : [`node "${node}"`]), ...(within === '' ? [] : [within])];
  return parts.length === 0 ? '' : `${parts.join(': ')}: `;
}
