import type { InstancePath } from '../../data/index.js';
import type { OperationNode } from '../../yang/index.js';

/** The datastore itself: an api-path without steps. */
export interface DatastoreTarget {
  readonly kind: 'datastore';
}

/**
 * A data resource (RFC 8040 §3.5): the last step of `path` is its node; a list or leaf-list without key stands for all its
 * entries.
 */
export interface DataTarget {
  readonly kind: 'data';
  readonly path: InstancePath;
}

/** An action (RFC 8040 §3.6) on the instance at `path`. */
export interface ActionTarget {
  readonly kind: 'action';
  readonly path: InstancePath;
  readonly operation: OperationNode;
}

/** The target of an api-path below `/restconf/data`. */
export type ApiTarget = DatastoreTarget | DataTarget | ActionTarget;
