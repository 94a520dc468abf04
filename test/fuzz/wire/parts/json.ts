/** JSON: documents changed at random, and any values under names that mean something. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { decodeJson, encodeJson, equal, parseJson } from '../../../../src/data/index.js';
import { CALLS, NAMES } from '../../../slow/bad-input-arbitrary.js';
import { JSON_TYPE } from '../../../support/curl.js';
import type { Random } from '../../random.js';
import { type Part, parserFuzzer } from '../part.js';
import { orRefusal } from '../refusals.js';
import { nodeSchema } from '../schema.js';
import { anyText, mutateText } from '../words.js';

const DOCUMENTS = CALLS.filter(([, , body, type]) => type === JSON_TYPE && body !== '').map(([, , body]) => body);
const TOP = ['yangent-agents:agents', 'irtf-agent:tasks', 'irtf-agent:context', 'irtf-agent:data-params'];
const ODD = ['@', '@id', '__proto__', 'constructor', 'toString', '', ':', 'yangent-agents:', 'nobody:agents'];

export const json: Part = {
  about: 'JSON: well-formedness, numbers, and documents of the schema',
  over: 'parsers',
  share: 120,
  batch: 500,
  start: () => parserFuzzer<string>({ make, show: (text) => text, check }),
};

function make(random: Random): string {
  if (random.chance(0.3)) return JSON.stringify({ [random.pick(TOP)]: anyValue(random, 5) });
  const text = random.chance(0.5) ? random.pick(DOCUMENTS) : JSON.stringify(anyValue(random, 4));
  return mutateText(random, text);
}

function anyValue(random: Random, depth: number): unknown {
  const kind = depth === 0 ? random.below(7) : random.below(12);
  if (kind === 0) return random.pick([null, true, false]);
  if (kind === 1) return random.pick([0, -1, 1.5, 1e21, -0, 1e-7, 4_294_967_296]);
  if (kind === 2) return anyText(random, 10);
  if (kind < 7) return random.pick(['x', '1', 'ip-fault', 'public', '2026-01-01T00:00:00Z', 'text', '']);
  const length = random.below(4);
  if (kind < 9) return Array.from({ length }, () => anyValue(random, depth - 1));
  const names = Array.from({ length }, () => random.pick(random.chance(0.1) ? ODD : [...NAMES, ...TOP]));
  return Object.fromEntries(names.map((name) => [name, anyValue(random, depth - 1)]));
}

function check(text: string): void {
  const value = orRefusal(() => parseJson(text));
  if (value === undefined) return;
  deepStrictEqual(plain(value), plain(JSON.parse(text)), 'it is read otherwise than ECMAScript reads it');
  const tree = orRefusal(() => decodeJson(nodeSchema.root, value, { schema: nodeSchema }));
  if (!tree) return;
  const written = encodeJson(tree);
  ok(equal(decodeJson(nodeSchema.root, parseJson(written), { schema: nodeSchema }), tree), `written as ${written}`);
}

/** The same value whatever the prototypes of its objects are. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return new Map(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
