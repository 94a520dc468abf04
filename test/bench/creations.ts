/** What one more entry costs in a list with unique, must and leafrefs: among few, behind 5,000, and among 100,000. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { type ServeProcess, startServe } from '../support/serve.js';
import { type Bench, type Figure, median } from './figure.js';

const MODULE = `module acme-inventory {
  yang-version 1.1;
  namespace "urn:acme:inventory";
  prefix inv;
  container inventory {
    container limits { leaf longest { type uint16; default 64; } }
    list room { key name; leaf name { type string; } }
    list item {
      key id;
      unique "serial";
      leaf id { type uint32; }
      leaf serial { type string; must "string-length(.) <= ../../limits/longest"; }
      leaf room { type leafref { path "../../room/name"; } }
      leaf near { type leafref { path "/inv:inventory/inv:room/inv:name"; } }
    }
  }
}
`;
const LIST = '/restconf/data/acme-inventory:inventory';
const CREATED = 5_000;
const MANY = 100_000;
const GROUP = 100;

const item = (id: number) => ({ id, serial: `S-${id}`, room: 'north', near: 'north' });

export const creationsBench: Bench = async (directory) => {
  const yang = join(directory, 'yang');
  mkdirSync(yang);
  writeFileSync(join(yang, 'acme-inventory.yang'), MODULE);
  const [first, last] = await measured(directory, { yang, there: 0 }, CREATED);
  const [among] = await measured(directory, { yang, there: MANY }, GROUP);
  return [
    figure('one of the first hundred', first),
    figure(`one of the last hundred of ${CREATED}`, last),
    figure(`one of a hundred among ${MANY}`, among),
  ];
};

function figure(what: string, value = Number.NaN): Figure {
  return { what: `RESTCONF POST of an entry: ${what}`, value, unit: 'ms' };
}

/** The median times of the first and of the last hundred creations, in milliseconds. */
async function measured(
  directory: string,
  { yang, there }: { readonly yang: string; readonly there: number },
  created: number,
): Promise<readonly [number, number]> {
  const config = join(directory, `${there}.json`);
  const items = Array.from({ length: there }, (_, id) => item(id));
  writeFileSync(config, JSON.stringify({ 'acme-inventory:inventory': { room: [{ name: 'north' }], item: items } }));
  const args = ['--yang', yang, '--config', config];
  const node = await startServe({ data: join(directory, `data-${there}`), args });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    // What is made once, as the index of what is unique, is not a creation's own.
    for (let id = there; id < there + GROUP; id += 1) await create(node, agent, id);
    const times: number[] = [];
    for (let id = there + GROUP; id < there + GROUP + created; id += 1) {
      const begun = performance.now();
      await create(node, agent, id);
      times.push(performance.now() - begun);
    }
    return [median(times.slice(0, GROUP)), median(times.slice(-GROUP))];
  } finally {
    agent.destroy();
    await node.end('SIGTERM');
  }
}

function create({ url, password }: ServeProcess, agent: Agent, id: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ 'acme-inventory:item': [item(id)] });
  const headers = { 'content-type': 'application/yang-data+json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    request({ agent, hostname, port, method: 'POST', path: LIST, auth: `admin:${password}`, headers }, (answer) => {
      answer
        .resume()
        .on('error', reject)
        .on('end', () => (answer.statusCode === 201 ? resolve() : reject(new Error(`status ${answer.statusCode}`))));
    })
      .on('error', reject)
      .end(body);
  });
}
