/** docs/grants.md: its commands, run by a shell with curl as they stand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Guide } from '../support/guide.js';

const guide = new Guide('docs/grants.md');
beforeAll(() => guide.serve('npx yangent serve --data .yangent'));
afterAll(() => guide.stop());

/** Returns what the commands of all sections up to this one print, last section only. Variables of a page live as long as its shell. */
const shell = (...sections: readonly string[]) =>
  guide.shell(sections.flatMap((section) => [`echo; echo "== ${section}"`, ...guide.commands(section)]).join('\n'));

it('the page shows a grant from its beginning to its end', async () => {
  const out = await shell(
    'Give a piece of your authority',
    'Use it',
    'Hand it on, or make it narrower',
    'Take it back',
  );
  const [, given = '', used = '', handed = '', taken = ''] = out.split(/^== .*$/m);
  expect(given).toMatch(
    /^\s*GRANT +FROM +TO +UNTIL +MAY\n([\w-]+) +admin +bob +\d\S+ +data.read; path \S+ \| yangent-tasks.assign; agent coordinator\ngrant +\1\n/,
  );
  expect(used).toMatch(
    /for +admin\nused by +bob\nmay +data.read; path \/yangent-agents:agents\n +yangent-tasks.assign; agent coordinator\nuntil +\d{4}-/,
  );
  expect(used).toMatch(/"yangent-agents:agents"[\s\S]*"error-app-tag":"aap_invalid_capability"/);
  expect(used).toMatch(
    /"yangent-tasks:output"[\s\S]*"state"[\s\S]*admin \(by agent:crew\) +yangent-tasks:assign +done/,
  );
  expect(handed).toMatch(/for +admin\nused by +bob\nmay +data.read; path \S+\nuntil[\s\S]*"access_token":"[\w.-]+"/);
  expect(taken).toMatch(/is revoked, and no token that comes from it is good any more\n[\s\S]*the token was revoked/);
}, 90_000);
