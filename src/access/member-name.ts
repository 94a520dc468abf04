/**
 * Names for users of token issuers whose members are not local. No local user, agent or user of another issuer has the same name.
 */

/** Maximum length of a name: that of an owner of an agent. */
const LONGEST = 255;

/**
 * Returns `NAME@ISSUER`; undefined when that is too long. The part after the last `@` is the issuer and has a colon,
 * which the name of a local user never has.
 */
export function memberName(name: string, issuer: string): string | undefined {
  const spelt = issuer.replace(/[%@]/g, encodeURIComponent);
  const mark = spelt.indexOf(':') > 0 ? '' : ':';
  const full = `${name}@${mark}${spelt}`;
  return full.length > LONGEST ? undefined : full;
}
