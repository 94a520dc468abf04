/** Which logins over RESTCONF have a record. */
import { expect, it } from 'vitest';
import { LoginRecords, type SucceededLogin } from '../../src/server/index.js';

const HOUR = 60 * 60_000;
const ANN = { name: 'ann', groups: [], methods: ['password'] } as const;

function opened(isOn = () => true) {
  let time = 0;
  const recorded: SucceededLogin[] = [];
  const record = (login: SucceededLogin) => {
    if (!isOn()) return undefined;
    recorded.push(login);
    return Promise.resolve();
  };
  const logins = new LoginRecords({ record, now: () => time });
  return { logins, recorded, pass: (by: number) => (time += by) };
}

it('the first in an hour of a user from an address by the same methods has one', () => {
  const { logins, recorded, pass } = opened();
  const [first, elsewhere] = [
    { principal: ANN, source: '192.0.2.1' },
    { principal: ANN, source: '192.0.2.2' },
  ];
  const otherwise = { principal: { ...ANN, methods: ['dpop'] as const }, source: '192.0.2.1' };
  for (let count = 0; count < 3; count += 1) for (const each of [first, elsewhere, otherwise]) logins.succeed(each);
  expect(recorded).toEqual([first, elsewhere, otherwise]);
  pass(HOUR - 1);
  logins.succeed(first);
  expect(recorded).toHaveLength(3);
  pass(1);
  logins.succeed(first);
  expect(recorded).toHaveLength(4);
});

it('none has one while they are not to be recorded, and the next one has when they are', async () => {
  let isOn = false;
  const { logins, recorded } = opened(() => isOn);
  expect(logins.succeed({ principal: ANN })).toBeUndefined();
  isOn = true;
  await logins.succeed({ principal: ANN });
  expect(recorded).toEqual([{ principal: ANN }]);
});

it('of very many the oldest is forgotten', () => {
  const { logins, recorded } = opened();
  const from = (source: number) => logins.succeed({ principal: ANN, source: String(source) });
  for (let source = 0; source <= 10_000; source += 1) from(source);
  from(10_000);
  from(1);
  expect(recorded).toHaveLength(10_001);
  from(0);
  expect(recorded).toHaveLength(10_002);
});
