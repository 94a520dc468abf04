/**
 * The allowed sub-statements of each statement, and how often each may occur: RFC 7950 §7, §9 and §14 as a table.
 *
 * Notation of `body`: `x` exactly once, `x?` at most once, `x*` any number, `x+` at least once; a leading `^` marks
 * statements that only YANG 1.1 allows there.
 */
import type { ArgumentKind } from './arguments.js';

export interface Cardinality {
  readonly min: 0 | 1;
  readonly max: 1 | undefined;
  readonly since11: boolean;
}

export interface StatementRule {
  readonly argument: ArgumentKind;
  readonly body: ReadonlyMap<string, Cardinality>;
  /** True when it needs at least one data definition. */
  readonly needsData: boolean;
}

const TEXTS = 'description? reference?';
const STATUS_TEXTS = `status? ${TEXTS}`;
const DATA = 'container* leaf* leaf-list* list* choice* ^anydata* anyxml* uses*';
const SCOPED = 'typedef* grouping*';
const META = `organization? contact? ${TEXTS} revision*`;
const BODY = `extension* feature* identity* ${SCOPED} ${DATA} augment* rpc* notification* deviation*`;
const ERRORS = `error-message? error-app-tag? ${TEXTS}`;
const SHORTHAND = 'container* leaf* leaf-list* list* ^anydata* anyxml* ^choice*';

/** Every statement of YANG: kind of argument, and allowed sub-statements. */
const TABLE: Readonly<Record<string, readonly [ArgumentKind, string]>> = {
  module: ['identifier', `yang-version? namespace prefix import* include* ${META} ${BODY}`],
  submodule: ['identifier', `yang-version? belongs-to import* include* ${META} ${BODY}`],
  'yang-version': ['version', ''],
  namespace: ['uri', ''],
  prefix: ['identifier', ''],
  import: ['identifier', 'prefix revision-date? ^description? ^reference?'],
  include: ['identifier', 'revision-date? ^description? ^reference?'],
  'belongs-to': ['identifier', 'prefix'],
  'revision-date': ['date', ''],
  organization: ['text', ''],
  contact: ['text', ''],
  description: ['text', ''],
  reference: ['text', ''],
  revision: ['date', TEXTS],
  extension: ['identifier', `argument? ${STATUS_TEXTS}`],
  argument: ['identifier', 'yin-element?'],
  'yin-element': ['boolean', ''],
  feature: ['identifier', `if-feature* ${STATUS_TEXTS}`],
  'if-feature': ['text', ''],
  identity: ['identifier', `^if-feature* base* ${STATUS_TEXTS}`],
  base: ['reference', ''],
  typedef: ['identifier', `type units? default? ${STATUS_TEXTS}`],
  units: ['text', ''],
  default: ['text', ''],
  type: ['reference', 'fraction-digits? range? length? pattern* enum* bit* path? base* require-instance? type*'],
  'fraction-digits': ['fraction-digits', ''],
  range: ['text', ERRORS],
  length: ['text', ERRORS],
  pattern: ['text', `^modifier? ${ERRORS}`],
  modifier: ['modifier', ''],
  enum: ['enum-name', `value? ^if-feature* ${STATUS_TEXTS}`],
  value: ['int32', ''],
  bit: ['identifier', `position? ^if-feature* ${STATUS_TEXTS}`],
  position: ['uint32', ''],
  path: ['text', ''],
  'require-instance': ['boolean', ''],
  'error-message': ['text', ''],
  'error-app-tag': ['text', ''],
  must: ['text', ERRORS],
  when: ['text', TEXTS],
  status: ['status', ''],
  config: ['boolean', ''],
  mandatory: ['boolean', ''],
  presence: ['text', ''],
  'ordered-by': ['ordered-by', ''],
  'min-elements': ['min-elements', ''],
  'max-elements': ['max-elements', ''],
  key: ['key', ''],
  unique: ['unique', ''],
  grouping: ['identifier', `${STATUS_TEXTS} ${SCOPED} ${DATA} ^action* ^notification*`],
  container: [
    'identifier',
    `when? if-feature* must* presence? config? ${STATUS_TEXTS} ${SCOPED} ${DATA} ^action* ^notification*`,
  ],
  leaf: ['identifier', `when? if-feature* type units? must* default? config? mandatory? ${STATUS_TEXTS}`],
  'leaf-list': [
    'identifier',
    `when? if-feature* type units? must* ^default* config? min-elements? max-elements? ordered-by? ${STATUS_TEXTS}`,
  ],
  list: [
    'identifier',
    `when? if-feature* must* key? unique* config? min-elements? max-elements? ordered-by? ${STATUS_TEXTS} ${SCOPED} ${DATA} ^action* ^notification*`,
  ],
  choice: ['identifier', `when? if-feature* default? config? mandatory? ${STATUS_TEXTS} case* ${SHORTHAND}`],
  case: ['identifier', `when? if-feature* ${STATUS_TEXTS} ${DATA}`],
  anydata: ['identifier', `when? if-feature* must* config? mandatory? ${STATUS_TEXTS}`],
  anyxml: ['identifier', `when? if-feature* must* config? mandatory? ${STATUS_TEXTS}`],
  uses: ['reference', `when? if-feature* ${STATUS_TEXTS} refine* augment*`],
  refine: [
    'descendant-path',
    `^if-feature* must* presence? default* config? mandatory? min-elements? max-elements? ${TEXTS}`,
  ],
  augment: ['text', `when? if-feature* ${STATUS_TEXTS} case* ${DATA} ^action* ^notification*`],
  rpc: ['identifier', `if-feature* ${STATUS_TEXTS} ${SCOPED} input? output?`],
  action: ['identifier', `if-feature* ${STATUS_TEXTS} ${SCOPED} input? output?`],
  input: ['none', `^must* ${SCOPED} ${DATA}`],
  output: ['none', `^must* ${SCOPED} ${DATA}`],
  notification: ['identifier', `if-feature* ^must* ${STATUS_TEXTS} ${SCOPED} ${DATA}`],
  deviation: ['absolute-path', `${TEXTS} deviate+`],
  deviate: ['deviate', ''],
};

/** Allowed sub-statements of each `deviate` argument (RFC 7950 §7.20.3.2). */
const DEVIATE: Readonly<Record<string, string>> = {
  'not-supported': '',
  add: 'units? must* unique* default* config? mandatory? min-elements? max-elements?',
  replace: 'type? units? default* config? mandatory? min-elements? max-elements?',
  delete: 'units? must* unique* default*',
};

/** `1*data-def-stmt` in RFC 7950 §14, without an alternative. */
const NEED_DATA: ReadonlySet<string> = new Set(['input', 'output']);

/** Parses the notation of `body`. */
export function parseBody(body: string): ReadonlyMap<string, Cardinality> {
  const entries = body.split(' ').filter((word) => word !== '');
  return new Map(
    entries.map((word) => {
      const match = /^(\^?)([a-z0-9-]+)([?*+]?)$/.exec(word);
      const [, since, keyword = '', count] = match ?? [];
      const cardinality: Cardinality = {
        min: count === '' || count === '+' ? 1 : 0,
        max: count === '*' || count === '+' ? undefined : 1,
        since11: since === '^',
      };
      return [keyword, cardinality];
    }),
  );
}

export const GRAMMAR: ReadonlyMap<string, StatementRule> = new Map(
  Object.entries(TABLE).map(([keyword, [argument, body]]) => [
    keyword,
    { argument, body: parseBody(body), needsData: NEED_DATA.has(keyword) },
  ]),
);

/** Statements that define data nodes, directly or by a grouping (RFC 7950 §14, data-def-stmt). */
export const DATA_DEFINITIONS: ReadonlySet<string> = new Set(parseBody(DATA).keys());

export const DEVIATE_GRAMMAR: ReadonlyMap<string, ReadonlyMap<string, Cardinality>> = new Map(
  Object.entries(DEVIATE).map(([argument, body]) => [argument, parseBody(body)]),
);

/**
 * Returns how often a schema node of that kind may have the property statement; undefined: not at all. For refine and
 * deviations.
 */
export function propertyCardinality(kind: string, property: string): Cardinality | undefined {
  return GRAMMAR.get(kind)?.body.get(property);
}
