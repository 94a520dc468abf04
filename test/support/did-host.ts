/** A host of decentralized identifiers (did:web) and status lists over HTTPS, and the agents that have them. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { certificateIn } from './certificate.js';
import { temporaryFolder } from './clean-up.js';
import { nowSeconds, type ProofKeyPair, proofKeyPair } from './dpop.js';
import type { HttpAnswer, Https } from './http.js';

export interface DidHost {
  /** `localhost:PORT`. */
  readonly host: string;
  /** File of its certificate. */
  readonly certificate: string;
  /** What it shows, by path. */
  readonly shown: Map<string, string>;
  /** The paths that it was asked for. */
  readonly asked: string[];
  /** Answers 503 while false. */
  isUp: boolean;
  stop(): Promise<void>;
}

export async function startDidHost(): Promise<DidHost> {
  const { cert, key, certFile } = await certificateIn(temporaryFolder());
  const shown = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer({ cert, key }, ({ url = '' }, answer) => {
    asked.push(url);
    const text = host.isUp ? shown.get(url) : undefined;
    answer.writeHead(host.isUp ? (text === undefined ? 404 : 200) : 503).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const host: DidHost = {
    ...{ host: `localhost:${port}`, certificate: certFile, shown, asked, isUp: true },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return host;
}

/** Somebody with an identifier at a host. */
export class DidAgent {
  private constructor(
    readonly did: string,
    readonly kid: string,
    readonly key: CryptoKey,
    readonly proofs: ProofKeyPair,
    /** Its document. */
    readonly document: string,
  ) {}

  /** Makes one, whose document the host shows. */
  static async at(at: Pick<DidHost, 'host' | 'shown'>, name: string): Promise<DidAgent> {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
    const did = `did:web:${at.host.replace(':', '%3A')}:agents:${name}`;
    const kid = `${did}#key-1`;
    const method = { id: kid, type: 'JsonWebKey', controller: did, publicKeyJwk: await exportJWK(publicKey) };
    const document = JSON.stringify({
      '@context': 'https://www.w3.org/ns/did/v1',
      id: did,
      verificationMethod: [method],
      authentication: [kid],
      assertionMethod: [kid],
    });
    at.shown.set(`/agents/${name}/did.json`, document);
    return new DidAgent(did, kid, privateKey, await proofKeyPair(), document);
  }

  /** Signs claims under its name. */
  sign(claims: Readonly<Record<string, unknown>>, typ: string, kid = this.kid): Promise<string> {
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(this.key);
  }

  /** Makes a token for itself. @param claims in place of the right ones */
  token(aud: string, claims: Readonly<Record<string, unknown>> = {}, typ = 'at+jwt'): Promise<string> {
    const { did, proofs } = this;
    const own = { iss: did, sub: did, aud, cnf: proofs.cnf, iat: nowSeconds(), exp: nowSeconds() + 600 };
    return this.sign({ ...own, ...claims }, typ);
  }

  /** Sends a request with a token and a proof by its key. */
  async send(
    by: { readonly url: string; readonly https: Https },
    token: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<HttpAnswer> {
    const url = `${by.url}${path.split('?')[0]}`;
    const send = async (nonce?: string) => {
      const proof = await this.proofs.proof({ method, url, token, ...(nonce === undefined ? {} : { nonce }) });
      return by.https.send(method, path, {
        headers: { authorization: `DPoP ${token}`, dpop: proof },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    };
    const first = await send();
    const nonce = first.headers['dpop-nonce'];
    return first.status === 401 && typeof nonce === 'string' ? send(nonce) : first;
  }
}
