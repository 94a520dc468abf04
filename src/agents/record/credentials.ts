/** The findings about the credentials of an agent, as its status has them. */
import { createHash } from 'node:crypto';

/** The finding about one credential. Times are milliseconds since 1970. */
export interface Finding {
  /** SHA-256 of the credential, base64url: the finding is not about another one in its place. */
  readonly digest: string;
  readonly isValid: boolean;
  /** The types for which it counts. */
  readonly types: readonly string[];
  readonly issuer?: string;
  readonly reasons: readonly string[];
  readonly checked: number;
}

export interface Findings {
  /** The identifier that the agent had proved; null: none. */
  readonly holder: string | null;
  /** In the order of the credentials. */
  readonly found: readonly Finding[];
}

const NONE: Findings = { holder: null, found: [] };

/** Reads what `textOfFindings` has written; null stands for nothing. */
export function findingsIn(text: string | null): Findings {
  if (text === null) return NONE;
  const findings: Findings = JSON.parse(text);
  return findings;
}

export function textOfFindings(findings: Findings): string {
  return JSON.stringify(findings);
}

export function digestOf(credential: string): string {
  return createHash('sha256').update(credential).digest('base64url');
}
