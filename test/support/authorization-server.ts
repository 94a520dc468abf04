/** An OAuth server of a test: over TLS on the loopback, it exchanges tokens of a node for its own (RFC 8693). */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose';
import { cmsOf, selfSigned } from '../../src/keys/index.js';
import { nowSeconds } from './dpop.js';

const PREFIX = 'urn:ietf:params:oauth:';
export const AUDIENCE = 'https://inventory.example';
export const CLIENT = 'node one';

/** A request as it came. */
export interface AskedExchange {
  readonly form: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
}

/** How the server answers; claims and members stand in place of the right ones. */
export interface Answer {
  readonly claims?: JWTPayload;
  readonly members?: Readonly<Record<string, unknown>>;
  /** Sends this in place of an answer. */
  readonly instead?: (answer: ServerResponse) => void;
}

export class AuthorizationServer {
  /** The exchanges that it was asked for. */
  readonly asked: AskedExchange[] = [];
  /** All tokens that it was given or has given. */
  readonly tokens: string[] = [];
  /** The next answers. */
  readonly next: Answer[] = [];
  /** The keys of the node, as its /oauth/jwks has them. */
  nodeKeys: JSONWebKeySet = { keys: [] };

  private constructor(
    readonly url: string,
    private readonly bag: string,
    /** Its public keys, which are at /keys as well. */
    readonly jwks: string,
    private readonly server: Server,
    private readonly secret: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'],
  ) {}

  /** @param password of the client; absent: it proves itself by an assertion */
  static async start(password?: string): Promise<AuthorizationServer> {
    const { cert, key } = await selfSigned(['127.0.0.1']);
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] });
    const server = createServer({ cert, key }, (request, answer) => {
      at.#answer(request, answer, password).catch((error: unknown) => {
        if (!answer.headersSent) answer.writeHead(400, JSON_TYPE).end(JSON.stringify({ error: String(error) }));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const cms = (await cmsOf(cert)).toString('base64');
    const at = new AuthorizationServer(`https://127.0.0.1:${port}`, cms, jwks, server, privateKey);
    return at;
  }

  /** The configuration of a node that gets tokens here. @param more of `exchange` */
  configuration(more: object = {}) {
    const certificate = [{ name: 'server', 'cert-data': this.bag }];
    return {
      'ietf-truststore:truststore': {
        'certificate-bags': { 'certificate-bag': [{ name: 'oauth', certificate }] },
      },
      'yangent-access:access': {
        'token-issuer': [
          {
            ...{ issuer: this.url, audience: ['yangent'], jwks: this.jwks },
            exchange: {
              ...{ 'token-endpoint': `${this.url}/token`, 'client-id': CLIENT, audience: AUDIENCE },
              ...{ 'certificate-bag': 'oauth', ...more },
            },
          },
        ],
      },
    };
  }

  /** Verifies a token that it has given, by its public key alone. */
  async verified(token: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, createLocalJWKSet(JSON.parse(this.jwks)), {
      ...{ issuer: this.url, audience: AUDIENCE, currentDate: new Date() },
    });
    return payload;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(request: IncomingMessage, answer: ServerResponse, password: string | undefined): Promise<void> {
    if (request.url === '/keys') return void answer.writeHead(200, JSON_TYPE).end(this.jwks);
    const form = Object.fromEntries(new URLSearchParams(await readText(request)));
    this.asked.push({ form, authorization: request.headers.authorization });
    const { claims = {}, members = {}, instead } = this.next.shift() ?? {};
    if (instead) return instead(answer);
    await this.#requireClient(form, request.headers.authorization, password);
    const { subject_token: given = '' } = form;
    this.tokens.push(given);
    const { payload } = await this.#ofNode(given, this.url);
    const token = await new SignJWT({ ...payload, iss: this.url, aud: form.audience, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k' })
      .sign(this.secret);
    this.tokens.push(token);
    answer.writeHead(200, JSON_TYPE).end(
      JSON.stringify({
        ...{ access_token: token, issued_token_type: `${PREFIX}token-type:jwt`, token_type: 'Bearer' },
        ...{ expires_in: Number(payload.exp) - nowSeconds(), ...members },
      }),
    );
  }

  /** The client proves its name by its password, or by a JWT that the key of the node has signed. */
  async #requireClient(
    form: AskedExchange['form'],
    authorization: string | undefined,
    password: string | undefined,
  ): Promise<void> {
    if (password !== undefined) {
      const [id, secret] = [CLIENT, password].map((part) => encodeURIComponent(part).replaceAll('%20', '+'));
      if (authorization !== `Basic ${btoa(`${id}:${secret}`)}`) throw new Error('invalid_client');
      return;
    }
    const { payload, protectedHeader } = await this.#ofNode(form.client_assertion ?? '', this.url);
    this.tokens.push(form.client_assertion ?? '');
    if (payload.iss !== CLIENT || payload.sub !== CLIENT || protectedHeader.typ !== 'client-authentication+jwt')
      throw new Error('invalid_client');
  }

  #ofNode(token: string, audience: string) {
    return jwtVerify(token, createLocalJWKSet(this.nodeKeys), { audience, currentDate: new Date() });
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers with an error. @param error its code */
export function refused(error: string, status = 400): Answer {
  return {
    instead: (answer) => void answer.writeHead(status, JSON_TYPE).end(JSON.stringify({ error })),
  };
}
