/** A loop at its work: from a link that somebody switches off on a device to its repair, verified and told of. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RestconfClient } from '../../src/clients/index.js';
import { simulatedDevice, switchPorts, writeDevice } from '../support/phased-device.js';
import { startServe } from '../support/serve.js';
import { type Bench, median } from './figure.js';

const PORT = 'uplink';
/** Repairs before it is measured. */
const WARM = 10;
const REPAIRS = 200;

/** The link-repair example, whose repair is a task with a skill, on our simulated device; an edit on trial, one at a time. */
export const loopsBench: Bench = async (directory) => {
  const { device, console, watcher, stop } = await simulatedDevice(join(directory, 'device'));
  const data = join(directory, 'data');
  mkdirSync(data, { recursive: true });
  const loop = { name: 'uplink-up', agent: 'link-repair', policy: { mode: 'autonomous', 'rate-limit': 1_000_000 } };
  const configuration = writeDevice(data, device, { 'yangent-loops:loops': { loop: [loop] } });
  const node = await startServe({
    data,
    args: ['--agent', 'dist/examples/link-repair/agent.js', '--config', configuration],
  });
  const client = new RestconfClient({ url: node.url, username: 'admin', password: node.password });
  const end = new AbortController();
  try {
    await switchPorts(console, [PORT], true);
    const events = client.events('NETCONF', { signal: end.signal });
    const phases: number[][] = [];
    let heard = events.next();
    for (let n = 0; n < WARM + REPAIRS; n++) {
      const begun = performance.now();
      await switchPorts(console, [PORT], false);
      let detected = begun;
      for (;;) {
        const { value: event } = await heard;
        heard = events.next();
        if (event?.name !== 'yangent-loops:loop-changed') continue;
        const { phase, outcome } = event.value as { readonly phase?: string; readonly outcome?: string };
        if (phase === 'execute') detected = performance.now();
        if (outcome === 'succeeded') break;
        if (outcome !== undefined) throw new Error(`the repair did not succeed: ${JSON.stringify(event.value)}`);
      }
      const now = performance.now();
      if (n >= WARM) phases.push([now - begun, now - detected]);
    }
    const column = (index: number) => phases.map((each) => each[index] ?? 0).sort((a, b) => a - b);
    const figure = (what: string, times: readonly number[]) => ({
      what,
      value: median(times),
      unit: 'ms',
      p50: median(times),
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
    });
    return [
      figure('link switched off until its repair is verified and told', column(0)),
      figure('of that, from the decision on', column(1)),
    ];
  } finally {
    end.abort();
    client.close();
    await node.end('SIGKILL');
    await Promise.all([console.close(), watcher.close()]);
    await stop();
  }
};
