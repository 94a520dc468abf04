/** The input of a skill, described in YANG: the input of an RPC, which no node needs to serve. */
import { fileURLToPath } from 'node:url';
import { jsonSchema, validators } from '../../bindings/index.js';
import type { Members } from '../../data/rfc7951/members.js';
import { combineSources, compile, directories, modelDirectories } from '../../yang/index.js';
import type { TypedSchema } from './input-type.js';

export interface YangInput {
  /** `module:name` of an RPC; its input is that of the skill. */
  readonly rpc: string;
  /** Directories with the module and what it imports, beside the models of this package. */
  readonly yang: readonly (string | URL)[];
}

/** What is wrong with a value, of which JSON Schema cannot say all; undefined: nothing. */
type Judge = (value: unknown) => string | undefined;

/** Of the schemas made here. */
const judges = new WeakMap<object, Judge>();

/**
 * The JSON Schema of an RPC's input, by which interpreters ask for it; what it allows is then judged by the YANG model too:
 * `must`, `when`, `unique` and keys.
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

/** What the model says to a value that the schema allows. */
export function judgeOf(schema: object): Judge | undefined {
  return judges.get(schema);
}
