import { expect, it } from 'vitest';
import { damage } from '../soak/damage/damage.js';
import { temporaryFolder } from '../support/clean-up.js';

it('random bytes in the database are told in words, or nothing is lost by them', async () => {
  const { told, whole, faults } = await damage({ directory: temporaryFolder(), rounds: 8, seed: 1 });
  expect(faults).toEqual([]);
  expect(told).toBeGreaterThan(0);
  expect(told + whole).toBe(8);
}, 240_000);
