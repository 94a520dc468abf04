/** The error for what a link of the authority does not allow (AAP). */
import { RpcError } from '../../data/index.js';
import { retryAfter } from '../retry-after.js';
import type { Asked } from './asked.js';
import type { Denial } from './constraint.js';
import type { Link } from './link.js';

/** Seconds after which a used up number of requests is looked at again: the shortest span of a rate. */
const LATER = 60;

/** The app-tag when the number of requests of an authority is used up. */
export const RATE_USED_UP = 'aap_constraint_violation';

const APP_TAGS: Readonly<Record<Denial, string>> = {
  capability: 'aap_invalid_capability',
  domain: 'aap_domain_not_allowed',
  rate: RATE_USED_UP,
};

/**
 * Returns the refusal by the first link that denies. It names the action and what is missing, never the values of limits.
 *
 * @param who for the message
 */
export function refusalOf(links: readonly Link[], asked: Asked, who: string): RpcError {
  const denials = links.map((link) => (link.isUsedUp(asked.action, asked.at) ? 'rate' : link.denial(asked)));
  const first = denials.findIndex((each) => each !== undefined);
  const denial = denials[first] ?? 'capability';
  if (denial === 'rate')
    return new RpcError({
      type: 'protocol',
      tag: 'resource-denied',
      appTag: APP_TAGS.rate,
      origin: 'caller',
      message: `${who} has used up the number of requests of its authority for ${asked.action}: wait, or get another`,
      info: retryAfter(LATER),
    });
  const lack = links[first]?.lack(asked) ?? 'a capability that allows it';
  return new RpcError({
    type: 'protocol',
    tag: 'access-denied',
    appTag: APP_TAGS[denial],
    message: `${who} has no authority for ${asked.action}${denial === 'domain' ? ' in that domain' : ' here'}: it needs ${lack}`,
  });
}
