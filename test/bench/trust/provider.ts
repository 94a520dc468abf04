/** The OpenID provider `oidc-provider`, which gives JWTs for client credentials; says its port when it listens. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { CLIENT, RESOURCE } from './client.js';

const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'EdDSA', use: 'sig' }] },
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      id_token_signed_response_alg: 'EdDSA',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    },
  ],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        ...{ scope: 'read', audience: RESOURCE, accessTokenFormat: 'jwt', accessTokenTTL: 600 },
        jwt: { sign: { alg: 'EdDSA' } },
      }),
    },
  },
});
server.on('request', provider.callback());
console.log(port);
