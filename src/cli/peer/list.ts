import { Command } from 'commander';
import { addTargetOptions, child, type Members, type TargetFlags, text, withNode } from '../remote/index.js';
import { oneLine, table } from '../terminal/index.js';
import { domainsOf, readPeers } from './peers.js';

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
        else console.log(`the node is ${found.domain}\n${table(HEADINGS, found.peers.map(rowOf))}`);
      }),
    );
}

const HEADINGS = ['PEER', 'DOMAINS', 'STATE', 'LATENCY', 'ADDRESS', 'ERROR'];

function rowOf(peer: Members) {
  const status = child(peer, 'status');
  const latency = text(status, 'latency');
  return [
    text(peer, 'name') ?? '',
    domainsOf(peer),
    text(status, 'state') ?? '',
    latency === undefined ? '' : `${latency} ms`,
    text(child(peer, 'address'), 'target') ?? '',
    oneLine(text(status, 'error') ?? ''),
  ];
}
