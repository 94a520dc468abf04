import { expect, it } from 'vitest';
import { dpop } from '../../src/clients/index.js';

it('a token that is good no more is replaced before the next request, and one that is good is used again', async () => {
  let isGood = true;
  let number = 0;
  const credential = dpop(async () => {
    number += 1;
    return { token: `token-${number}`, expires: Date.now() + 600_000, holds: () => isGood || number > 1 };
  });
  const ask = async () => (await credential.fieldsFor({ method: 'GET', url: 'https://c.example/' })).authorization;
  expect([await ask(), await ask()]).toEqual(['DPoP token-1', 'DPoP token-1']);
  isGood = false;
  expect([await ask(), await ask()]).toEqual(['DPoP token-2', 'DPoP token-2']);
});
