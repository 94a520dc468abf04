/** Combinations of methods that a user must prove in one login (two factors). */
import type { AuthenticationMethod } from '../principal.js';
import type { Credential, Proof } from './credential.js';

/** The methods that may come first, before the password, by the name of the combination. */
const FIRST = {
  'public-key+password': ['public-key', 'ssh-certificate'],
  'tls-certificate+password': ['tls-certificate'],
} as const satisfies Readonly<Record<string, readonly Credential['method'][]>>;

export type LoginRequirement = keyof typeof FIRST;

export function isLoginRequirement(name: string): name is LoginRequirement {
  return Object.hasOwn(FIRST, name);
}

/** True when these methods are one of the combinations; without combinations, any methods do. */
export function satisfies(
  requirements: readonly LoginRequirement[],
  methods: readonly AuthenticationMethod[],
): boolean {
  const [first, second] = methods;
  return requirements.length === 0 || (second === 'password' && requirements.some((each) => begins(each, first)));
}

/** True when a combination begins with the method: a password must follow. */
export function mayBegin(requirements: readonly LoginRequirement[], method: AuthenticationMethod): boolean {
  return requirements.some((each) => begins(each, method));
}

/** Returns the methods of a login by a password, with the key or certificate before it. */
export function withPassword(first: Proof | undefined): readonly AuthenticationMethod[] {
  return first ? [first.method, 'password'] : ['password'];
}

function begins(requirement: LoginRequirement, method: AuthenticationMethod | undefined): boolean {
  return FIRST[requirement].some((each) => each === method);
}
