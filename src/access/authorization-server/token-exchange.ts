/** Gets tokens for executors of steps from the authorization servers of the configuration (RFC 8693, ATD-7-a). */
import type { JWTPayload } from 'jose';
import { messageOf, withinTime } from '../../data/index.js';
import type { ConfiguredServer } from '../configured.js';
import type { Claim } from '../domain/domains.js';
import { AccessError } from '../errors.js';
import { Gate } from '../gate.js';
import type { TokenIssuing } from '../token/issuing.js';
import { KeysUnavailable } from '../token/subject-keys.js';
import type { TokenIssuer } from '../token/token-issuer.js';
import { tokenIn } from './answer.js';
import { type ClientProof, clientProof, type ProofNeeds } from './client-proof.js';
import { ExchangeFault } from './fault.js';
import { type JudgedServer, requireStepClaims } from './step-claims.js';

/** Sends a request to a permitted address, without following redirects. */
export type SendForm = (
  url: string,
  request: {
    readonly method: 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
    /** Maximum octets of the answer. */
    readonly longest: number;
    /** Trusted certificates instead of those of the system, in PEM. */
    readonly ca?: string;
  },
) => Promise<Response>;

/** The authorization server of a token issuer. */
export interface AuthorizationServer extends ConfiguredServer, JudgedServer {
  readonly issuer: string;
  /** The certificates that prove it, in PEM. Undefined: the system's. */
  readonly ca: string | undefined;
  /** Seconds by which its clock may differ. */
  readonly clockSkew: number;
}

export interface ExchangeNeeds extends ProofNeeds {
  readonly send: SendForm;
  readonly issuing: Pick<TokenIssuing, 'subjectToken'>;
  /** Returns the server of an issuer; undefined for one that exchanges no tokens. */
  readonly serverOf: (issuer: string) => AuthorizationServer | undefined;
  /** Returns the trust domain of an issuer. */
  readonly domainOf: (issuer: string) => Claim;
  /** Returns the claims of a token of the issuer for the audience; undefined when it is not good. @throws KeysUnavailable */
  readonly claimsIn: (issuer: string, token: string, audience: string) => Promise<JWTPayload | undefined>;
}

/** Milliseconds for one exchange. */
const TIME = 5_000;
/** Maximum octets of an answer. */
const LONGEST = 64 * 1024;
/** Exchanges at a time, and those that wait for their turn. */
const AT_ONCE = 16;
const MAX_WAITING = 256;

const TYPE = 'urn:ietf:params:oauth:token-type';

export class TokenExchange {
  readonly #gate = new Gate(AT_ONCE, MAX_WAITING);

  constructor(private readonly needs: ExchangeNeeds) {}

  /** Returns a token issuer of the configuration as the issuer of tokens of executors. */
  at(issuer: string): TokenIssuer {
    return {
      issue: async (grant, { lifetime = 0, about = {} }) => {
        try {
          return await this.#exchanged(issuer, grant, { lifetime, about });
        } catch (error) {
          if (!(error instanceof ExchangeFault)) throw error;
          throw new ExchangeFault(`token issuer "${issuer}" gives no token: ${error.message}`, { cause: error.cause });
        }
      },
    };
  }

  /** @throws ExchangeFault, TokenFault */
  async #exchanged(
    issuer: string,
    grant: string,
    { lifetime, about }: { readonly lifetime: number; readonly about: Readonly<Record<string, unknown>> },
  ) {
    const server = this.#serverOf(issuer);
    const { issuing, claimsIn } = this.needs;
    const given = await issuing.subjectToken(grant, issuer, { lifetime, about });
    const token = await tokenIn(await this.#ask(server, given.token));
    const payload = await claimsIn(issuer, token, server.audience).catch(keysLacking);
    if (!payload)
      throw new ExchangeFault(`its token is not good: signature, issuer, times or audience "${server.audience}"`);
    requireStepClaims(payload, given.claims, server);
    const expires = (payload.exp ?? 0) * 1_000;
    if (expires > given.expires + server.clockSkew * 1_000)
      throw new ExchangeFault(`its token holds longer than ${lifetime} s (token-lifetime)`);
    return { token, expires };
  }

  #serverOf(issuer: string): AuthorizationServer {
    const domain = this.needs.domainOf(issuer);
    if (domain === 'former' || domain?.configured.enabled === false)
      throw new ExchangeFault('its trust domain is suspended or gone, so nothing is sent to it');
    const server = this.needs.serverOf(issuer);
    if (server) return server;
    throw new ExchangeFault('it exchanges no tokens: say where in /yangent-access:access/token-issuer/exchange');
  }

  /** Sends the request. @throws ExchangeFault when there is no answer in time */
  async #ask(server: AuthorizationServer, subjectToken: string): Promise<Response> {
    const proof = await clientProof(this.needs, server.issuer, server);
    const { endpoint, ca } = server;
    try {
      return await this.#gate.pass({ line: server.issuer, patience: TIME }, () =>
        withinTime({ timeout: TIME }, (signal) =>
          this.needs.send(endpoint, {
            ...{ method: 'POST', headers: { ...HEADERS, ...proof.headers }, body: formOf(server, subjectToken, proof) },
            ...{ signal, longest: LONGEST },
            ...(ca === undefined ? {} : { ca }),
          }),
        ),
      );
    } catch (error) {
      if (error instanceof AccessError) throw new ExchangeFault('too many tokens are asked for at the moment');
      const why = isLate(error) ? `not within ${TIME / 1_000} s` : messageOf(error);
      throw new ExchangeFault(`${originOf(endpoint)} does not answer: ${why}`, { cause: error });
    }
  }
}

function keysLacking(error: unknown): never {
  if (!(error instanceof KeysUnavailable)) throw error;
  throw new ExchangeFault(`its keys cannot be fetched from its jwks-uri: ${error.message}`, { cause: error });
}

const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };

/** Returns the request (RFC 8693 §2.1). The claims of the step are those of the subject token. */
function formOf({ audience, scope }: ConfiguredServer, subjectToken: string, { parameters }: ClientProof): string {
  return new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    ...{ subject_token: subjectToken, subject_token_type: `${TYPE}:jwt`, requested_token_type: `${TYPE}:jwt` },
    ...{ audience, ...(scope === undefined ? {} : { scope }) },
    ...parameters,
  }).toString();
}

function isLate(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'its token-endpoint';
}
