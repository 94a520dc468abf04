/**
 * One life of a node with triggers, as a process of its own. It kills itself right after so many commits, counted from the first
 * notification.
 */
import { startNode } from '../../../src/node/index.js';
import { Connection } from '../../../src/store/statements.js';

const [directory = '', limit = '0', life = ''] = process.argv.slice(2);
let commits = Number.NEGATIVE_INFINITY;
const execute = Connection.prototype.execute;
Connection.prototype.execute = function (this: Connection, sql: string): void {
  execute.call(this, sql);
  if (sql === 'COMMIT' && ++commits === Number(limit)) process.kill(process.pid, 'SIGKILL');
};

const node = await startNode({
  data: directory,
  netconf: undefined,
  restconf: undefined,
  logLevel: 'error',
  strictEvents: true,
});
const wait = { name: 'short', type: 'yangent-workflows:wait', wait: { seconds: 0 } };
const noted = { name: 'yangent-tasks:task-changed', 'xpath-filter': "/yangent-tasks:task-changed/from = 'outside'" };
await node.edit({
  'yangent-workflows:workflows': {
    definition: [{ name: 'work', version: '1.0', node: [wait] }],
    trigger: [
      {
        ...{ name: 'noted', definition: 'work', overlap: 'queue', notification: noted },
        input: [{ name: 'note', value: 'event.note' }],
      },
      {
        ...{ name: 'tick', definition: 'work', overlap: 'allow', schedule: { cron: '* * * * * *' } },
        input: [{ name: 'at', value: 'event.time' }],
      },
    ],
  },
});
commits = 0;
for (let number = 1; ; number++) {
  await node.notify('yangent-tasks:task-changed', {
    ...{ id: 'a', 'task-id': 'foreign', from: 'outside', to: 'outside', state: 'submitted', sequence: '1' },
    note: `${life}.${number}`,
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
}
