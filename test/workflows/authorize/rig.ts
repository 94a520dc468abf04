/** A node whose step agents get tokens from an OAuth server. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { AuthorizationServer } from '../../support/authorization-server.js';
import { temporaryFolder } from '../../support/clean-up.js';
import { errorIn, type HttpAnswer, Https } from '../../support/http.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../../support/node.js';
import { agentEntry } from '../../tasks/fixture.js';
import { type Run, stepOf, WorkflowClient } from '../rig.js';

export const SECRET = 'a secret of the client: 100 %';
export const READ = { name: 'read', action: ['data.read'] };

// biome-ignore lint/suspicious/noExplicitAny: answers are as the node gives them
export type Plain = Record<string, any>;

/** A graph of one step, whose agent may read data for the initiator. */
export const graphOf = (assurance: string, task: object = { agent: 'crew' }, more: object = {}) => ({
  execution: { assurance },
  node: [
    {
      ...{ name: 'a', task: { skill: 'diagnose-link', ...task }, retry: { 'max-attempts': 1 } },
      ...{ authorization: { capability: [READ] }, ...more },
    },
  ],
});

export class AuthorityRig {
  /** All tokens that the node has answered. */
  readonly tokens: string[] = [];

  private constructor(
    readonly node: TestNode,
    readonly server: AuthorizationServer,
    readonly admin: Https,
    readonly ann: Https,
    readonly bob: Https,
    readonly flows: WorkflowClient,
  ) {}

  /** @param password with which the node proves itself at the server; absent: it does by its key */
  static async start(password?: string, options: TestNodeOptions = {}): Promise<AuthorityRig> {
    const data = temporaryFolder();
    mkdirSync(join(data, 'secrets'), { recursive: true, mode: 0o700 });
    writeFileSync(join(data, 'secrets', 'oauth'), SECRET, { mode: 0o600 });
    const [server, node] = await Promise.all([
      AuthorizationServer.start(password),
      startTestNode({ agents: [], data, ...options }),
    ]);
    const configuration = server.configuration(password === undefined ? {} : { credential: 'oauth' });
    await node.node.edit({
      ...configuration,
      'yangent-access:access': {
        ...configuration['yangent-access:access'],
        user: ['ann', 'bob'].map((name) => ({ name, password: `$0$the password of ${name}` })),
      },
      'yangent-agents:agents': {
        agent: [agentEntry('noc', ['ann']), ...['crew', 'spare', 'third'].map((id) => agentEntry(id, ['bob']))],
      },
      'yangent-workflows:workflows': {
        'assurance-profile': [
          { name: 'foreign', grants: 'explicit', 'token-lifetime': 120, 'token-issuer': server.url },
          { name: 'own', grants: 'explicit', 'token-lifetime': 120 },
        ],
      },
    });
    const [admin, ann, bob] = [
      new Https(node),
      new Https(node, 'ann', 'the password of ann'),
      new Https(node, 'bob', 'the password of bob'),
    ];
    const rig = new AuthorityRig(node, server, admin, ann, bob, new WorkflowClient(ann));
    server.nodeKeys = await rig.jwks();
    return rig;
  }

  async stop(): Promise<void> {
    for (const client of [this.admin, this.ann, this.bob]) client.close();
    await this.node.stop();
    await this.server.stop();
  }

  /** Reads the keys of the node where the binding of the DAG has them, or of OAuth. */
  async jwks(path = '/oauth/jwks') {
    return JSON.parse((await this.ann.send('GET', path)).body);
  }

  /** Verifies a token of the node by its published keys alone. */
  async verified(token: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, createLocalJWKSet(await this.jwks()), {
      ...{ typ: 'at+jwt', issuer: this.node.url, currentDate: new Date() },
    });
    return payload;
  }

  async rpc(by: Https, name: string, input: object): Promise<Plain> {
    const answer = await this.sent(by, name, input);
    if (answer.status >= 300) throw new Error(answer.body);
    return answer.body === '' ? {} : (Object.values<Plain>(JSON.parse(answer.body))[0] ?? {});
  }

  sent(by: Https, name: string, input: object): Promise<HttpAnswer> {
    const [module = ''] = name.split(':');
    return by.send('POST', `/restconf/operations/${name}`, {
      body: JSON.stringify({ [`${module}:input`]: input }),
    });
  }

  /** Gives an agent a grant of ann, and returns its identifier. */
  async grantTo(agent: string): Promise<string> {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const given = { to: `agent:${agent}`, capability: [READ], expires };
    return (await this.rpc(this.ann, 'yangent-access:delegate', given)).grant;
  }

  revoke(grant: string): Promise<Plain> {
    return this.rpc(this.ann, 'yangent-access:revoke', { grant });
  }

  begin(graph: object): Promise<Run> {
    return this.flows.start(graph, { wait: 0 });
  }

  /** Performs an action of the executor on the last task of the step. */
  asked(run: Run, action: string, input: object = {}, task = taskOf(run)): Promise<HttpAnswer> {
    return this.bob.send('POST', `/restconf/data/yangent-tasks:tasks/task=${task}/${action}`, {
      body: JSON.stringify({ 'yangent-tasks:input': input }),
    });
  }

  async act(run: Run, action: string, input: object = {}, task = taskOf(run)): Promise<Plain> {
    const answer = await this.asked(run, action, input, task);
    if (answer.status !== 200) throw new Error(answer.body);
    const output = JSON.parse(answer.body)['yangent-tasks:output'];
    if (output.token !== undefined) this.tokens.push(output.token);
    return output;
  }

  async refusal(run: Run, action: string, input: object = {}): Promise<Plain & { readonly status: number }> {
    const answer = await this.asked(run, action, input);
    return { status: answer.status, ...errorIn(answer) };
  }

  async stateOf(task: string): Promise<Plain> {
    const { body } = await this.bob.send('GET', `/restconf/data/yangent-tasks:tasks/task=${task}`);
    return JSON.parse(body)['yangent-tasks:task'][0];
  }

  /** Reads data with a token as its bearer. @returns the status */
  async readWith(token: string): Promise<number> {
    const path = '/restconf/data/yangent-agents:agents/agent=noc?fields=id';
    return (await this.ann.send('GET', path, { headers: { authorization: `Bearer ${token}` } })).status;
  }

  /** Returns the files of the data directory that have a part of one of these tokens. */
  filesWith(tokens: readonly string[]): readonly string[] {
    return filesWith(this.node.directory, tokens);
  }
}

/** Returns the files below a directory that have a part of one of these tokens. */
export function filesWith(directory: string, tokens: readonly string[]): readonly string[] {
  const parts = tokens.flatMap((token) => token.split('.').slice(1));
  return filesBelow(directory).filter((file) => {
    const content = readFileSync(file, 'latin1');
    return parts.some((part) => content.includes(part));
  });
}

/** Returns the last task of the step. */
export function taskOf(run: Run, node = 'a'): string {
  const task = (stepOf(run, node).task as readonly string[] | undefined)?.at(-1);
  if (task === undefined) throw new Error(`the step has no task: ${JSON.stringify(run)}`);
  return task;
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    const found = statSync(path);
    return found.isDirectory() ? filesBelow(path) : found.isFile() ? [path] : [];
  });
}
