/** Differential fuzzing of decoding and validation: mutated documents of random schemas, our verdict against an oracle's. */
import { checkInstance } from '../../src/cli/instance.js';
import { RpcError } from '../../src/data/index.js';
import type { Schema } from '../../src/yang/index.js';
import { Comparison, type OurError } from './differences.js';
import { type Document, type Sample, sampleOf } from './document/sample.js';
import { DOCUMENT_EXPLANATIONS } from './document-explanations.js';
import { CRASH, type Oracle } from './judged.js';

/** Judges `count` documents; those of one seed and count are always the same. */
export function compareDocuments(seed: number, count: number, oracle: Oracle): Comparison {
  const comparison = new Comparison(DOCUMENT_EXPLANATIONS);
  for (let at = seed; comparison.inputs < count; at += 1) {
    const sample = sampleOf(at);
    if (sample !== undefined) judge(sample, at, count - comparison.inputs, oracle, comparison);
  }
  return comparison;
}

function judge(sample: Sample, seed: number, most: number, oracle: Oracle, comparison: Comparison): void {
  const { modules, schema } = sample;
  const documents = sample.documents.slice(0, most);
  const [loaded, ...judged] = oracle.documents(modules, documents);
  if (loaded?.verdict !== 'valid') {
    comparison.add(`modules of seed ${seed}:\n${modules.map(({ text }) => text).join('\n')}`, [], loaded ?? CRASH);
    return;
  }
  documents.forEach((document, index) => {
    comparison.add(describe(document, sample, seed, index), ourErrors(schema, document), judged[index] ?? CRASH);
  });
}

/** All that one needs to see the difference again. */
function describe({ text, format, type }: Document, { modules }: Sample, seed: number, index: number): string {
  return [
    `document ${index} of seed ${seed}, ${type} in ${format}:`,
    text,
    ...modules.map((module) => module.text),
  ].join('\n');
}

/** @throws what is no proper refusal */
function ourErrors(schema: Schema, { text, format, type }: Document): readonly OurError[] {
  try {
    // As yanglint does, which is strict unless told otherwise.
    checkInstance(schema, text, format, type, { keysFirst: true });
    return [];
  } catch (error) {
    if (!(error instanceof RpcError)) throw new Error(`the engine fails on this document:\n${text}`, { cause: error });
    return error.all.map(({ message }) => ({ message, within: [] }));
  }
}
