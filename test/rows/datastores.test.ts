/** What of the datastores is there again after `kill -9`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connectNetconf, type NetconfClient } from '../../src/clients/index.js';
import { serializeXml } from '../../src/data/index.js';
import { temporaryFolder } from '../support/clean-up.js';
import { type ServeProcess, startServe } from '../support/serve.js';

const MODULE = `module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  container box { leaf name { type string; } leaf-list tag { type string; ordered-by user; } }
}`;

let running: ServeProcess | undefined;
afterEach(() => running?.end('SIGKILL'));

interface Place {
  readonly data: string;
  readonly args: readonly string[];
}

function place(...more: readonly string[]): Place {
  const yang = temporaryFolder();
  writeFileSync(join(yang, 'acme-box.yang'), MODULE);
  return { data: temporaryFolder(), args: ['--yang', yang, ...more] };
}

async function start({ data, args }: Place): Promise<NetconfClient> {
  running = await startServe({ data, args });
  return connectNetconf({ ...running.netconf, username: 'admin', password: running.password });
}

async function kill(client: NetconfClient): Promise<void> {
  await running?.end('SIGKILL');
  await client.close().catch(() => undefined);
}

const set = (datastore: string, name: string) =>
  `<edit-config><target><${datastore}/></target><config><box xmlns="urn:acme:box"><name>${name}</name></box></config></edit-config>`;

async function nameIn(client: NetconfClient, datastore = 'running'): Promise<string | undefined> {
  const reply = await client.rpc(
    `<get-config><source><${datastore}/></source><filter><box xmlns="urn:acme:box"/></filter></get-config>`,
  );
  return /<name>(.*?)<\/name>/.exec(serializeXml(reply))?.[1];
}

describe('after kill -9', () => {
  it('a confirmed commit that was not confirmed is undone, one that was confirmed stays', async () => {
    const here = place();
    let client = await start(here);
    await client.rpc(set('running', 'before'));
    await client.rpc(set('candidate', 'pending'));
    await client.rpc('<commit><confirmed/><confirm-timeout>600</confirm-timeout><persist>token</persist></commit>');
    expect(await nameIn(client)).toBe('pending');
    await kill(client);

    client = await start(here);
    expect(await nameIn(client)).toBe('before');
    await client.rpc(set('candidate', 'confirmed'));
    await client.rpc('<commit><confirmed/></commit>');
    await client.rpc('<commit/>');
    await client.rpc(set('candidate', 'never committed'));
    await kill(client);

    client = await start(here);
    expect(await nameIn(client)).toBe('confirmed');
    expect(await nameIn(client, 'candidate')).toBe('confirmed');
    await kill(client);
  }, 120_000);

  it('running is what startup is, where there is one', async () => {
    const here = place('--startup');
    let client = await start(here);
    await client.rpc(set('running', 'saved'));
    await client.rpc('<copy-config><target><startup/></target><source><running/></source></copy-config>');
    await client.rpc(set('running', 'lost'));
    await kill(client);

    client = await start(here);
    expect(await nameIn(client)).toBe('saved');
    expect(await nameIn(client, 'startup')).toBe('saved');
    await kill(client);
  }, 120_000);
});
