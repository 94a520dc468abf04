import { breakUplink, diagnoseUplink, readDevices, readLoops } from './commands.mjs';
import { DEVICE } from './nodes.mjs';

/** What npm start says when all of it listens. The commands stand at the left margin, to be copied as they are. */
export async function readyBlock(o) {
  const { settings, ready, device } = o;
  const address = ({ host, port }) => `${host}:${port}`;
  return `
yangent is ready.

  NETCONF    ${address(ready.netconf)} over SSH
  RESTCONF   ${ready.restconf.url}
  agents     ${ready.agents.map(({ id }) => id).join(', ')}
  device     ${DEVICE}, simulated, NETCONF on ${address(device.netconf)}
  user       admin; the password is in ${settings.shown(ready.passwordFile)}

Three commands to copy, in another terminal, in ${settings.root}

# NETCONF: the devices that the node looks after
${await readDevices(o)}

# RESTCONF: its closed loops, and what they have done so far
${readLoops(o)}

# A task: an agent says how the uplink of the device is
${diagnoseUplink()}

Now switch the uplink off on the device, and look at the loop again: the agent sees it and switches it on.

${await breakUplink(o)}

Ctrl-C stops both.`;
}
