import { expect, it } from 'vitest';
import { memberName } from '../../src/access/member-name.js';
import { isUserName } from '../../src/access/user-name.js';

it.each([
  ['ann', 'https://issuer.example', 'ann@https://issuer.example'],
  ['ann@home', 'https://issuer.example', 'ann@home@https://issuer.example'],
  ['ann', 'home@https://issuer.example', 'ann@home%40https://issuer.example'],
  ['ann', 'home%40https://issuer.example', 'ann@home%2540https://issuer.example'],
  ['ann', 'issuer', 'ann@:issuer'],
  ['ann', ':issuer', 'ann@::issuer'],
])('%s of %s is %s, and no local user', (name, issuer, full) => {
  expect(memberName(name, issuer)).toBe(full);
  expect(isUserName(full)).toBe(false);
});

it('a longer one than an owner may have is none', () => {
  expect(memberName('a', `x:${'y'.repeat(251)}`)).toHaveLength(255);
  expect(memberName('a', `x:${'y'.repeat(252)}`)).toBeUndefined();
});
