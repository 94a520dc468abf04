/** Requests with DPoP beside Bearer, and token exchange beside the client credentials of an OpenID provider. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ISSUER, type ProofKeyPair, proofKeyPair, type TestIssuer, testIssuer } from '../../support/dpop.js';
import { type ServeProcess, startServe } from '../../support/serve.js';
import { type Figure, median } from '../figure.js';
import { entryPath, serveInterfaces } from '../interfaces.js';
import { basic, type HttpLoad, httpLoad } from '../load/index.js';
import { CLIENT, RESOURCE } from './client.js';

const PROVIDER = fileURLToPath(new URL('provider.ts', import.meta.url));
const CONNECTIONS = 8;
const ROUNDS = 5;
const TIME = { warmUp: 1_000, measured: 2_000 };
/** More than are sent in a round. */
const PROOFS = 20_000;
const ALGORITHMS = ['ES256', 'EdDSA'] as const;
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';
const PASSWORD = 'the password of tom';
const LIMITS = ['--limit', 'dpop-proofs-per-key=1000000', '--limit', 'dpop-proofs=2000000'];

type Request = Omit<HttpLoad, 'host' | 'port' | 'protocol' | 'connections' | 'warmUp' | 'measured'>;

export async function tokenFigures(directory: string): Promise<readonly Figure[]> {
  const issuer = await testIssuer();
  const entry = { issuer: ISSUER, audience: ['yangent'], jwks: issuer.jwks, members: 'local' };
  const configuration = join(directory, 'access.json');
  const access = {
    user: [{ name: 'tom', password: `$0$${PASSWORD}` }],
    'token-issuer': [{ ...entry, 'permitted-group': ['admin'] }],
  };
  writeFileSync(configuration, JSON.stringify({ 'yangent-access:access': access }));
  const args = [...serveInterfaces(directory), '--config', configuration, ...LIMITS];
  const node = await startServe({ data: join(directory, 'node'), args });
  try {
    const figures: Figure[] = [];
    for (const alg of ALGORITHMS) figures.push(await proofFigure(node, issuer, alg, join(directory, 'proofs')));
    figures.push(await exchangeFigure(node));
    return figures;
  } finally {
    await node.end('SIGKILL');
  }
}

async function proofFigure(node: ServeProcess, issuer: TestIssuer, alg: string, fields: string): Promise<Figure> {
  const key = await proofKeyPair(alg);
  const claims = { groups: ['admin'], sub: 'tom' };
  const [bearer, bound] = [await issuer.token(claims), await issuer.token({ ...claims, cnf: key.cnf })];
  const get = { method: 'GET', path: entryPath(1), expect: { status: 200, text: '"enabled":true' } };
  const [own, other]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    writeFileSync(fields, (await proofs(node, key, bound)).join('\n'));
    own.push(await rateOf(node.url, { ...get, authorization: `DPoP ${bound}`, fields }));
    other.push(await rateOf(node.url, { ...get, authorization: `Bearer ${bearer}` }));
  }
  return {
    ...{ what: `GET with DPoP, ${alg}, ${CONNECTIONS} connections`, value: median(own), unit: '/s', runs: own },
    peer: { name: 'Bearer, remembered', value: median(other), runs: other },
  };
}

/** Makes proofs for a GET of the entry, each for one request, as header fields. */
async function proofs({ url: node }: ServeProcess, key: ProofKeyPair, token: string): Promise<readonly string[]> {
  const url = `${node}${entryPath(1)}`;
  const asked = { method: 'GET', url, token };
  const first = await fetch(url, { headers: { authorization: `DPoP ${token}`, dpop: await key.proof(asked) } });
  const nonce = first.headers.get('dpop-nonce') ?? undefined;
  const made: string[] = [];
  while (made.length < PROOFS) made.push(`DPoP: ${await key.proof({ ...asked, ...(nonce ? { nonce } : {}) })}`);
  return made;
}

async function exchangeFigure(node: ServeProcess): Promise<Figure> {
  const provider = spawn(process.execPath, ['--import', 'tsx', PROVIDER], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [port] = await once(createInterface(provider.stdout), 'line');
    const body = { grant_type: EXCHANGE, subject_token: await grantedToken(node), subject_token_type: TOKEN_TYPE };
    const form = (fields: Readonly<Record<string, string>>) => String(new URLSearchParams(fields));
    const common = {
      ...{ method: 'POST', type: 'application/x-www-form-urlencoded' },
      expect: { status: 200, text: '"access_token"' },
    };
    const exchange = { ...common, path: '/oauth/token', authorization: 'none', body: form(body) };
    const credentials = {
      ...{ ...common, path: '/token', authorization: basic(CLIENT.id, CLIENT.secret) },
      body: form({ grant_type: 'client_credentials', resource: RESOURCE, scope: 'read' }),
    };
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await rateOf(node.url, exchange));
      other.push(await rateOf(`http://127.0.0.1:${port}`, credentials));
    }
    return {
      ...{ what: `tokens exchanged, ${CONNECTIONS} connections`, value: median(own), unit: '/s', runs: own },
      peer: { name: 'client credentials of oidc-provider', value: median(other), runs: other },
    };
  } finally {
    provider.kill();
  }
}

/** Returns a token of a grant that may be handed on. */
async function grantedToken({ url, password }: ServeProcess): Promise<string> {
  const rpc = async (authorization: string, name: string, input: object): Promise<Readonly<Record<string, string>>> => {
    const answer = await fetch(`${url}/restconf/operations/yangent-access:${name}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/yang-data+json' },
      body: JSON.stringify({ 'yangent-access:input': input }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name} was refused: ${text}`);
    return JSON.parse(text)['yangent-access:output'];
  };
  const capability = [{ name: 'read', action: ['data.read'] }];
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const { grant } = await rpc(basic('admin', password), 'delegate', { to: 'tom', capability, expires, 'max-depth': 2 });
  const { token = '' } = await rpc(basic('tom', PASSWORD), 'issue-token', { grant });
  return token;
}

async function rateOf(url: string, request: Request): Promise<number> {
  const { hostname: host, port } = new URL(url);
  const place = { host, port: Number(port), protocol: 'http', connections: CONNECTIONS } as const;
  return (await httpLoad({ ...place, ...request }, TIME)).perSecond;
}
