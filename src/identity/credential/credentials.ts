/** Credentials of agents: which of them count, and for what. */
import { DocumentFault } from '../../keys/index.js';
import type { Statement, Unknown, Verdict } from '../verify/verdict.js';
import { acceptedTypes, isRuled, type Ruling } from './rule.js';

/** The finding about a credential of an agent. */
export interface CredentialVerdict {
  readonly isValid: boolean;
  /** The types for which it counts; when it is unknown: for which it would count by the rules. */
  readonly types: readonly string[];
  readonly issuer?: string;
  readonly reasons: readonly string[];
  /** Why nothing could be found out; absent: the reasons are about the credential. */
  readonly unknown?: Unknown;
}

export interface CredentialsOptions {
  /** @param accept as `Judging` has it */
  readonly verify: (text: string, accept: (said: Statement) => void) => Promise<Verdict>;
  readonly ruling: () => Ruling;
}

/** Maximum number of credentials of one agent that are verified. */
const MOST = 16;

export class Credentials {
  constructor(private readonly o: CredentialsOptions) {}

  /** Returns a text that changes with the rules. */
  get rules(): string {
    return JSON.stringify(this.o.ruling().rules);
  }

  /** True while a rule for a type names an issuer. */
  isRuled(type: string, issuer: string): boolean {
    return isRuled(type, issuer, this.o.ruling());
  }

  /**
   * Verifies the credentials of an agent. The rules and the holder come first: no host is asked about one that would not count.
   *
   * @param holder the identifier that the agent has proved: each credential must be about it
   * @returns one verdict for each, in their order
   */
  judge(credentials: readonly string[], holder: string | undefined): Promise<readonly CredentialVerdict[]> {
    return Promise.all(
      credentials.map((text, at) =>
        at < MOST ? this.#judged(text, holder) : refused(`only the first ${MOST} credentials of an agent are verified`),
      ),
    );
  }

  async #judged(text: string, holder: string | undefined): Promise<CredentialVerdict> {
    // Without a holder it does not count whatever it says, so that no host is asked.
    if (holder === undefined) return refused('the agent has proved no identifier that could hold it');
    let types: readonly string[] = [];
    const accept = (said: Statement) => {
      if (said.subject !== holder) throw new DocumentFault('it is about another than the agent');
      types = acceptedTypes(said, this.o.ruling());
    };
    const { isValid, unknown, reasons, issuer } = await this.o.verify(text, accept);
    if (isValid && issuer !== undefined) return { isValid, issuer, types, reasons: [] };
    return unknown ? { ...refused(...reasons), unknown, types } : refused(...reasons);
  }
}

function refused(...reasons: readonly string[]): CredentialVerdict {
  return { isValid: false, types: [], reasons };
}
