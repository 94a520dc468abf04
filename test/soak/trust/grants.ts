/** Grants that are given and revoked, tokens of them that are issued and revoked, and rates of them that are used up. */
import { outputIn } from './clients.js';
import { exists } from './tasks.js';
import type { Traffic } from './traffic.js';

const HOUR = 3_600_000;
/** Assignments that a grant allows in a day. */
export const RATE = 3;

export const grants: Traffic = async ({ clients }, { journal, standing, round, random }) => {
  for (let n = 0; ; n++) {
    const purpose = `${round}-${n}`;
    const capability = [
      { name: 'read', action: ['data.read'] },
      {
        name: 'assign',
        action: ['yangent-tasks.assign'],
        constraint: { agent: ['keeper'], 'max-requests-per-day': RATE },
      },
    ];
    const given = { to: 'bob', capability, expires: new Date(Date.now() + HOUR).toISOString(), purpose };
    const delegated = journal.begin(
      `delegate ${purpose}`,
      { operation: 'yangent-access:delegate', by: { input: given } },
      async ({ clients }) => {
        const { grant = [] } = (await clients.read('ann', '/yangent-access:grants?fields=grant(purpose)')) ?? {};
        return grant.some((each: { readonly purpose?: string }) => each.purpose === purpose);
      },
    );
    const answer = await clients.rpc('ann', 'yangent-access:delegate', given);
    if (!journal.answered(delegated, answer)) continue;
    const { grant } = outputIn(answer);

    const lifetime = 600;
    const issued = journal.begin(`issue-token ${grant}`, {
      operation: 'yangent-access:issue-token',
      by: { input: { grant, lifetime } },
    });
    const token = await clients.rpc('bob', 'yangent-access:issue-token', { grant, lifetime });
    if (!journal.answered(issued, token)) continue;
    const { token: text } = outputIn(token);
    const held = standing.hold({ grant, token: text });

    for (let used = 0; used < random.below(RATE + 3); used++) {
      const input = { 'task-id': `${purpose}-t-${used}`, from: 'noc', to: 'keeper', type: 'quick', async: true };
      const made = journal.begin(
        `assign-by-token ${input['task-id']}`,
        { operation: 'yangent-tasks:assign', by: { input } },
        exists(input['task-id']),
      );
      held.asked += 1;
      if (journal.answered(made, await clients.rpc('ann', 'yangent-tasks:assign', input, text))) held.allowed += 1;
    }

    const revokes = random.below(3);
    if (revokes === 0) continue;
    const byGrant = revokes === 1;
    const operation = byGrant ? 'yangent-access:revoke' : 'yangent-access:revoke-token';
    const input = byGrant ? { grant } : { token: text };
    const revoked = journal.begin(`${operation} ${purpose}`, { operation, by: { input } }, (life) =>
      standing.isRevoked(life, held),
    );
    held.state = 'either';
    if (journal.answered(revoked, await clients.rpc('ann', operation, input))) held.state = 'revoked';
  }
};
