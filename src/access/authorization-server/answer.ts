/** Reads what an authorization server answers to a token exchange (RFC 8693 §2.2). */
import { isObject } from '../../data/index.js';
import { MAX_LENGTH } from '../token/access-token.js';
import { ExchangeFault } from './fault.js';

/** The kinds of tokens that executors can use; the token itself is a JWT in both. */
const TYPES: readonly unknown[] = ['access_token', 'jwt'].map((name) => `urn:ietf:params:oauth:token-type:${name}`);
/** The codes of errors (RFC 6749 §5.2, RFC 8693 §2.2.2). Other texts of the server are not repeated: they may have parts of a token. */
const CODES: readonly unknown[] = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  ...['invalid_scope', 'invalid_target', 'access_denied', 'server_error', 'temporarily_unavailable'],
];
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Returns the token in an answer. @throws ExchangeFault */
export async function tokenIn(answer: Response): Promise<string> {
  const said = membersOf(await answer.text());
  if (answer.status !== 200) {
    const code = CODES.includes(said.error) ? ` with the error ${String(said.error)}` : '';
    throw new ExchangeFault(`it refuses${code} (status ${answer.status})`);
  }
  const { access_token: token, token_type: use, issued_token_type: type } = said;
  if (!TYPES.includes(type)) throw new ExchangeFault('its answer says by no issued_token_type that it is a JWT');
  if (typeof use !== 'string' || use.toLowerCase() !== 'bearer')
    throw new ExchangeFault('its token has another token_type than Bearer, and is bound to a key that the agent lacks');
  if (typeof token !== 'string' || token.length > MAX_LENGTH || !JWT.test(token))
    throw new ExchangeFault(`its answer has no access_token that is a JWT of ${MAX_LENGTH} characters at most`);
  return token;
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
