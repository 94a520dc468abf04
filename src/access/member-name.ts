/** Users of token issuers whose members are not local: each has a name that no local user, agent or other issuer's user can have. */

/** As long as an owner of an agent may be called. */
const LONGEST = 255;

/**
 * Returns `NAME@ISSUER`; undefined when that is too long. The part behind the last `@` is the issuer and has a colon,
 * which the name of a local user never has.
 */
export function memberName(name: string, issuer: string): string | undefined {
  const spelt = issuer.replace(/[%@]/g, encodeURIComponent);
  const mark = spelt.indexOf(':') > 0 ? '' : ':';
  const full = `${name}@${mark}${spelt}`;
  return full.length > LONGEST ? undefined : full;
}
