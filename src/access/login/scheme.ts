/** The authentication schemes that agents ask for by name, and the logins that each stands for. */
import type { AuthenticationMethod, Principal } from '../principal.js';

const PASSWORD = ['password'] as const;
const SSH_KEY = ['public-key', 'ssh-certificate'] as const;
const MUTUAL_TLS = ['tls-certificate', 'mtls-token'] as const;
const TOKEN = ['bearer', 'dpop', 'mtls-token'] as const;

/** The methods of logins by the name of the scheme, in the form of `plain`. */
const METHODS: ReadonlyMap<string, readonly AuthenticationMethod[]> = new Map<string, readonly AuthenticationMethod[]>([
  ['basic', PASSWORD],
  ['password', PASSWORD],
  ['bearer', ['bearer']],
  ['dpop', ['dpop']],
  ['mutualtls', MUTUAL_TLS],
  ['mtls', MUTUAL_TLS],
  ['sshkey', SSH_KEY],
  ['publickey', SSH_KEY],
  ['sshcertificate', ['ssh-certificate']],
  ['jwt', TOKEN],
  ['oauth', TOKEN],
  ['oauth2', TOKEN],
  ['oauth20', TOKEN],
]);

/** The names as messages tell them. */
export const KNOWN_SCHEMES = 'basic, bearer, dpop, mutual-tls, ssh-key, ssh-certificate, jwt, oauth';

/** Returns the methods of the logins that a scheme stands for; none for a scheme that the node cannot check. */
export function methodsOfScheme(scheme: string): readonly AuthenticationMethod[] {
  return METHODS.get(plain(scheme)) ?? [];
}

function plain(scheme: string): string {
  return scheme.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/**
 * True when the principal logged in by one of the methods, and for work of the node itself, which has no login.
 *
 * @param allowed undefined: all methods are
 */
export function loggedInBy(
  { methods }: Pick<Principal, 'methods'>,
  allowed: readonly AuthenticationMethod[] | undefined,
): boolean {
  return !methods || !allowed || methods.some((method) => allowed.includes(method));
}
