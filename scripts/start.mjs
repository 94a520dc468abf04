// npm start: installs and builds what is missing, then runs a node with the example agents beside a simulated device.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { build } from './start/build.mjs';
import { lifetime } from './start/lifetime.mjs';
import { makeKeys, startDevice, startNode } from './start/nodes.mjs';
import { step } from './start/progress.mjs';
import { readyBlock } from './start/ready-block.mjs';
import { runningNode } from './start/running.mjs';
import { settings as settingsOf } from './start/settings.mjs';

const settings = settingsOf(dirname(dirname(fileURLToPath(import.meta.url))));
const { keep, stop, isStopping } = lifetime();

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
  if (!isStopping()) console.error(error instanceof Error ? error.message : error);
  stop(1);
}
