import { type Access, AccessError, type Principal } from '../../access/index.js';
import { overloaded, unauthorized } from '../refusal.js';

/** The part of access control that this face asks who a caller is. */
export type PasswordAuthentication = Pick<Access, 'authenticatePassword'>;

interface Credentials {
  readonly name: string;
  readonly password: string;
}

/**
 * HTTP Basic (RFC 7617; RFC 8040 §2.5).
 *
 * @param authorization the header field
 * @param source the peer's address, by which wrong passwords are slowed down
 * @throws Refusal 401 with a challenge, the same for an unknown name and a wrong password; 503 when too many wait
 */
export async function authenticate(
  access: PasswordAuthentication,
  authorization: string | undefined,
  source: string | undefined,
): Promise<Principal> {
  if (authorization === undefined) throw unauthorized('authentication is required: HTTP Basic with name and password');
  const credentials = parseBasic(authorization);
  if (!credentials) throw unauthorized('the Authorization header is not "Basic" with base64 of "name:password"');
  const principal = await checked(access.authenticatePassword(credentials.name, credentials.password, source));
  if (!principal) throw unauthorized('the name or the password is wrong');
  return principal;
}

function parseBasic(authorization: string): Credentials | undefined {
  const match = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization);
  if (match?.[1] === undefined) return undefined;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

async function checked(check: Promise<Principal | undefined>): Promise<Principal | undefined> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof AccessError && error.code === 'overloaded' ? overloaded(error.message) : error;
  }
}
