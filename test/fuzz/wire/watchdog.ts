/** Ends the process when a parser does not come back: its own thread could not. */
import { Worker } from 'node:worker_threads';

/** Milliseconds without a sign of life. Waits for a node have shorter limits of their own. */
const SILENCE = 120_000;

const WATCH = `
const { parentPort } = require('node:worker_threads');
let last = { at: Date.now(), what: 'nothing yet' };
parentPort.on('message', (what) => { last = { at: Date.now(), what }; });
setInterval(() => {
  if (Date.now() - last.at < ${SILENCE}) return;
  require('node:fs').writeSync(2, 'nothing for ${SILENCE / 1_000} s: one of the inputs from this on hangs: ' + last.what + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, 1000);
`;

export interface Watchdog {
  /** Says which inputs are judged now. */
  beat(part: string, from: number, seed: number): void;
  end(): void;
}

export function startWatchdog(): Watchdog {
  const worker = new Worker(WATCH, { eval: true });
  worker.unref();
  return {
    beat: (part, from, seed) => worker.postMessage(`npm run fuzz -- ${part} --seed ${seed} --from ${from}`),
    end: () => void worker.terminate(),
  };
}
