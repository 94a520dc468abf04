/** Small changes to a YANG module, most of which make it wrong in one place. */
import { parseModule } from '../../src/yang/index.js';
import { type Draft, draftOf, printStatement } from './print-statement.js';
import type { Random } from './random.js';

/** Arguments that say something somewhere, right or wrong. */
const ARGUMENTS = [
  '',
  'a',
  '0',
  '1',
  '-1',
  '00',
  '0x1F',
  '1..4',
  '4..1',
  'min..max',
  '1 | 2',
  '5 | 3',
  '1..',
  '1.5',
  '18',
  '19',
  'true',
  'false',
  'True',
  'current',
  'deprecated',
  'obsolete',
  'user',
  'system',
  'unbounded',
  '2020-02-30',
  '2020-01-01',
  '1.1',
  '1',
  'invert-match',
  'string',
  'uint8',
  'empty',
  'leafref',
  'union',
  'identityref',
  'decimal64',
  'bits',
  'enumeration',
  'instance-identifier',
  'm:type-0',
  'x:y',
  'base-id',
  'id-a',
  'm:id-a',
  '../name',
  '/m:top',
  '/m:top/m:name',
  '../../*',
  "../name = 'a'",
  'count(../*',
  'current()',
  '.',
  '/',
  'name value',
  '[a-z',
  '(a',
  'a{2,1}',
  '\\d+',
  '[^]',
  'xmlfoo',
  '1abc',
  'a b',
  'ä',
  'on',
  'on and',
  'not on',
  'on or (not on)',
  'group-0',
  'm:group-1',
  'urn:m',
] as const;

const KEYWORDS = [
  'leaf',
  'leaf-list',
  'container',
  'list',
  'choice',
  'case',
  'anydata',
  'anyxml',
  'uses',
  'grouping',
  'typedef',
  'type',
  'must',
  'when',
  'if-feature',
  'mandatory',
  'config',
  'default',
  'key',
  'unique',
  'min-elements',
  'max-elements',
  'ordered-by',
  'presence',
  'status',
  'units',
  'range',
  'length',
  'pattern',
  'enum',
  'bit',
  'value',
  'position',
  'path',
  'require-instance',
  'base',
  'fraction-digits',
  'identity',
  'feature',
  'augment',
  'refine',
  'rpc',
  'action',
  'input',
  'output',
  'notification',
  'description',
  'reference',
  'revision',
  'import',
  'prefix',
  'm:ext',
  'error-message',
] as const;

type Mutation = (root: Draft, random: Random) => void;

/** Some place in the tree: a statement with the one it stands in. */
interface Place {
  readonly parent: Draft;
  readonly index: number;
  readonly statement: Draft;
}

function placesIn(parent: Draft): readonly Place[] {
  return parent.statements.flatMap((statement, index) => [{ parent, index, statement }, ...placesIn(statement)]);
}

const copy = ({ keyword, argument, statements }: Draft): Draft => ({
  keyword,
  argument,
  statements: statements.map(copy),
});

const anyPlace = (root: Draft, random: Random): Place => random.pick(placesIn(root));

function anyParent(root: Draft, random: Random): Draft {
  const parents = placesIn(root).filter(({ statement }) => statement.statements.length > 0);
  return random.pick([root, ...parents.map(({ statement }) => statement)]);
}

const MUTATIONS: readonly Mutation[] = [
  function remove(root, random) {
    const { parent, index } = anyPlace(root, random);
    parent.statements.splice(index, 1);
  },
  function repeat(root, random) {
    const { parent, index, statement } = anyPlace(root, random);
    parent.statements.splice(index, 0, copy(statement));
  },
  function move(root, random) {
    const { parent, index, statement } = anyPlace(root, random);
    const copied = copy(statement);
    anyParent(root, random).statements.push(copied);
    parent.statements.splice(index, 1);
  },
  function insertCopy(root, random) {
    const { statement } = anyPlace(root, random);
    const into = anyParent(root, random);
    into.statements.splice(random.below(into.statements.length + 1), 0, copy(statement));
  },
  function swapNeighbours(root, random) {
    const { statements } = anyParent(root, random);
    const at = random.below(statements.length);
    const [one] = statements.splice(at, 1);
    if (one) statements.splice(random.below(statements.length + 1), 0, one);
  },
  function otherArgument(root, random) {
    anyPlace(root, random).statement.argument = random.pick(ARGUMENTS);
  },
  function argumentOfAnother(root, random) {
    const { statement } = anyPlace(root, random);
    const alike = placesIn(root).filter(({ statement: { keyword } }) => keyword === statement.keyword);
    statement.argument = random.pick(alike).statement.argument;
  },
  function brokenArgument(root, random) {
    const { statement } = anyPlace(root, random);
    const text = statement.argument ?? '';
    const at = random.below(text.length + 1);
    const piece = random.pick(['', '', '.', ':', '/', '-', '1', 'a', ' ', '|', '[', '*']);
    statement.argument = text.slice(0, at) + piece + text.slice(at + random.below(2));
  },
  function otherKeyword(root, random) {
    anyPlace(root, random).statement.keyword = random.pick(KEYWORDS);
  },
  function newStatement(root, random) {
    const { statements } = anyPlace(root, random).statement;
    const argument = random.pick(ARGUMENTS);
    statements.splice(random.below(statements.length + 1), 0, {
      keyword: random.pick(KEYWORDS),
      argument,
      statements: [],
    });
  },
];

/** The text with one change, seldom two or three. Characters of the text itself are changed now and then. */
export function mutateSchema(text: string, random: Random): string {
  if (random.chance(0.05)) return mutateText(text, random);
  const root = draftOf(parseModule(text, 'seed.yang'));
  do random.pick(MUTATIONS)(root, random);
  while (random.chance(0.15));
  return printStatement(root);
}

const CHARACTERS = ['', '', '"', "'", '{', '}', ';', '+', '\\', '/*', '//', '\n', ' ', '\u0000', '\ufffe', 'é'];

function mutateText(text: string, random: Random): string {
  const at = random.below(text.length);
  return text.slice(0, at) + random.pick(CHARACTERS) + text.slice(at + random.below(2));
}
