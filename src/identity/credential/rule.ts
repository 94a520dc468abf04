/** The rules by which credentials of agents count. */
import { DocumentFault } from '../../keys/index.js';
import type { IdentitySettings } from '../settings.js';
import type { Statement } from '../verify/verdict.js';

export type CredentialRules = NonNullable<IdentitySettings['credential-rule']>;

export interface Ruling {
  readonly rules: CredentialRules;
  /** Returns the trust domain in force that names an identifier, or its host. */
  readonly domainOf: (did: string) => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Returns the types for which a verified credential counts.
 *
 * @throws DocumentFault when it counts for none
 */
export function acceptedTypes({ types, issuer, from }: Statement, { rules, domainOf, now }: Ruling): readonly string[] {
  const ofTypes = rules.filter(({ type }) => types.includes(type));
  if (ofTypes.length === 0) throw new DocumentFault('no credential-rule is for one of its types');
  const domain = domainOf(issuer);
  const ofIssuer = ofTypes.filter((rule) => namesIssuer(rule, issuer, domain));
  if (ofIssuer.length === 0) throw new DocumentFault('no credential-rule for its types names its issuer');
  const young = ofIssuer.filter(
    ({ 'max-age': age }) => age === undefined || (from !== undefined && now < from + age * 1_000),
  );
  if (young.length === 0)
    throw new DocumentFault('it is older than max-age of its credential-rule, or does not say since when it is valid');
  return young.map(({ type }) => type);
}

/** True when a rule for a type names an issuer. */
export function isRuled(type: string, issuer: string, { rules, domainOf }: Ruling): boolean {
  const domain = domainOf(issuer);
  return rules.some((rule) => rule.type === type && namesIssuer(rule, issuer, domain));
}

function namesIssuer(rule: CredentialRules[number], issuer: string, domain: string | undefined): boolean {
  return (
    rule['issuer-did']?.includes(issuer) === true ||
    (domain !== undefined && rule['trust-domain']?.includes(domain) === true)
  );
}
