import { Command } from 'commander';
import { addTargetOptions, child, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { type Cell, type Colour, oneLine, paint, table } from '../terminal/index.js';
import { domainsOf, LONGEST_ERROR, readPeers } from './peers.js';

interface Flags extends TargetFlags {
  readonly json?: boolean;
}

export function listCommand(): Command {
  return addTargetOptions(new Command('list'))
    .description('list the peers, and what the node knows of them')
    .option('--json', 'print them as one JSON document')
    .action((flags: Flags) =>
      withNode(flags, async (node) => {
        const found = await readPeers(node);
        if (flags.json) console.log(JSON.stringify(found?.peers ?? []));
        else if (!found) console.log('the node has no domain yet; next: yangent peer domain NAME');
        else if (found.peers.length === 0) console.log(`the node is ${found.domain}, and has no peers`);
        else {
          const peers = table(HEADINGS, found.peers.map(rowOf));
          console.log([`the node is ${found.domain}`, peers, ...found.peers.flatMap(errorOf)].join('\n'));
        }
      }),
    );
}

const HEADINGS = ['PEER', 'DOMAINS', 'STATE', 'LATENCY', 'MAY', 'ADDRESS'];
/** The rights that an operator gives to a peer: leafs, and their words for people. */
const RIGHTS = { relay: 'relay', continues: 'continue' } as const;
/** A peer without an address is not looked at: it logs in here. */
const COLOURS: Readonly<Record<string, Colour>> = { up: 'green', down: 'red', refused: 'red', unknown: 'grey' };

function rowOf(peer: Members): readonly (string | Cell)[] {
  const status = child(peer, 'status');
  const latency = text(status, 'latency');
  const state = text(status, 'state') ?? '';
  return [
    text(peer, 'name') ?? '',
    domainsOf(peer),
    { text: state, colour: COLOURS[state] },
    latency === undefined ? '-' : `${latency} ms`,
    rightsOf(peer),
    text(child(peer, 'address'), 'target') ?? '-',
  ];
}

/** Returns e.g. `relay, continue`. */
function rightsOf(peer: Members): string {
  const given = Object.entries(RIGHTS).flatMap(([leaf, word]) => (peer[leaf] === true ? [word] : []));
  return given.length === 0 ? '-' : given.join(', ');
}

/** Returns why a peer is not up, whole: what helps stands at the end. */
function errorOf(peer: Members): readonly string[] {
  const error = text(child(peer, 'status'), 'error');
  return error === undefined ? [] : [`${text(peer, 'name')}: ${paint(oneLine(error, LONGEST_ERROR), 'red')}`];
}
