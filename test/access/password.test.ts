import { describe, expect, it } from 'vitest';
import { decoyHash, hashPassword, verifyPassword } from '../../src/access/password.js';

describe('password hashes', () => {
  it('carry their parameters, differ each time, and fit only their password', async () => {
    const [one, two] = [await hashPassword('secret', 4), await hashPassword('secret', 5)];
    expect(one).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(one.slice(-43)).not.toBe(two.slice(-43));
    expect(await Promise.all([verifyPassword('secret', one), verifyPassword('secret', two)])).toEqual([true, true]);
    expect(await verifyPassword('Secret', one)).toBe(false);
  });

  it('of every cost that the model allows up to 10 are made and read', async () => {
    for (let cost = 1; cost <= 10; cost += 1)
      expect(await verifyPassword('secret', await hashPassword('secret', cost))).toBe(true);
  });

  it('have decoys of the same cost and form that fit nothing', async () => {
    expect(decoyHash()).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(await verifyPassword('', decoyHash(4))).toBe(false);
  });

  it('that cannot be read fit nothing', async () => {
    for (const stored of ['', 'secret', '$scrypt$ln=4,r=8,p=1$$', '$2b$10$abc']) {
      expect(await verifyPassword('secret', stored)).toBe(false);
    }
  });
});
