/** The faults of a graph that a check finds. */
export type FindingCode =
  | 'dag-cycle'
  | 'dag-depth'
  | 'dag-edge-missing'
  | 'dag-no-output'
  | 'dag-expression'
  | 'dag-type-mismatch'
  | 'dag-unknown-agent'
  | 'dag-unknown-skill'
  | 'dag-unknown-definition'
  | 'dag-join'
  | 'dag-bounds'
  | 'dag-schema'
  | 'dag-capability'
  | 'dag-checkpoint'
  | 'dag-form'
  | MigrationCode;

/** The faults of a graph as the next one of a run. */
export type MigrationCode =
  | 'migrate-map'
  | 'migrate-image'
  | 'migrate-name'
  | 'migrate-kind'
  | 'migrate-predecessor'
  | 'migrate-output'
  | 'migrate-gate'
  | 'migrate-input'
  | 'migrate-seal'
  | 'migrate-begun';

export interface Finding {
  /** `error`: the graph cannot run; `warning`: a step may fail. */
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  /** Where in the graph: `node[name='find']/condition`. */
  readonly path: string;
  /** Says the fault, and the correct form. */
  readonly message: string;
}

/** Receives the findings of a check. */
export type Report = (severity: Finding['severity'], code: FindingCode, path: string, message: string) => void;

export function nodePath(name: string, below = ''): string {
  return `node[name='${name}']${below}`;
}

export function edgePath({ from, to }: { readonly from: string; readonly to: string }, below = ''): string {
  return `edge[from='${from}'][to='${to}']${below}`;
}
