/** An issuer of bearer tokens that a node trusts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface Issuer {
  /** A token of a user in group admin. */
  readonly token: string;
  /** Arguments with which `yangent serve` takes its tokens. */
  readonly args: readonly string[];
}

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'bench';

/** Its configuration is written into `directory`. */
export async function tokenIssuer(directory: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
  const configured = { issuer: ISSUER, audience: [AUDIENCE], jwks, 'permitted-group': ['admin'] };
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'token-issuer.json');
  writeFileSync(file, JSON.stringify({ 'yangent-access:access': { 'token-issuer': [configured] } }));
  const token = await new SignJWT({ groups: ['admin'] })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject('token-user')
    .setExpirationTime('10m')
    .sign(privateKey);
  return { token, args: ['--config', file] };
}
