/** The modules and documents that the YANG engine is measured with. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A kind of document: its module, and its members for `count` entries. */
export interface Kind {
  readonly module: string;
  readonly text: string;
  readonly top: string;
  readonly lists: (count: number) => Readonly<Record<string, readonly Entry[]>>;
}

type Entry = Readonly<Record<string, string | number | boolean>>;

/** A list with what lists have: a key with a pattern, a length, a range, a boolean, an enumeration, something mandatory. */
export const LIST: Kind = {
  module: 'bench-list',
  top: 'interfaces',
  text: `module bench-list {
  yang-version 1.1; namespace "urn:bench:list"; prefix bl;
  container interfaces {
    list interface {
      key "name";
      leaf name { type string { length "1..64"; pattern "[a-z]+[0-9]+(/[0-9]+)*"; } }
      leaf description { type string { length "0..255"; } }
      leaf enabled { type boolean; default "true"; }
      leaf mtu { type uint16 { range "68..9216"; } }
      leaf type { type enumeration { enum ethernet; enum loopback; enum tunnel; } mandatory true; }
    }
  }
}`,
  lists: (count) => ({
    interface: entries(count, (i) => ({
      name: `eth${i >> 6}/${i & 63}`,
      description: `uplink number ${i} of the row`,
      enabled: i % 3 !== 0,
      mtu: 1500 + (i % 7000),
      type: ['ethernet', 'loopback', 'tunnel'][i % 3] ?? '',
    })),
  }),
};

/** As many references as targets; the targets under `unique`, the references with must, choice and union. */
export const REFERENCES: Kind = {
  module: 'bench-references',
  top: 'network',
  text: `module bench-references {
  yang-version 1.1; namespace "urn:bench:references"; prefix br;
  container network {
    list node {
      key "id"; unique "label";
      leaf id { type string { length "1..64"; } }
      leaf label { type string; mandatory true; }
      leaf capacity { type uint32; default "10"; }
    }
    list link {
      key "id";
      must "from != to" { error-message "a link joins two nodes"; }
      leaf id { type string; }
      leaf from { type leafref { path "../../node/id"; } mandatory true; }
      leaf to { type leafref { path "../../node/label"; } mandatory true; }
      leaf address { type union { type uint16; type enumeration { enum any; } type string { pattern "[0-9]+(\\\\.[0-9]+){3}"; } } }
      choice cost {
        case fixed { leaf metric { type uint32 { range "1..65535"; } } }
        case measured { leaf delay { type decimal64 { fraction-digits 3; } must ". < 1000000"; } }
      }
    }
  }
}`,
  lists: (count) => ({
    node: entries(count, (i) => ({ id: `n${i}`, label: `label-${i}`, ...(i % 2 === 0 ? {} : { capacity: i }) })),
    link: entries(count, (i) => ({
      id: `l${i}`,
      from: `n${i}`,
      to: `label-${(i * 7919 + 1) % count}`,
      address: [i % 65_536, 'any', `10.0.${(i >> 8) & 255}.${i & 255}`][i % 3] ?? 0,
      ...(i % 2 === 0 ? { delay: `${i % 1000}.5` } : { metric: (i % 65_535) + 1 }),
    })),
  }),
};

const entries = (count: number, entry: (i: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_, i) => entry(i));

export interface Written {
  readonly directory: string;
  readonly kind: Kind;
  readonly json: string;
  readonly xml: string;
}

/** Writes the module and a document of `count` entries in each list; the names of the files. */
export function write(directory: string, kind: Kind, count: number): Written {
  const lists = kind.lists(count);
  const json = join(directory, `${kind.module}-${count}.json`);
  const xml = join(directory, `${kind.module}-${count}.xml`);
  const namespace = `urn:${kind.module.replace('-', ':')}`;
  writeFileSync(join(directory, `${kind.module}.yang`), kind.text);
  writeFileSync(json, JSON.stringify({ [`${kind.module}:${kind.top}`]: lists }));
  const body = Object.entries(lists).map(([name, all]) => all.map((one) => element(name, one)).join(''));
  writeFileSync(xml, `<${kind.top} xmlns="${namespace}">${body.join('')}</${kind.top}>`);
  return { directory, kind, json, xml };
}

function element(name: string, members: Entry): string {
  const leaves = Object.entries(members).map(([leaf, value]) => `<${leaf}>${value}</${leaf}>`);
  return `<${name}>${leaves.join('')}</${name}>`;
}
