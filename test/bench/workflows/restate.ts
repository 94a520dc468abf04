/** Restate: a server that stores each step of handlers, which run in another process and are called over HTTP. */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.js';
import { fileOfPackage, PEERS_MANIFEST, versionOf } from './packages.js';
import { type Program, startProgram, untilReady } from './process.js';
import { CHAIN, expectSteps, type WorkflowSystem } from './system.js';

const HOST = '127.0.0.1';
/** Milliseconds for the answer to a call. */
const PATIENCE = 30_000;
const SERVICE = fileURLToPath(new URL('restate-service.mjs', import.meta.url));

export const restate: WorkflowSystem = {
  name: `Restate ${versionOf('@restatedev/restate-server')}`,
  start: async (directory) => {
    const programs: Program[] = [];
    const agent = new Agent({ keepAlive: true });
    const stop = async () => {
      agent.destroy();
      await Promise.all(programs.map((program) => program.end('SIGTERM')));
    };
    try {
      const service = startProgram(process.execPath, [SERVICE, PEERS_MANIFEST], {
        log: join(directory, 'service.log'),
        env: { NODE_ENV: 'production', RESTATE_LOGGING: 'ERROR' },
      });
      programs.push(service);
      const [node, admin, ingress] = [await freePort(), await freePort(), await freePort()];
      const server = startServer(directory, { node, admin, ingress });
      programs.push(server);
      const servicePort = await untilReady('the service of Restate', service, async () => portIn(service.words()));
      const registration = { uri: `http://${HOST}:${servicePort}` };
      await untilReady('Restate', server, () => post(agent, admin, '/deployments', registration));
      const call = (handler: string, input?: number) => post(agent, ingress, `/bench/${handler}`, input);
      await untilReady('Restate', server, () => call('chain'));
      return {
        runChain: async () => expectSteps(await call('chain'), CHAIN),
        runFanOut: async (steps) => expectSteps(await call('fanOut', steps), steps),
        stop,
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

interface Ports {
  readonly node: number;
  readonly admin: number;
  readonly ingress: number;
}

/**
 * Its defaults: one node, 24 partitions, and a log that is flushed. When it starts it asks once for newer releases, which no
 * setting forbids, and goes on without an answer.
 */
function startServer(directory: string, { node, admin, ingress }: Ports): Program {
  const platform = `${process.platform}-${process.arch}`;
  const file = fileOfPackage(`@restatedev/restate-server-${platform}/bin/restate-server`);
  const args = ['--no-logo', '--listen-mode', 'tcp', '--base-dir', join(directory, 'restate')];
  return startProgram(file, [...args, '--bind-address', `${HOST}:${node}`], {
    log: join(directory, 'server.log'),
    env: {
      RESTATE_NODE_NAME: 'bench',
      RESTATE_ADVERTISED_ADDRESS: `http://${HOST}:${node}/`,
      RESTATE_ADMIN__BIND_ADDRESS: `${HOST}:${admin}`,
      RESTATE_INGRESS__BIND_ADDRESS: `${HOST}:${ingress}`,
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'warn',
    },
  });
}

function portIn(words: string): number {
  const port = /^(\d+)$/m.exec(words)?.[1];
  if (port === undefined) throw new Error('no port yet');
  return Number(port);
}

/** @returns the answer, read as JSON. @throws Error when the status is not one of success */
function post(agent: Agent, port: number, path: string, body?: unknown): Promise<unknown> {
  return new Promise((done, failed) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers =
      text === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
    const sent = request({ agent, host: HOST, port, path, method: 'POST', headers, timeout: PATIENCE }, (answer) => {
      let content = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        content += part;
      });
      answer.on('error', failed);
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        if (status >= 200 && status < 300) done(JSON.parse(content));
        else failed(new Error(`POST ${path} is answered by ${status}: ${content}`));
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`POST ${path} is not answered`)));
    sent.on('error', failed);
    sent.end(text);
  });
}
