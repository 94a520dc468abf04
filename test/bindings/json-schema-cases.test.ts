/**
 * The JSON Schemas against the documents of the third-party cases beside the checkout: what we accept they accept, and of
 * what we refuse they refuse all that JSON Schema has words for.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { jsonSchema } from '../../src/bindings/index.js';
import { type DataCase, isDataCase } from '../../src/cli/conformance/cases.js';
import { readCases } from '../../src/cli/conformance/index.js';
import { repositoryOf } from '../../src/cli/conformance/modules.js';
import { decodeJson, decodeXmlText, parseJson, RpcError, toValue, validate } from '../../src/data/index.js';
import { compile, type Schema, YangErrors } from '../../src/yang/index.js';
import { describeNeeding } from '../peers.js';

const CASES = fileURLToPath(new URL('../../../shared/yang-cases', import.meta.url));

/** What JSON Schema cannot say, each with the section of RFC 7950 or RFC 7952 that asks for it. */
const BEYOND: readonly { readonly rule: string; readonly is: (fault: RpcError) => boolean }[] = [
  // A must may have an error-app-tag of its own (§7.5.4.2); one of the cases has.
  { rule: 'RFC 7950 §7.5.3: must', is: ({ appTag }) => appTag === 'must-violation' || appTag === 'not-left' },
  { rule: 'RFC 7950 §7.21.5: when', is: ({ message }) => /may be here only when/.test(message) },
  { rule: 'RFC 7950 §9.9, §9.13: references', is: ({ appTag }) => appTag === 'instance-required' },
  { rule: 'RFC 7950 §7.8.3: unique', is: ({ appTag }) => appTag === 'data-not-unique' },
  { rule: 'RFC 7950 §7.8.2: keys differ', is: ({ message }) => /stands there twice/.test(message) },
  {
    rule: 'RFC 7952 §5.2: annotations',
    is: ({ message }) => /annotation|stands there without|at most as/.test(message),
  },
  { rule: 'RFC 7950 §9.4: characters', is: ({ message }) => /holds U\+/.test(message) },
];

interface Outcome {
  readonly id: string;
  readonly ours: readonly RpcError[];
  readonly theirs: boolean;
}

/** Judges one document of data both ways; undefined where there is no JSON value that it could be. */
function outcomeOf(one: DataCase, schema: Schema): Outcome | undefined {
  const value = jsonOf(one, schema);
  if (typeof value !== 'object' || value === null) return undefined;
  const present = one.validate.includes('PRESENT') ? modulesIn(value) : undefined;
  const check = new Ajv2020({ strict: true, allErrors: true }).compile(jsonSchema(schema.root, present));
  return { id: one.id, ours: faultsOf(value, schema, present), theirs: check(value) };
}

function jsonOf({ data, format }: DataCase, schema: Schema): unknown {
  try {
    if (format === 'json') return parseJson(data);
    const body = `<documents>${data.replace(/^\s*<\?xml[^>]*\?>/, '')}</documents>`;
    return toValue(decodeXmlText(schema.root, body, { schema, onlyKnown: true, isWrapper: (_, depth) => depth === 0 }));
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function modulesIn(value: object): string[] {
  return [...new Set(Object.keys(value).map((name) => name.replace(/^@/, '').replace(/:.*/, '')))];
}

function faultsOf(value: unknown, schema: Schema, present: readonly string[] | undefined): readonly RpcError[] {
  const absent = [...schema.root.data.values()].filter(({ module }) => present && !present.includes(module.name));
  try {
    validate(decodeJson(schema.root, value, { schema }), { schema, skip: new Set(absent.map(({ qname }) => qname)) });
    return [];
  } catch (error) {
    if (error instanceof RpcError) return error.all;
    throw error;
  }
}

function outcomes(): readonly Outcome[] {
  const { cases, texts } = readCases(`${CASES}/data.jsonl`);
  const schemas = new Map<string, Schema | undefined>();
  return cases.flatMap((one) => {
    if (!isDataCase(one) || one.op !== 'data') return [];
    const key = JSON.stringify([one.modules, one.implement]);
    if (!schemas.has(key)) schemas.set(key, schemaOf(one));
    const schema = schemas.get(key);
    return (schema && outcomeOf(one, schema)) ?? [];
  });

  function schemaOf({ modules, implement }: DataCase): Schema | undefined {
    const given = modules.flatMap((each) => texts.get(each) ?? []);
    const features = new Map(implement.map(([name, on]) => [name, on.includes('*') ? ('*' as const) : on]));
    try {
      return compile({ sources: repositoryOf(undefined, given), implement: implement.map(([name]) => name), features });
    } catch (error) {
      if (error instanceof YangErrors) return undefined;
      throw error;
    }
  }
}

describeNeeding(
  existsSync(CASES) ? undefined : 'the cases in ../shared/yang-cases',
  'the JSON Schemas, on the documents of the cases',
  () => {
    const all = existsSync(CASES) ? outcomes() : [];
    const refused = all.filter(({ ours }) => ours.length > 0);

    it('accept every document that we accept', () => {
      expect(all.length - refused.length).toBeGreaterThan(300);
      expect(all.filter(({ ours, theirs }) => ours.length === 0 && !theirs)).toEqual([]);
    });

    it('refuse every document that we refuse for a reason which JSON Schema can say', () => {
      const sayable = (faults: readonly RpcError[]): string[] =>
        faults.filter((fault) => !BEYOND.some(({ is }) => is(fault))).map(({ message }) => message);
      const missed = refused.filter(({ theirs, ours }) => theirs && sayable(ours).length > 0);
      expect(missed.map(({ id, ours }) => ({ id, faults: sayable(ours) }))).toEqual([]);
      expect(refused.filter(({ theirs }) => !theirs).length).toBeGreaterThan(40);
    });

    it.each(BEYOND)('have no words for $rule', ({ is }) => {
      expect(refused.some(({ theirs, ours }) => theirs && ours.some(is))).toBe(true);
    });
  },
);
