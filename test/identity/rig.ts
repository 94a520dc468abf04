/** A node with a name, an agent inside it and agents outside; and requests without login. */
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../src/keys/index.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';

export const HOST = 'node.example:8443';
export const NODE_DID = 'did:wba:node.example%3A8443';
export const HOSTED = 'stepper';

const profile = (name: string) => ({ name, description: `${name} repairs links`, version: '1.0.0', provider: 'ACME' });

export async function startIdentityNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const rig = await startTestNode({
    agents: [new URL('../support/agents/stepper.mjs', import.meta.url).pathname],
    ...options,
  });
  await rig.node.edit({
    'yangent-identity:identity': { host: HOST },
    'yangent-access:access': { user: [{ name: 'ann', password: '$0$the password of ann', group: ['staff'] }] },
    'yangent-agents:agents': {
      agent: [
        {
          id: 'patrol',
          profile: {
            ...profile('patrol'),
            skills: { skill: [{ 'skill-name': 'repair', 'skill-tags': ['link'], 'input-modes': ['text'] }] },
            capability: { streaming: true },
            authentication: { 'authentication-methods': [{ 'accessinfo-id': 'key', scheme: 'API Key' }] },
          },
          registration: {
            service: [{ name: 'repairs' }],
            skill: [{ 'skill-name': 'repair', example: ['repair link 7'] }],
            interface: [{ name: 'api', protocol: 'A2A', url: 'https://patrol.example/a2a' }],
          },
        },
        { id: 'secret', visibility: 'private', profile: profile('secret') },
        { id: 'waiting', approved: false, profile: profile('waiting') },
        { id: 'unlisted', published: false, profile: profile('unlisted') },
      ],
    },
  });
  return rig;
}

/** Gets a path without saying who asks. */
export function anonymous(
  { url, certificate }: TestNode,
  path: string,
  accept = '*/*',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { ca: readFileSync(certificate), agent: false, headers: { accept } }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
    }).on('error', reject);
  });
}

/** Returns the document at a path, which is read without login. */
export async function published(rig: TestNode, path: string): Promise<JsonObject> {
  const { status, body } = await anonymous(rig, path);
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
  return JSON.parse(body);
}

/** Returns the path at which the document of a DID of this node lies. */
export function pathOf(did = ''): string {
  const [, path] = did.split('node.example%3A8443');
  return path ? `${path.replaceAll(':', '/')}/did.json` : '/.well-known/did.json';
}
