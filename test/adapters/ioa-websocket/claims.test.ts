/** Claims of a connection that ends while the node is asked. */
import { expect, it } from 'vitest';
import { Claims } from '../../../adapters/ioa-websocket/claims.js';

const GROUP = '01990000-0000-7000-8000-000000000000';

it('a task that was claimed as the connection ended is handed back, and not held', async () => {
  const acts: string[] = [];
  let claimed: (answer: object) => void = () => undefined;
  const task = { id: 't1', 'task-id': 'one', assignee: 'pdf', state: 'accepted', sequence: 7 };
  const claims = new Claims(
    {
      read: async () => ({ kind: 'team', state: 'discussion', task: [task] }),
      act: (path: string) => {
        const action = path.slice(path.lastIndexOf('/') + 1);
        acts.push(action);
        if (action !== 'claim') return Promise.resolve({});
        return new Promise((resolve) => {
          claimed = resolve;
        });
      },
    },
    'pdf',
  );
  const claiming = claims.claimOf(GROUP, 7);
  await expect.poll(() => acts).toEqual(['claim']);
  await claims.release();
  claimed({ attempt: 1 });
  await claiming;
  expect(acts).toEqual(['claim', 'release']);
});
