/** What is announced is what is served, at the node's endpoint and at an agent's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capabilitiesOf } from '../../src/netconf/index.js';
import { compileModels } from '../../src/node/modules.js';
import { Https } from '../support/http.js';
import type { RawNetconf } from '../support/raw-netconf.js';
import { agentEntry } from '../tasks/fixture.js';
import { B, type BoxNode, outcome, startBox } from './box.js';

const PREFIX = 'urn:ietf:params:netconf:capability:';
const optional = (capabilities: readonly string[]) =>
  capabilities
    .filter((each) => each.startsWith(PREFIX))
    .map((each) => each.slice(PREFIX.length))
    .filter((each) => !/^(notification|interleave|with-|yang-library)/.test(each));

const COMMON = ['writable-running:1.0', 'rollback-on-error:1.0', 'xpath:1.0'];
const NODE = [...COMMON, 'candidate:1.0', 'confirmed-commit:1.1', 'validate:1.1', 'url:1.0?scheme=file'];

describe('capabilities', () => {
  const models = { yang: [], features: new Map<string, readonly string[]>(), pluginModules: [] };

  it('follow the features of ietf-netconf', () => {
    const { nodeSchema, agentSchema } = compileModels(models);
    expect(optional(capabilitiesOf(nodeSchema)).sort()).toEqual([...NODE].sort());
    expect(optional(capabilitiesOf(agentSchema)).sort()).toEqual([...COMMON].sort());
    const withStartup = compileModels({ ...models, startup: true });
    expect(optional(capabilitiesOf(withStartup.nodeSchema)).sort()).toEqual([...NODE, 'startup:1.0'].sort());
    expect(optional(capabilitiesOf(withStartup.agentSchema)).sort()).toEqual([...COMMON].sort());
  });

  it('are taken away by the user, never added', () => {
    const features = new Map([['ietf-netconf', ['writable-running', 'startup', 'validate']]]);
    const { nodeSchema } = compileModels({ ...models, features });
    expect(optional(capabilitiesOf(nodeSchema)).sort()).toEqual(['validate:1.1', 'writable-running:1.0']);
  });
});

describe('what is not announced', () => {
  let node: BoxNode;
  beforeAll(async () => {
    node = await startBox({ features: new Map([['ietf-netconf', ['writable-running']]]) });
  });
  afterAll(() => node.stop());

  it.each([
    '<commit/>',
    '<discard-changes/>',
    '<cancel-commit/>',
    '<validate><source><running/></source></validate>',
    '<lock><target><candidate/></target></lock>',
    '<get-config><source><candidate/></source></get-config>',
    '<copy-config><target><url>file:///a.xml</url></target><source><running/></source></copy-config>',
    '<delete-config><target><startup/></target></delete-config>',
    '<edit-config><target><running/></target><test-option>set</test-option><config/></edit-config>',
    '<edit-config><target><running/></target><error-option>rollback-on-error</error-option><config/></edit-config>',
    '<edit-config><target><running/></target><url>file:///a.xml</url></edit-config>',
    '<get><filter type="xpath" select="/x"/></get>',
  ])('is not supported: %s', async (request) => {
    const session = await node.session();
    expect(outcome(await session.ask(request))).toBe('operation-not-supported');
  });
});

describe("an agent's endpoint", () => {
  let node: BoxNode;
  beforeAll(async () => {
    node = await startBox();
    const agents: Readonly<Record<string, unknown>> = { agent: [agentEntry('helper', [])] };
    await node.rig.node.edit({ 'yangent-agents:agents': agents });
  });
  afterAll(() => node.stop());

  it('serves no datastores but takes messages', async () => {
    const session = await node.session('admin%helper');
    for (const request of [
      '<lock><target><running/></target></lock>',
      '<commit/>',
      '<copy-config><target><running/></target><source><config/></source></copy-config>',
      '<validate><source><running/></source></validate>',
      '<copy-config><target><candidate/></target><source><running/></source></copy-config>',
      '<discard-changes/>',
    ]) {
      expect(outcome(await session.ask(request)), request).toBe('operation-not-supported');
    }
    expect(await session.ask('<get-config><source><running/></source></get-config>')).toMatch(
      /<data[^>]*(\/>|><\/data>)/,
    );
    const library =
      '<get><filter><yang-library xmlns="urn:ietf:params:xml:ns:yang:ietf-yang-library"><datastore/></yang-library></filter></get>';
    const names = [...(await session.ask(library)).matchAll(/<name[^>]*>[\w-]*:([\w-]+)<\/name>/g)].map(
      ([, name]) => name,
    );
    expect(names.sort()).toEqual(['operational', 'running']);
  });
});

describe('a lock of a NETCONF session', () => {
  it('keeps RESTCONF from editing, with 409 and in-use', async () => {
    const node = await startBox();
    try {
      const session: RawNetconf = await node.session();
      const https = new Https(node.rig);
      const put = () => https.send('PUT', '/restconf/data/acme-box:box', { body: '{"acme-box:box":{"name":"r"}}' });
      await session.ask('<lock><target><running/></target></lock>');
      const refused = await put();
      expect(refused.status).toBe(409);
      expect(refused.body).toContain('"error-tag":"in-use"');
      await session.ask('<unlock><target><running/></target></unlock>');
      expect((await put()).status).toBe(201);
      expect(await session.ask('<get-config><source><candidate/></source></get-config>')).toContain(`<box ${B}>`);
      https.close();
    } finally {
      await node.stop();
    }
  });
});
