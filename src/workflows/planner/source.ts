/** Reads what a planner proposed: a workflow in the form of its authors becomes a graph of the model. */
import { RpcError } from '../../data/index.js';
import type { Schema } from '../../yang/index.js';
import { WorkflowError } from '../authoring/index.js';
import { readWorkflow } from '../authoring/workflow.js';
import type { Dag } from '../model/dag.js';
import { readGraph } from '../revision/graph.js';

export type Read = { readonly dag: Dag } | { readonly problems: readonly string[] };

/** Characters of a proposal. */
const LONGEST = 1 << 20;

/** Returns the graph of a proposal with the defaults in use, or why it is none. */
export function readProposal(schema: Schema, workflow: unknown): Read {
  try {
    const { name: _, enabled: __, coordinator: ___, 'runner-group': ____, ...graph } = readWorkflow(workflow);
    const text = JSON.stringify(graph);
    if (text.length > LONGEST) return { problems: [`it has ${text.length} characters; it may have ${LONGEST}`] };
    return { dag: readGraph(schema, text) };
  } catch (error) {
    if (error instanceof WorkflowError) return { problems: [error, ...error.others].map(({ message }) => message) };
    if (error instanceof RpcError) return { problems: [[error.path, error.message].filter(Boolean).join(': ')] };
    throw error;
  }
}
