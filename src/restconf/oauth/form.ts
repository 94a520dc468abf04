/** Requests of OAuth 2.0: parameters in the body of a POST (RFC 6749 App. B). */
import type { FaceRequest } from '../../server/index.js';
import { OAuthFault } from './fault.js';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Reads the parameters. None may be there twice, and an empty one is absent (RFC 6749 §3.2). @throws OAuthFault */
export function parametersOf({ headers, body }: FaceRequest): ReadonlyMap<string, string> {
  if (!FORM.test(headers['content-type'] ?? ''))
    throw new OAuthFault('invalid_request', 'the body must be application/x-www-form-urlencoded');
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.from(body).toString('utf8'))) {
    if (parameters.has(name))
      throw new OAuthFault('invalid_request', `the parameter ${name.slice(0, 64)} is there twice`);
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** Returns a parameter that must be there. @throws OAuthFault */
export function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name);
  if (value !== undefined) return value;
  throw new OAuthFault('invalid_request', `the parameter ${name} is missing`);
}
