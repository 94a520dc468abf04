/** NETCONF over SSH with a list of 20 entries: reads and edits, beside yuma123's netconfd where it is installed. */
import { flushes } from './disk.js';
import type { Bench, Figure } from './figure.js';
import { configurationXml } from './interfaces.js';
import { startResponder } from './load/index.js';
import { type Case, candidateCases, figureOf, runningCases } from './netconf-cases.js';
import { connectPeer, startOwn, startPeer } from './netconf-servers.js';

const ENTRIES = 20;
const TARGETS = ['running', 'candidate'] as const;
const CASES: Readonly<Record<(typeof TARGETS)[number], readonly Case[]>> = {
  running: runningCases(ENTRIES),
  candidate: candidateCases(),
};

export const netconfBench: Bench = async (directory) => {
  const own = await startOwn(directory, ENTRIES);
  const figures: Figure[] = [];
  try {
    for (const target of TARGETS) {
      const peer = await startPeer(target);
      try {
        if (peer) {
          const client = await connectPeer(peer);
          await client.editConfig({ target, config: configurationXml(ENTRIES) });
          if (target === 'candidate') await client.commit();
          await client.close();
        }
        for (const one of CASES[target]) {
          figures.push(await figureOf({ ...one, entries: ENTRIES, own: own.server, peer: peer?.server }));
        }
      } finally {
        await peer?.rig.stop();
      }
    }
    return [{ what: 'flushes of the disk', ...flushes(directory) }, ...figures, ...(await ceilings())];
  } finally {
    await own.process.end('SIGTERM');
  }
};

/** What the load itself can do: the same requests, answered without a look at them. */
async function ceilings(): Promise<readonly Figure[]> {
  const [getAll, ...others] = runningCases(ENTRIES).filter(({ steps }) => steps[0]?.expect.times === ENTRIES);
  if (!getAll) throw new Error('there is no case that reads the list');
  const responder = await startResponder(`<data>${configurationXml(ENTRIES)}</data>`);
  try {
    const server = { host: responder.host, port: responder.port, username: 'load', password: '' };
    const figures: Figure[] = [];
    for (const one of [getAll, ...others]) {
      const what = `load alone, ${one.what}`;
      figures.push(await figureOf({ ...one, what, entries: ENTRIES, own: server }));
    }
    return figures;
  } finally {
    responder.stop();
  }
}
