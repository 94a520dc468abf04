/** Constraint checks on Trees (RFC 7950 §8). */
import type { Schema } from '../../yang/schema.js';
import type { ErrorsWanted } from '../faults.js';
import type { InstancePath } from '../path.js';
import { RpcError } from '../rpc-error.js';
import { TimeSlice } from '../time-slice.js';
import type { Tree } from '../tree.js';
import { accessibleTree } from '../xpath/index.js';
import { holdsState } from './facts.js';
import { type Check, type Validator, validatorOf } from './generate.js';
import { absentFrom, graft, isPartial } from './partial.js';
import { Run } from './run.js';

export interface ValidateOptions {
  readonly schema: Schema;
  /** The datastore that rpcs, actions and notifications refer to (RFC 7950 §6.4.1). Default: an empty one. */
  readonly context?: Tree;
  /** 'config': state data are refused, and missing state is no error. Default: 'data' for a datastore. */
  readonly type?: 'data' | 'config' | 'rpc' | 'reply' | 'notification';
  /**
   * The instance in `context` of the action or notification. For a document of the children of a container or list
   * entry: that container or entry, which need not exist in `context`.
   */
  readonly at?: InstancePath;
  /** 'first': stop at the first error. Default: 'all', up to 200. */
  readonly errors?: ErrorsWanted;
  /** Qnames of top-level nodes that are not checked, neither their content nor their absence. */
  readonly skip?: ReadonlySet<string>;
  /**
   * A valid tree of the same schema that this one was made from, checked with the same `type`. Shared parts are not
   * checked again when nothing that they read has changed.
   */
  readonly unchanged?: Tree;
}

/** Bound of visited nodes, beyond any sound model: it ends expressions that multiply lists by lists. */
const MAX_NODES = 200_000_000;
const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Checks the constraints of RFC 7950 §8.1 that decoding does not check: mandatory nodes, min- and max-elements, unique,
 * must, when, choices, and references. For a document below the root, only its own nodes are checked.
 *
 * @throws RpcError the first error, the rest in `others`; tags as in violations.ts
 */
export function validate(tree: Tree, options: ValidateOptions): void {
  const { validator, run, args } = begin(tree, options);
  validator.check(...args);
  finish(run);
}

/**
 * Validates with pauses: between list entries the event loop runs every few milliseconds. Rejects with the reason of
 * `signal` when that is aborted. Short work is finished before the promise is returned.
 */
export async function validateAsync(
  tree: Tree,
  options: ValidateOptions & { readonly signal?: AbortSignal },
): Promise<void> {
  const { validator, run, args } = begin(tree, options);
  const { signal } = options;
  const slice = new TimeSlice(signal && { signal });
  for (const _ of validator.steps(...args)) await slice.next();
  finish(run);
}

function begin(
  tree: Tree,
  options: ValidateOptions,
): { readonly validator: Validator; readonly run: Run; readonly args: Parameters<Check> } {
  const { schema, context, at = [], skip = NO_NAMES, unchanged, errors } = options;
  const mode = options.type === 'config' ? 'config' : 'all';
  if (isPartial(tree)) {
    const datastore = graft(context, tree, at, schema);
    const document = accessibleTree({ schema, datastore, hidesState: mode === 'all', maxNodes: MAX_NODES });
    const top = document.nodeAt(at) ?? document.root;
    const run = new Run({ document, top, tree, before: undefined, skip: absentFrom(tree, tree.schema), errors });
    return { validator: validatorOf(tree.schema, mode, true), run, args: [top, tree.children, undefined, run] };
  }
  const isDatastore = tree.schema.kind === 'root';
  const document = accessibleTree(
    isDatastore
      ? { schema, datastore: tree, hidesState: mode === 'all' && holdsState(schema.root), maxNodes: MAX_NODES }
      : { schema, datastore: context, operation: { tree, at }, maxNodes: MAX_NODES },
  );
  const before = isDatastore ? unchanged : undefined;
  const run = new Run({ document, top: document.top, tree, before, skip, errors });
  return { validator: validatorOf(tree.schema, mode), run, args: [document.top, tree.children, before?.children, run] };
}

function finish({ errors: [first, ...others] }: Run): void {
  if (first) throw new RpcError(first, others);
}
