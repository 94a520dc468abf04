import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { treeDiagram } from '../../src/bindings/index.js';
import { describePeer } from '../peers.js';
import { compileTexts, moduleText } from '../yang/support.js';
import {
  CRASHES_YANGLINT,
  comparison,
  type DiagramCase,
  type Difference,
  flatCases,
  LINE_DIFFERENCES,
  MODULE_DIFFERENCES,
  ownCases,
  ownDiagram,
  yumaCases,
} from './tree-diagram-modules.js';

const LOCAL = moduleText(
  'box',
  `feature fans; feature spare;
   typedef port-ref { type leafref { path "/box:box/box:port/box:name"; } }
   grouping label { leaf label { type string; } }
   container box {
     presence "there is one";
     leaf old { type string; status deprecated; }
     leaf fan { if-feature fans; if-feature "spare or fans"; type uint8; }
     list port {
       key "name unit";
       leaf up { type boolean; config false; }
       leaf unit { type uint8; }
       leaf name { type string; }
       leaf next { type leafref { path "../../port/
                                         name"; } }
       uses label;
       action reset { input { leaf hard { type empty; } } output { leaf done { type boolean; mandatory true; } } }
       notification down { leaf why { type string; } }
     }
     leaf-list main { type port-ref; ordered-by user; }
     choice power { mandatory true; leaf ac { type empty; } case dc { leaf volts { type uint16; } anydata more; } }
     list log { config false; leaf line { type string; } }
   }
   rpc ping { input { leaf to { type string; } } }
   notification gone;`,
);

const OTHER = moduleText(
  'rack',
  `grouping place { leaf floor { type int8; } }
   augment "/b:box/b:port" { leaf rack-unit { type uint8; } uses place; }
   augment "/b:box/b:power" { leaf poe { type empty; } case sun { leaf cells { type uint8; } } }
   augment "/b:ping/b:input" { leaf times { type uint8; } }
   augment "/b:gone" { leaf at { type string; } }`,
  'import box { prefix b; }',
);

it('draws data, operations and notifications as RFC 8340 §2 lays down', () => {
  expect(treeDiagram(compileTexts([LOCAL]), 'box')).toBe(`module: box
  +--rw box!
     x--rw old?       string
     +--rw fan?       uint8 {fans,spare or fans}?
     +--rw port* [name unit]
     |  +--rw name     string
     |  +--rw unit     uint8
     |  +--ro up?      boolean
     |  +--rw next?    -> ../../port/name
     |  +--rw label?   string
     |  +---x reset
     |  |  +---w input
     |  |  |  +---w hard?   empty
     |  |  +--ro output
     |  |     +--ro done    boolean
     |  +---n down
     |     +--ro why?   string
     +--rw main*      port-ref
     +--rw (power)
     |  +--:(ac)
     |  |  +--rw ac?   empty
     |  +--:(dc)
     |     +--rw volts?   uint16
     |     +--rw more?    anydata
     +--ro log*
        +--ro line?   string

  rpcs:
    +---x ping
       +---w input
          +---w to?   string

  notifications:
    +---n gone`);
});

it('draws what a module adds to others in sections, with the flags of the place', () => {
  expect(treeDiagram(compileTexts([LOCAL, OTHER]), 'rack')).toBe(`module: rack

  augment /b:box/b:port:
    +--rw rack-unit?   uint8
    +---u place
  augment /b:box/b:power:
    +--:(poe)
    |  +--rw poe?   empty
    +--:(sun)
       +--rw cells?   uint8
  augment /b:ping/b:input:
    +---w times?   uint8
  augment /b:gone:
    +--ro at?   string`);
});

it('gives nodes of other modules their prefix', () => {
  const text = treeDiagram(compileTexts([LOCAL, OTHER], { implement: ['box', 'rack'] }), 'box');
  expect(text).toContain('+--rw rack:rack-unit?   uint8');
  expect(text).toContain('+---w rack:times?   uint8');
});

it('says which module is missing', () => {
  expect(() => treeDiagram(compileTexts([LOCAL]), 'bax')).toThrow('the schema has no module "bax"');
});

/** Modules that refer to nodes with features of others: yanglint gives those their features only where none are named. */
const REFERRING: ReadonlySet<string> = new Set(['yangent-keys']);

/** yanglint's diagram with every feature on, or undefined where it crashes. */
function yanglintDiagram(yanglint: string, { name, file, search }: DiagramCase, modules: readonly string[]): string {
  const features = REFERRING.has(name) ? [] : modules.flatMap((module) => ['-F', `${module}:*`]);
  const paths = search.flatMap((directory) => ['-p', directory]);
  const { status, signal, stdout, stderr } = spawnSync(yanglint, ['-f', 'tree', ...features, ...paths, file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`yanglint gave up on ${file}: ${signal ?? ''} ${stderr}`);
  return stdout;
}

const counts = { same: 0, explained: 0 };
const needed = new Set<Difference>();

function compare(yanglint: string, cases: readonly DiagramCase[]): void {
  it.each(cases.filter(({ name }) => !CRASHES_YANGLINT.has(name)))('$title is drawn as by yanglint', (each) => {
    const { text, modules } = ownDiagram(each);
    const { ours, theirs, explained } = comparison(each.name, text, yanglintDiagram(yanglint, each, modules));
    expect(ours).toBe(theirs);
    counts[explained.length === 0 ? 'same' : 'explained'] += 1;
    for (const difference of explained) needed.add(difference);
  });

  it.each(cases.filter(({ name }) => CRASHES_YANGLINT.has(name)))(
    '$title, which crashes yanglint, is drawn',
    (each) => {
      expect(ownDiagram(each).text).toMatch(/^module: /);
    },
  );
}

describePeer('yanglint', 'the shipped modules', (yanglint) => compare(yanglint, ownCases()));

describePeer(['yanglint', 'libyang-modules'], 'the modules of libyang', (yanglint, libyang) =>
  compare(yanglint, flatCases(libyang)),
);

describePeer(
  ['yanglint', 'libyuma-base', 'libyuma-nmda', 'libyang-modules'],
  'the modules of libyuma-base',
  (yanglint, yuma, nmda, libyang) => compare(yanglint, yumaCases(yuma, nmda, libyang)),
);

// Debian's frr puts its modules directly into /usr/share/yang; they import those of libyang.
describePeer(['yanglint', 'libyang-modules', 'frr-modules'], 'the modules of frr', (yanglint, libyang, frr) =>
  compare(yanglint, flatCases(frr, libyang)),
);

// Last in the file: what the comparisons above have needed.
describePeer(
  ['yanglint', 'libyang-modules', 'libyuma-base', 'libyuma-nmda', 'frr-modules'],
  'the differences from yanglint',
  () => {
    it.each([...LINE_DIFFERENCES, ...MODULE_DIFFERENCES])('it $yanglint, against RFC 8340 $because', (difference) => {
      expect(needed).toContain(difference);
    });

    it('are in few of the diagrams, the others being the same byte for byte', () => {
      console.info(`${counts.same} diagrams are the same, ${counts.explained} differ as explained`);
      expect(counts.same).toBeGreaterThan(2 * counts.explained);
    });
  },
);
