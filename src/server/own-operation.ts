/** Operations of the server itself, with the types of their module. */
import type { Tree } from '../data/index.js';
import type { Caller } from './call.js';
import type { OwnOperation } from './core.js';
import type { ModuleTypes } from './provider.js';
import { inputInUse } from './values-in-use.js';

/** By rpc name. */
export type OwnOperations<M extends ModuleTypes> = {
  readonly [N in keyof M['rpcs']]: M['rpcs'][N] extends { readonly input: infer I; readonly output: infer O }
    ? (caller: Caller, input: I) => Promise<O>
    : never;
};

type Untyped = (caller: Caller, input: Record<string, unknown>) => Promise<unknown>;

/**
 * Erases the types of operations. This is safe: the input was validated by the schema of the module, and the output will be.
 *
 * @returns the operations by qualified name
 */
export function ownOperations<M extends ModuleTypes>(
  module: M['module'],
  operations: OwnOperations<M>,
): ReadonlyMap<string, OwnOperation> {
  const untyped = operations as unknown as Readonly<Record<string, Untyped>>;
  return new Map(
    Object.entries(untyped).map(([name, work]) => [
      `${module}:${name}`,
      (caller: Caller, input: Tree) => work(caller, inputInUse(input)),
    ]),
  );
}
