/** Takes back tokens of this node and of other issuers, with all that comes from them. */
import { foreignMark } from './authority.js';
import { TokenFault } from './fault.js';
import type { IssuedTokens } from './issued.js';
import type { IssuingNeeds } from './issuing-needs.js';

/** Milliseconds for which a revoked token is remembered: grants that were made with it may hold that long. */
const LONGEST = 366 * 86_400_000;
/** The form of the identifiers of tokens of this node, which `randomUUID` makes. */
const OWN_ID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

export class TokenRevoking {
  constructor(
    private readonly needs: Pick<IssuingNeeds, 'issuer' | 'isIssuer' | 'revocations' | 'onRevoked'>,
    private readonly issued: IssuedTokens,
  ) {}

  /** Returns the mark in the lineage of a token. @param id its claim jti @param issuer undefined: this node */
  markOf(id: string, issuer: string | undefined): string {
    return issuer === undefined || issuer === this.needs.issuer() ? id : foreignMark(issuer, id);
  }

  /**
   * Refuses an identifier that no token of this node can have. One of that form is taken also when the table of issued tokens does
   * not have it: the token may have ended, and work that it began go on, or be older than the table.
   *
   * @throws TokenFault
   */
  requireOwnForm(id: string): void {
    if (OWN_ID.test(id)) return;
    throw new TokenFault(
      'invalid_request',
      `no token of this node has the identifier "${id}": nothing is revoked; a token of another issuer is named with issuer`,
    );
  }

  /** @throws TokenFault for an issuer whose tokens count for nothing, so that none could be revoked */
  requireIssuer(name: string): void {
    if (name === this.needs.issuer() || this.needs.isIssuer(name)) return;
    throw new TokenFault('invalid_request', `"${name}" is no issuer whose tokens are good on this node`);
  }

  /** Returns the user of a token of this node and those who act for the user; none for one that is not known, or has ended. */
  partiesOf(id: string): Promise<readonly string[]> {
    return this.issued.partiesOf(id);
  }

  /** Revokes a token with all that comes from it. @param mark its own in the lineage */
  async revoke(mark: string): Promise<void> {
    await this.needs.revocations.revoke(mark, Date.now() + LONGEST);
    this.needs.onRevoked();
  }
}
