// npm start: installs and builds what is missing, then runs a node with the example agents beside a simulated device.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { build } from './start/build.mjs';
import { makeKeys, startDevice, startNode } from './start/nodes.mjs';
import { step } from './start/progress.mjs';
import { readyBlock } from './start/ready-block.mjs';
import { runningNode } from './start/running.mjs';
import { settings as settingsOf } from './start/settings.mjs';

const settings = settingsOf(dirname(dirname(fileURLToPath(import.meta.url))));
const running = [];
let stopping;

/** Stops what was started, the last first, and ends this process. */
function stop(code) {
  stopping ??= (async () => {
    for (const each of running.reverse()) await each.stop();
    process.exit(code);
  })();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));

/** Notes a node to be stopped with the other, and stops the other when it ends by itself. */
function keep(node) {
  running.push(node);
  void node.ended.then((how) => {
    if (stopping) return;
    console.error(`The ${node.name} has ended (${how}); what it said stands above.`);
    stop(1);
  });
  return node.ready;
}

async function main() {
  const already = await runningNode(settings.node);
  if (already) {
    throw new Error(
      `yangent is running already: process ${already.pid}, ${already.restconf.url}.\n` +
        'Stop it with Ctrl-C where it was started, or set YANGENT_START_DIR to start another beside it.',
    );
  }
  ensureInstalled(`${settings.root}/`);
  await step('Building', () => build(settings.root));
  const keys = await makeKeys(settings);
  const device = keep(await step('Starting the simulated device', () => startDevice(settings, keys)));
  const ready = keep(await step('Starting the node', () => startNode(settings, keys, device)));
  console.log(await readyBlock({ settings, login: keys.login, ready, device }));
}

try {
  await main();
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error);
  stop(1);
}
