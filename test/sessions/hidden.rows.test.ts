/** What sessions do not tell: to those who went, to those who stand outside, and to callers at the endpoint of another agent. */
import { describe, expect, it } from 'vitest';
import { useSessionsRig } from './sessions-rig.js';

const { act, group, say, read } = useSessionsRig();

describe('a member that was removed', () => {
  it('sees neither who is in nor how many messages there are, and still sees itself', async () => {
    const session = await group('ip', 'optics');
    expect((await read('carol', session)).member).toHaveLength(3);
    await act('alice', session, 'remove', { agent: 'noc', member: 'optics' });
    await say('noc', session, 'without optics');
    const seen = await read('carol', session);
    expect(seen).toMatchObject({ id: session, state: 'open', member: [{ agent: 'optics', state: 'removed' }] });
    expect(seen).not.toHaveProperty('coordinator');
    expect(seen).not.toHaveProperty('last-sequence');
    expect((await read('bob', session)).member).toHaveLength(3);
  });
});
