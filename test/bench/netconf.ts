/** NETCONF get of a list of 20 entries over SSH, beside yuma123's netconfd where it is installed. */
import { type NetconfdRig, startNetconfd } from '../interop/netconfd-rig.js';
import { peer } from '../peers.js';
import { type ServeProcess, startServe } from '../support/serve.js';
import { type Bench, median } from './figure.js';
import { CONFIGURATION_XML, EXPECTED, GET, serveInterfaces } from './interfaces.js';
import { type Load, netconfLoad } from './load/index.js';

const SESSIONS = [1, 8];
/** Both are measured in turn, so that whatever else the machine does meets both. */
const ROUNDS = 3;

/** A server under load; the sessions it is to have are given. */
type Measured = (sessions: number) => Promise<Load>;

export const netconfBench: Bench = async (directory) => {
  const node = await startServe({ data: directory, args: serveInterfaces(directory) });
  const rig = await netconfdWithList();
  try {
    const own = ownLoad(node);
    const theirs = rig && netconfdLoad(rig);
    const figures = [];
    for (const sessions of SESSIONS) {
      const loads: { own: Load; theirs: Load | undefined }[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        loads.push({ own: await own(sessions), theirs: await theirs?.(sessions) });
      }
      const rates = loads.flatMap((load) => load.theirs?.perSecond ?? []);
      figures.push({
        what: `NETCONF get, ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`,
        value: median(loads.map((load) => load.own.perSecond)),
        unit: '/s',
        runs: loads.map((load) => load.own.perSecond),
        p50: median(loads.map((load) => load.own.p50)),
        p99: median(loads.map((load) => load.own.p99)),
        peer: rates.length > 0 ? { name: 'netconfd', value: median(rates), runs: rates } : undefined,
      });
    }
    return figures;
  } finally {
    await node.end('SIGTERM');
    await rig?.stop();
  }
};

function ownLoad({ netconf: { host, port }, password }: ServeProcess): Measured {
  return (sessions) =>
    netconfLoad({ host, port, username: 'admin', password, sessions, operation: GET, expect: EXPECTED });
}

function netconfdLoad({ host, port, user: username, privateKey }: NetconfdRig): Measured {
  return (sessions) => netconfLoad({ host, port, username, privateKey, sessions, operation: GET, expect: EXPECTED });
}

/** Undefined where it is not installed. */
async function netconfdWithList(): Promise<NetconfdRig | undefined> {
  if (!peer('netconfd') || !peer('sshd') || !peer('libyuma-base')) return undefined;
  const rig = await startNetconfd();
  const client = await rig.connect();
  await client.editConfig({ target: 'running', config: CONFIGURATION_XML });
  await client.close();
  return rig;
}
