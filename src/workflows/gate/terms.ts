/** The terms of gates: of nodes, of guards, and those that follow from the risk of a node. */
import type { DagNode } from '../model/dag.js';

export interface GateTerms {
  /** Empty, with no approvers: `admin` and `operator`. */
  readonly approverGroups: readonly string[];
  /** Users who have a vote. */
  readonly approvers: readonly string[];
  /** Number of persons. */
  readonly quorum: number;
  readonly separation: boolean;
  readonly signature: boolean;
  readonly secondFactor: boolean;
  /** Seconds. */
  readonly timeout: number;
  readonly onTimeout: 'reject' | 'escalate';
  /** JSON Schema as text. */
  readonly form?: string;
  readonly question?: string;
}

/** A gate that a step has to pass. */
export interface WantedGate {
  /** `approval`, `oversight`, `assurance` or `guard:NAME`; `rollback:NUMBER/guard:NAME` of what undoes a step. */
  readonly name: string;
  readonly guard?: string;
  readonly terms: GateTerms;
}

const ROLLBACK = 'rollback:';

/** Returns the name of a gate of a way back: what was approved for the step, or for another way, does not count there. */
export function rollbackGate(number: number, name = ''): string {
  return `${ROLLBACK}${number}/${name}`;
}

/** True for a gate of a way back. */
export function isRollbackGate({ name }: { readonly name: string }): boolean {
  return name.startsWith(ROLLBACK);
}

/** Grouping `gate` of the model. A node with a `when` gets no defaults with the document. */
export type ConfiguredGate = {
  readonly [M in keyof NonNullable<DagNode['oversight']>]?: NonNullable<DagNode['oversight']>[M];
};

/** The part of an assurance profile that concerns gates. */
export interface Care {
  readonly signature: boolean;
  readonly separation: boolean;
}

/** Reads the terms of a gate. A profile makes them stricter, never easier. */
export function gateTerms(gate: ConfiguredGate, care: Care): GateTerms {
  return {
    approverGroups: gate['approver-group'] ?? [],
    approvers: gate.approver ?? [],
    quorum: gate.quorum ?? 1,
    separation: (gate.separation ?? true) || care.separation,
    signature: (gate.signature ?? false) || care.signature,
    secondFactor: gate['second-factor'] ?? false,
    timeout: gate.timeout ?? 86_400,
    onTimeout: gate['on-timeout'] ?? 'reject',
    ...(gate.form === undefined ? {} : { form: gate.form }),
    ...(gate.question === undefined ? {} : { question: gate.question }),
  };
}

/** Returns the text by which two gates are compared. */
export function termsText({ approverGroups, approvers, ...terms }: GateTerms): string {
  return JSON.stringify({
    ...{ approverGroups: approverGroups.toSorted(), approvers: approvers.toSorted() },
    ...Object.fromEntries(Object.entries(terms).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  });
}

/** Reads terms that the node has stored. */
export function parseTerms(text: string): GateTerms {
  return JSON.parse(text);
}
