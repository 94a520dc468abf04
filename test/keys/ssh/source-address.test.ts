/** Lists of addresses that ssh-keygen would not write. */
import { expect, it } from 'vitest';
import { isFrom } from '../../../src/keys/ssh/source-address.js';

it.each(['', ',', '192.0.2.0/33', '192.0.2.0/', '192.0.2', '*', '!192.0.2.7', '192.0.2.0/24,', 'localhost', '::/129'])(
  'the list %j has no address',
  (list) => {
    expect(isFrom(list, '192.0.2.7')).toBe(false);
    expect(isFrom(`192.0.2.7,${list}`, '192.0.2.7')).toBe(false);
  },
);
