import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { openFaces, RESOURCES, WAYS } from '../support/faces.js';
import { startTestNode } from '../support/node.js';
import { Watcher } from '../support/watcher.js';

it('x', async () => {
  const rig = await startTestNode({
    agents: [fileURLToPath(new URL('../support/agents/ip-fault.mjs', import.meta.url))],
  });
  const f = await openFaces(rig);
  const w = await Watcher.start(rig);
  await f.NETCONF.merge({
    'yangent-agents:agents': {
      agent: [{ id: 'noc', profile: { name: 'noc', description: 'd', version: '1', provider: 'A' } }],
    },
  });
  for (const way of WAYS) {
    const out = await f[way].invoke('yangent-tasks:assign', {
      from: 'noc',
      to: 'ip-fault',
      'task-id': way,
      content: '##task description diagnose',
      async: false,
    });
    console.log(out);
    const id = await w.reached(way, 'completed');
    console.log(w.statesOf(way));
    for (const o of WAYS) console.log(o, JSON.stringify(await f[o].read(RESOURCES.task(id))));
  }
  await f.RESTCONF.merge({
    'irtf-agent:tasks': {
      'task-sendTo': 'ip-fault',
      'task-sendFrom': 'noc',
      'task-id': 'm1',
      content: '##task description x',
    },
  });
  await w.reached('m1', 'completed');
  for (const o of WAYS) console.log(o, await f[o].read(RESOURCES.message));
  await f.NETCONF.invoke('yangent-tasks:assign', {
    from: 'noc',
    to: 'nobody',
    content: '##task description diagnose',
  }).catch(console.log);
  await f.RESTCONF.act('nope', 'cancel').catch(console.log);
  await w.close();
  await rig.stop();
});
