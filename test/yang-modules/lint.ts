/** The rules of RFC 8407 that can be checked statement by statement, as `pyang --lint` does. */
import type { Statement } from '../../src/yang/index.js';

const DATA = 'container leaf leaf-list list choice case anydata anyxml uses';
const SCHEMA = `typedef grouping ${DATA} action notification`;
const TEXT = ['status', 'description', 'reference'];
const BOUND = ['error-message', 'error-app-tag', 'description', 'reference'];
const CONDITIONS = ['when', 'if-feature'];

/** Substatements in the order of RFC 7950 §14; those that may be mixed stand together. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  module: [
    ...['yang-version', 'namespace', 'prefix', 'import', 'include'],
    ...['organization', 'contact', 'description', 'reference', 'revision'],
    `extension feature identity rpc deviation augment ${SCHEMA}`,
  ],
  import: ['prefix', 'revision-date', 'description', 'reference'],
  revision: ['description', 'reference'],
  extension: ['argument', ...TEXT],
  feature: ['if-feature', ...TEXT],
  identity: ['base', 'if-feature', ...TEXT],
  typedef: ['type', 'units', 'default', ...TEXT],
  type: ['fraction-digits', 'range', 'length', 'pattern', 'enum', 'bit', 'path', 'require-instance', 'base', 'type'],
  range: BOUND,
  length: BOUND,
  pattern: ['modifier', ...BOUND],
  must: BOUND,
  when: ['description', 'reference'],
  enum: ['value', 'if-feature', ...TEXT],
  bit: ['position', 'if-feature', ...TEXT],
  grouping: [...TEXT, SCHEMA],
  container: [...CONDITIONS, 'must', 'presence', 'config', ...TEXT, SCHEMA],
  leaf: [...CONDITIONS, 'type', 'units', 'must', 'default', 'config', 'mandatory', ...TEXT],
  'leaf-list': [
    ...[...CONDITIONS, 'type', 'units', 'must', 'default', 'config'],
    ...['min-elements', 'max-elements', 'ordered-by', ...TEXT],
  ],
  list: [
    ...[...CONDITIONS, 'must', 'key', 'unique', 'config', 'min-elements', 'max-elements', 'ordered-by'],
    ...[...TEXT, SCHEMA],
  ],
  choice: [...CONDITIONS, 'default', 'config', 'mandatory', ...TEXT, DATA],
  case: [...CONDITIONS, ...TEXT, DATA],
  anydata: [...CONDITIONS, 'must', 'config', 'mandatory', ...TEXT],
  anyxml: [...CONDITIONS, 'must', 'config', 'mandatory', ...TEXT],
  uses: [...CONDITIONS, ...TEXT, 'refine', 'augment'],
  refine: [
    ...['must', 'if-feature', 'presence', 'default', 'config', 'mandatory', 'min-elements', 'max-elements'],
    ...['description', 'reference'],
  ],
  augment: [...CONDITIONS, ...TEXT, SCHEMA],
  rpc: ['if-feature', ...TEXT, 'typedef grouping', 'input', 'output'],
  action: ['if-feature', ...TEXT, 'typedef grouping', 'input', 'output'],
  input: ['must', SCHEMA],
  output: ['must', SCHEMA],
  notification: ['if-feature', 'must', ...TEXT, SCHEMA],
  deviation: ['description', 'reference', 'deviate'],
  deviate: ['type', 'units', 'must', 'unique', 'default', 'config', 'mandatory', 'min-elements', 'max-elements'],
};

/** What needs no saying (RFC 8407 §4.4). */
const DEFAULTS: Readonly<Record<string, string>> = {
  status: 'current',
  mandatory: 'false',
  'min-elements': '0',
  'max-elements': 'unbounded',
  config: 'true',
  'yin-element': 'false',
};

/** Returns what stands before its turn, and what is said though it is the default. */
export function lint(statement: Statement): readonly string[] {
  const { keyword, argument, statements } = statement;
  const order = (ORDER[keyword] ?? []).map((group) => group.split(' '));
  const ranks = statements.map((each) => order.findIndex((group) => group.includes(each.keyword)));
  const misplaced = statements.filter((_each, at) => {
    const rank = ranks[at] ?? -1;
    return rank >= 0 && ranks.slice(0, at).some((earlier) => earlier > rank);
  });
  const needless = statements.filter(
    (each) => keyword !== 'refine' && each.keyword in DEFAULTS && DEFAULTS[each.keyword] === each.argument,
  );
  const name = (each: Statement) => `${keyword} ${argument}: ${each.keyword} ${each.argument}`;
  return [
    ...misplaced.map((each) => `${name(each)} is too late`),
    ...needless.map((each) => `${name(each)} is the default`),
    ...statements.flatMap(lint),
  ];
}
