/** The input of a skill, described in YANG as the input of an rpc. No node needs to serve this rpc. */
import { fileURLToPath } from 'node:url';
import { jsonSchema, validators } from '../../bindings/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import { combineSources, compile, directories, modelDirectories } from '../../yang/index.js';
import type { TypedSchema } from './input-type.js';

export interface YangInput {
  /** `module:name` of an RPC; its input is that of the skill. */
  readonly rpc: string;
  /** Directories with the module and its imports, in addition to the models of this package. */
  readonly yang: readonly (string | URL)[];
}

/** Returns the problem of a value that JSON Schema may not detect; undefined when the value is valid. */
type Judge = (value: unknown) => string | undefined;

/** The judges of the schemas made here. */
const judges = new WeakMap<object, Judge>();

/**
 * Returns the JSON Schema of the input of an rpc, for interpreters. Values that the schema allows are then also validated by the
 * YANG model: `must`, `when`, `unique` and keys.
 *
 * @throws YangErrors when the module does not compile, TypeError when it has no such RPC
 */
export function yangInput<Input = Readonly<Record<string, unknown>>>({
  rpc,
  yang,
}: YangInput): TypedSchema<Input> & Members {
  const own = yang.map((each) => (typeof each === 'string' ? each : fileURLToPath(each)));
  const schema = compile({
    sources: combineSources(directories(own), directories(modelDirectories)),
    implement: [rpc.slice(0, Math.max(0, rpc.indexOf(':')))],
  });
  const { safeParse } = validators(schema).input(rpc);
  const { $schema: _, ...input } = jsonSchema(schema.rpcs.get(rpc)?.input ?? schema.root);
  const typed = { ...input, type: 'object' } as const;
  judges.set(typed, (value) => {
    const result = safeParse(value);
    return result.success
      ? undefined
      : result.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  });
  return typed;
}

/** Returns the validation by the YANG model that belongs to a schema; undefined for other schemas. */
export function judgeOf(schema: object): Judge | undefined {
  return judges.get(schema);
}
