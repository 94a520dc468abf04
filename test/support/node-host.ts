/** The host of a node of another company, as far as this node asks it for keys. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { selfSigned } from '../../src/keys/index.js';
import { nowSeconds } from './dpop.js';

/** A host with the documents of a node, which may be wrong. */
export class NodeHost {
  metadata: object = {};
  asked = 0;
  /** The logins of the requests about anything else. */
  readonly logins: string[] = [];

  private constructor(
    readonly url: string,
    readonly cert: string,
    private readonly server: Server,
    private readonly secret: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'],
  ) {}

  static async start(): Promise<NodeHost> {
    const { cert, key } = await selfSigned(['127.0.0.1']);
    const { privateKey, publicKey } = await generateKeyPair('EdDSA');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'EdDSA' }] };
    const server = createServer({ cert, key }, ({ url, headers }, answer) => {
      host.asked += 1;
      // It takes no request about anything else, and leaves it without answer.
      if (url?.startsWith('/restconf')) {
        host.logins.push(headers.authorization ?? '');
        return;
      }
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify(url === '/oauth/jwks' ? jwks : host.metadata));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const host = new NodeHost(`https://127.0.0.1:${port}`, cert, server, privateKey);
    host.metadata = { issuer: host.url, jwks_uri: `${host.url}/oauth/jwks` };
    return host;
  }

  /** Signs a token with which the node speaks for ann. @param claims in place of these, or more */
  token(audience: string, claims: JWTPayload): Promise<string> {
    const { url: iss } = this;
    const good = { iss, aud: audience, sub: 'ann', act: { sub: iss }, exp: nowSeconds() + 600, jti: 'one' };
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k' })
      .sign(this.secret);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
