/** Which modules the tree diagrams are compared on, and where yanglint does not draw them as RFC 8340 asks. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { treeDiagram } from '../../src/bindings/index.js';
import { compile, directories, parseModule } from '../../src/yang/index.js';
import { IETF, YANG } from '../yang-modules/modules.js';

export interface DiagramCase {
  readonly title: string;
  readonly name: string;
  readonly file: string;
  /** Directories of its imports. */
  readonly search: readonly string[];
}

const YUMA = ['ietf', 'ietf-derived', 'ietf-draft', 'netconfcentral', 'yuma123', 'examples'];

/** The modules (submodules excluded) of a directory. */
function casesIn(directory: string, search: readonly string[]): DiagramCase[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((each) => each.endsWith('.yang'))
    .sort()
    .flatMap((each) => {
      const file = join(directory, each);
      const { keyword, argument = '' } = parseModule(readFileSync(file, 'utf8'), file);
      return keyword === 'module' && !UNREADABLE.has(argument)
        ? [{ title: `${each} of ${directory.split('/').slice(-2).join('/')}`, name: argument, file, search }]
        : [];
    });
}

export function ownCases(): DiagramCase[] {
  return [...casesIn(YANG, [YANG, IETF]), ...casesIn(IETF, [IETF])];
}

export function yumaCases(directory: string, nmda: string, libyang: string): DiagramCase[] {
  const all = YUMA.map((each) => join(directory, each));
  const cases = all.flatMap((each) => casesIn(each, [each, ...all, libyang]));
  return [...cases, ...casesIn(join(nmda, 'ietf'), [join(nmda, 'ietf'), ...all, libyang])];
}

export function flatCases(directory: string, ...others: readonly string[]): DiagramCase[] {
  return casesIn(directory, [directory, ...others]);
}

/** Our diagram, and the modules that its schema holds. */
export function ownDiagram({ name, file, search }: DiagramCase): { text: string; modules: readonly string[] } {
  const others = directories(search);
  const given = { file, text: readFileSync(file, 'utf8') };
  const schema = compile({
    sources: { find: (asked, revision) => (asked === name ? given : others.find(asked, revision)) },
    implement: [name],
  });
  return { text: treeDiagram(schema, name), modules: [...schema.modules.keys()] };
}

/** Modules that do not compile: their augments point at nodes that the modules beside them do not have. */
const UNREADABLE: ReadonlySet<string> = new Set(['ietf-if-ethernet-like']);

/** Modules on which yanglint 2.1.30 ends with a segmentation fault when it is to draw them. */
export const CRASHES_YANGLINT: ReadonlySet<string> = new Set([
  'ietf-netconf',
  'ietf-netconf-with-defaults',
  'ietf-origin',
  'yang',
]);

export interface Difference {
  readonly yanglint: string;
  /** What RFC 8340 says to it. */
  readonly because: string;
}

/** A line that yanglint draws otherwise, wherever one like it stands; everything else in the line must be the same. */
export interface LineDifference extends Difference {
  /** What we draw in place of yanglint's line. */
  readonly ours: (theirs: string, section: string) => readonly string[];
}

/** Lines that one of the two lacks, in one module. */
export interface ModuleDifference extends Difference {
  readonly module: string;
  /** Makes both texts the same in this respect, ours and yanglint's. */
  readonly level: (text: string) => string;
}

export const LINE_DIFFERENCES: readonly LineDifference[] = [
  {
    yanglint: 'flags the parameters of notifications `--`',
    because: '§2.6: `ro` is the flag of "notification parameters"',
    ours: (theirs, section) =>
      /^(?:structure|yang-data) /.test(section) ? [] : [theirs.replace(/^([ |]*[+xo])---- /, '$1--ro ')],
  },
  {
    yanglint: 'marks a case that an augment writes without its statement with the `?` of the node in it',
    because: '§2.6: `?` is for "an optional leaf, choice, anydata, or anyxml"; a case has no such mark',
    ours: (theirs) => [theirs.replace(/^([ |]*[+xo]--:\([^ )]+\))\?/, '$1')],
  },
  {
    yanglint: 'flags what an augment adds below state, parameters and notifications `rw`, as if it stood alone',
    because: '§2.6: `ro` for state, output and notification parameters, `-w` for input parameters',
    ours: (theirs, section) =>
      section.startsWith('augment ')
        ? ['ro', '-w'].map((flags) => theirs.replace(/^([ |]*[+xo]--)rw /, `$1${flags} `))
        : [],
  },
];

export const MODULE_DIFFERENCES: readonly ModuleDifference[] = [
  {
    module: 'ietf-netconf-nmda',
    yanglint: 'draws a leaf that an augment writes directly into a choice beside the cases',
    because: '§2.6 names only cases below a choice, `:(<name>)`; RFC 7950 §7.9.2: the case is there though not written',
    level: (text) => text.replace(/^ {4}\+--:\(datastore\)\n {7}/gm, '    '),
  },
  {
    module: 'ietf-ipv6-unicast-routing',
    yanglint: 'leaves out the augments of submodules',
    because: '§2.1: "Submodules are represented in the same fashion as modules": what they add belongs to the module',
    level: (text) => text.replace(/\n {2}augment \/if:interfaces(?:-state)?\/if:interface\/ip:ipv6:(?:\n {4}.*)*/g, ''),
  },
  {
    module: 'ietf-subscribed-notifications',
    yanglint: 'draws what a uses adds to a case before nodes that the grouping itself has in it',
    because:
      '§2 draws the schema tree, which the augment adds to (RFC 7950 §7.17); RFC 8639 §4 prints the node as the last',
    level: (text) => text.replace(/\n[ |]*\+--[rwo-]{2} (?:configured-replay|replay-previous-event-time)\? .*/g, ''),
  },
  {
    module: 'yangent-tasks',
    yanglint: 'draws what a structure uses from a grouping behind its own nodes',
    because: '§2 draws the schema tree, in which the nodes of a grouping stand where it is used (RFC 7950 §7.13)',
    level: (text) => text.replace(/\n {4}\+-- state\? {5}task-state(?=\n|$)/, ''),
  },
];

export interface Comparison {
  readonly ours: string;
  /** yanglint's diagram, as far as the tables explain it drawn as ours. */
  readonly theirs: string;
  /** Which differences were needed for that. */
  readonly explained: readonly Difference[];
}

/** Byte for byte, but for the differences in the tables. */
export function comparison(name: string, own: string, yanglint: string): Comparison {
  const explained = new Set<Difference>();
  let ours = own;
  let theirs = yanglint.replace(/\n$/, '');
  for (const difference of MODULE_DIFFERENCES.filter(({ module }) => module === name)) {
    const [leveled, theirsLeveled] = [difference.level(ours), difference.level(theirs)];
    if (leveled !== ours || theirsLeveled !== theirs) explained.add(difference);
    [ours, theirs] = [leveled, theirsLeveled];
  }
  const wanted = ours.split('\n');
  let section = '';
  const lines = theirs.split('\n').map((line, index) => {
    if (/^ {2}\S/.test(line)) section = line.trim();
    const own = wanted[index];
    if (own === undefined || own === line) return line;
    const difference = LINE_DIFFERENCES.find((each) => each.ours(line, section).includes(own));
    if (!difference) return line;
    explained.add(difference);
    return own;
  });
  return { ours, theirs: lines.join('\n'), explained: [...explained] };
}
