import { Command } from 'commander';
import type { RestconfClient } from '../../clients/index.js';
import { ExitCode } from '../exit.js';
import { addTargetOptions, child, membersOf, type TargetFlags, text, withNode } from '../remote/index.js';
import { oneLine } from '../terminal/index.js';
import { LONGEST_ERROR, peerPath, readPeers, requirePeer } from './peers.js';

export function checkCommand(): Command {
  return addTargetOptions(new Command('check'))
    .description('let the node connect to peers now, and log in; exits with 1 when one of them is not up')
    .argument('[peer...]', 'names of peers; none: all that have an address')
    .action((names: readonly string[], flags: TargetFlags) =>
      withNode(flags, async (node) => {
        for (const name of names) await requirePeer(node, name);
        for (const name of names.length > 0 ? names : await reachable(node)) {
          const { isUp, line } = await checked(node, name);
          console.log(line);
          if (!isUp) process.exitCode = ExitCode.negative;
        }
      }),
    );
}

/** Returns the names of the peers with an address. */
async function reachable(node: RestconfClient): Promise<readonly string[]> {
  const { peers = [] } = (await readPeers(node)) ?? {};
  return peers.filter((peer) => peer.address !== undefined).flatMap((peer) => text(peer, 'name') ?? []);
}

async function checked(node: RestconfClient, name: string): Promise<{ readonly isUp: boolean; readonly line: string }> {
  const answer = child(membersOf({ answer: await node.action(`${peerPath(name)}/check`, {}) }), 'answer');
  const state = text(answer, 'state') ?? 'unknown';
  const isUp = state === 'up';
  if (state === 'unknown') return { isUp, line: `${name} has no address: it only logs in here` };
  const detail = isUp
    ? `answered in ${text(answer, 'latency') ?? '?'} ms`
    : oneLine(text(answer, 'error') ?? '', LONGEST_ERROR);
  return { isUp, line: `${name} is ${state}: ${detail}` };
}
