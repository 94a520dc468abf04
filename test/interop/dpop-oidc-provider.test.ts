/** Tokens that the OpenID provider `oidc-provider` binds to a key, sent to a node by the OAuth client `oauth4webapi`. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { freePort } from '../support/free-port.js';
import { type ServeProcess, startServe } from '../support/serve.js';

const RESOURCE = 'urn:example:yangent';
const CLIENT: oauth.Client = { client_id: 'collector' };
const SECRET = 'the secret of the collector';
const PLAIN = { [oauth.allowInsecureRequests]: true } as const;

let server: Server;
let authority: oauth.AuthorizationServer;
let node: ServeProcess;
let token: string;
let dpop: oauth.DPoPHandle;
const data = temporaryFolder();
/** A restarted node listens where it did, so that its URL is the same. */
let port: number;

/** Starts an authorization server that issues JWTs for the resource, and returns its issuer. */
async function startProvider(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    clients: [
      {
        client_id: CLIENT.client_id,
        client_secret: SECRET,
        id_token_signed_response_alg: 'ES256',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        dpop_bound_access_tokens: true,
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      dPoP: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'read',
          audience: 'yangent',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });
  server = createServer(provider.callback()).listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');
  return issuer;
}

async function boundToken(handle: oauth.DPoPHandle): Promise<string> {
  const parameters = { resource: RESOURCE, scope: 'read' };
  const o = { ...PLAIN, DPoP: handle };
  const secret = oauth.ClientSecretBasic(SECRET);
  const answer = await oauth.clientCredentialsGrantRequest(authority, CLIENT, secret, parameters, o);
  const granted = await oauth.processClientCredentialsResponse(authority, CLIENT, answer);
  expect(granted.token_type).toBe('dpop');
  return granted.access_token;
}

const newHandle = async () => oauth.DPoP(CLIENT, await oauth.generateKeyPair('ES256'));

async function serve(): Promise<ServeProcess> {
  return startServe({ data, args: ['--config', join(data, 'issuer.json'), '--restconf', `127.0.0.1:${port}`] });
}

beforeAll(async () => {
  const issuer = new URL(await startProvider());
  const found = await oauth.discoveryRequest(issuer, PLAIN);
  authority = await oauth.processDiscoveryResponse(issuer, found);
  const jwks = await (await fetch(String(authority.jwks_uri))).text();
  const entry = { issuer: authority.issuer, audience: ['yangent'], jwks, 'proof-of-possession': true };
  writeFileSync(join(data, 'issuer.json'), JSON.stringify({ 'yangent-access:access': { 'token-issuer': [entry] } }));
  port = await freePort();
  node = await serve();
  dpop = await newHandle();
  token = await boundToken(dpop);
});
afterAll(async () => {
  await node?.end('SIGTERM');
  server?.close();
});

const url = () => new URL('/restconf/yang-library-version', node.url);

/** Header fields of the last request of the client to the node. */
let sent = new Headers();

/** Sends a GET as the client does: once more when the node demands a nonce. */
async function get(by: string, handle: oauth.DPoPHandle): Promise<Response> {
  const o: oauth.ProtectedResourceRequestOptions = {
    ...PLAIN,
    DPoP: handle,
    [oauth.customFetch]: (to, { headers, ...init }) => {
      sent = new Headers(headers);
      return fetch(to, { ...init, headers });
    },
  };
  const ask = () => oauth.protectedResourceRequest(by, 'GET', url(), new Headers(), undefined, o);
  try {
    return await ask();
  } catch (error) {
    if (!oauth.isDPoPNonceError(error)) throw error;
    return ask();
  }
}

/** The challenges of a refusal, as the client reads them. */
async function challengesOf(answer: Promise<unknown>): Promise<Readonly<Record<string, string | undefined>>> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof oauth.WWWAuthenticateChallengeError)) throw new Error(`no challenge: ${String(error)}`);
  expect(error.status).toBe(401);
  return Object.fromEntries(error.cause.map(({ scheme, parameters }) => [scheme, parameters.error]));
}

it('IOA-8-a: a token of the provider logs in with its key', async () => {
  const answer = await get(token, dpop);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('yang-library-version');
  expect((await get(token, dpop)).status).toBe(200);
});

it('it does not with the key of another client', async () => {
  expect(await challengesOf(get(token, await newHandle()))).toMatchObject({ dpop: 'invalid_dpop_proof' });
});

it('it does not as a bearer token', async () => {
  const bearer = oauth.protectedResourceRequest(token, 'GET', url(), new Headers(), undefined, PLAIN);
  expect(await challengesOf(bearer)).toMatchObject({ bearer: 'invalid_token' });
});

it('its proof counts once, and not after the node was killed and started again', async () => {
  expect((await get(token, dpop)).status).toBe(200);
  const headers = sent;
  const first = await fetch(url(), { headers });
  expect(first.status).toBe(401);
  expect(first.headers.get('www-authenticate')).toContain('error="invalid_dpop_proof"');
  await node.end('SIGKILL');
  node = await serve();
  expect(new URL(node.url).port).toBe(String(port));
  const second = await fetch(url(), { headers });
  expect(second.status).toBe(401);
  expect(second.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"');
  expect((await get(token, dpop)).status).toBe(200);
});
