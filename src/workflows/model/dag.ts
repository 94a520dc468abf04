/** The graph of a workflow, as the model has it, with the defaults in use. */
import type {
  YangentWorkflows_Check_Input_Dag_Edge_InUse,
  YangentWorkflows_Check_Input_Dag_InUse,
  YangentWorkflows_Check_Input_Dag_Node_InUse,
} from '../../generated/providers.js';

/** The same type without marks of where leafrefs lead: a graph is one, be it in a definition or in the input of an rpc. */
export type Unmarked<T> = T extends string
  ? '__leafref' extends keyof T
    ? string
    : T
  : T extends readonly (infer E)[]
    ? readonly Unmarked<E>[]
    : T extends object
      ? { [K in keyof T]: Unmarked<T[K]> }
      : T;

export type Dag = Unmarked<YangentWorkflows_Check_Input_Dag_InUse>;
export type DagNode = Unmarked<YangentWorkflows_Check_Input_Dag_Node_InUse>;
export type DagEdge = Unmarked<YangentWorkflows_Check_Input_Dag_Edge_InUse>;

/** The types of nodes: the identities of the model, without their module. */
export type NodeType = 'task' | 'workflow' | 'approval' | 'wait' | 'none';

const TYPES: Readonly<Record<string, NodeType>> = {
  'yangent-workflows:task': 'task',
  'yangent-workflows:workflow': 'workflow',
  'yangent-workflows:approval': 'approval',
  'yangent-workflows:wait': 'wait',
  'yangent-workflows:none': 'none',
};

/** Returns the type of a node; undefined for an identity of a module that this node has no execution for. */
export function typeOf({ type }: DagNode): NodeType | undefined {
  return Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
}

/** True for a node whose failure is replaced by an output. */
export function isReplaced(onFailure: DagNode['on-failure']): boolean {
  return onFailure === 'continue' || onFailure === 'default';
}

/** Number of runs that call one another, at most. */
export const DEEPEST_RUN = 16;
