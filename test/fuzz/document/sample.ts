/** Random schemas, each with mutated documents of it. */
import fc from 'fast-check';
import type { InstanceType } from '../../../src/cli/instance.js';
import { encodeJson, encodeXml, type Tree } from '../../../src/data/index.js';
import { compile, type Schema, sourceTexts, YangErrors } from '../../../src/yang/index.js';
import { decodable, validTrees } from '../model/documents.js';
import { type ModuleText, modules } from '../model/modules.js';
import { Random } from '../random.js';
import { type DataDraft, draftOfJson, draftOfXml, type Format } from './draft.js';
import { mutateDocument } from './mutate.js';
import { wordsOf } from './words.js';

/** Documents made of each schema. */
export const DOCUMENTS_OF_EACH = 40;

export interface Document {
  readonly text: string;
  readonly format: Format;
  readonly type: InstanceType;
}

export interface Sample {
  readonly modules: readonly ModuleText[];
  readonly schema: Schema;
  readonly documents: readonly Document[];
}

/** A random schema with mutated documents of it, the same ones for the same seed. */
export function sampleOf(seed: number): Sample | undefined {
  const [texts] = fc.sample(modules, { seed, numRuns: 1 });
  const schema = texts && schemaOf(texts);
  if (texts === undefined || schema === undefined) return undefined;
  const random = new Random(seed);
  const words = wordsOf(texts);
  const originals = fc.sample(originalsOf(schema), { seed, numRuns: DOCUMENTS_OF_EACH }).flatMap((one) => one ?? []);
  const documents = originals.flatMap((original): Document[] => {
    const format = random.pick(['json', 'xml'] as const);
    const type = original.type === 'data' && random.chance(0.15) ? 'config' : original.type;
    const text = mutateDocument(draftOf(original, format), format, words, random);
    // yanglint judges no empty file, which as XML is a datastore without data.
    return text.trim() === '' ? [] : [{ text, format, type }];
  });
  return { modules: texts, schema, documents };
}

/** undefined: one that the compiler refuses, which is a matter of the schema fuzz. */
function schemaOf(texts: readonly ModuleText[]): Schema | undefined {
  try {
    return compile({
      sources: sourceTexts(texts.map(({ name, text }) => ({ file: `${name}.yang`, text }))),
      implement: texts.map(({ name }) => name),
    });
  } catch (error) {
    if (error instanceof YangErrors) return undefined;
    throw error;
  }
}

/** A document before it is changed. */
interface Original {
  readonly type: InstanceType;
  readonly tree: Tree;
}

function originalsOf(schema: Schema): fc.Arbitrary<Original | undefined> {
  const ofData = validTrees(schema).map((tree): Original | undefined => tree && { type: 'data', tree });
  const others = [
    ...[...schema.rpcs.values()].map(({ input }) => ({ type: 'rpc' as const, parent: input })),
    ...[...schema.notifications.values()].map((parent) => ({ type: 'notification' as const, parent })),
  ].map(({ type, parent }) => decodable(schema, parent).map((tree): Original | undefined => tree && { type, tree }));
  return fc.oneof({ weight: 6, arbitrary: ofData }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));
}

function draftOf({ type, tree }: Original, format: Format): DataDraft {
  const { schema } = tree;
  const owner = schema.kind === 'input' ? schema.parent : schema;
  if (format === 'xml') {
    const text = encodeXml(tree);
    const wrapped =
      type === 'data' ? text : `<${owner?.name} xmlns="${owner?.module.namespace}">${text}</${owner?.name}>`;
    return draftOfXml(wrapped);
  }
  const value: unknown = JSON.parse(encodeJson(tree));
  return draftOfJson(type === 'data' ? value : { [owner?.qname ?? '']: value });
}
