import { describe, expect, it } from 'vitest';
import { fromValue, type Tree, toValue } from '../../src/data/index.js';
import { configuration, configuredEntries, configuredEntry, configuredOthers } from '../../src/server/index.js';
import { compile, directories } from '../../src/yang/index.js';
import { IETF, YANG } from '../yang-modules/modules.js';

const schema = compile({
  sources: directories([YANG, IETF]),
  implement: ['yangent-agents', 'yangent-contexts', 'yangent-devices', 'yangent-loops', 'yangent-tasks'],
});
const treeOf = (value: unknown): Tree => fromValue(schema.root, value, { schema });
const DEVICE = '/yangent-devices:devices/device';

describe('configuration in use', () => {
  it('has the defaults of a container that nobody configured', () => {
    expect(configuration(treeOf({}), '/yangent-contexts:retention')).toEqual({ 'item-age': 90, 'data-age': 30 });
    const { retention, fairness } = configuration(treeOf({}), '/yangent-tasks:task-settings');
    expect([retention, fairness]).toEqual([{ days: 30, count: 100_000 }, 2]);
  });

  it('has what was set beside the defaults of what was not', () => {
    const tree = treeOf({ 'yangent-agents:agents': { policy: { 'max-agents': 4 } } });
    expect(configuration(tree, '/yangent-agents:agents/policy')).toEqual({
      'operator-approval': false,
      'owner-approval': false,
      'max-agents': 4,
      'max-agents-per-owner': 100,
      'max-description-size': 262_144,
    });
  });

  it('has entries by their keys, typed, without state', () => {
    const device = { name: 'edge-1', address: '192.0.2.1', capabilities: ['urn:x'] };
    const tree = treeOf({ 'yangent-devices:devices': { device: [device] } });
    const found = configuredEntry(tree, DEVICE, 'edge-1');
    const protocol: 'netconf-ssh' | 'restconf' | undefined = found?.protocol;
    expect(protocol).toBe('netconf-ssh');
    expect(found).toEqual({ name: 'edge-1', address: '192.0.2.1', protocol: 'netconf-ssh' });
    expect(configuredEntry(tree, DEVICE, 'edge-2')).toBeUndefined();
    expect(configuredEntries(tree, DEVICE)).toEqual([found]);
    // @ts-expect-error a list needs its keys
    configuredEntry(tree, DEVICE);
    // @ts-expect-error the model has no such list
    expect(() => configuredEntry(tree, '/yangent-devices:devices/gadget', 'x')).toThrow('no configuration at');
    expect(toValue(tree)).toEqual({ 'yangent-devices:devices': { device: [device] } });
  });

  it('computes the value of an entry once, and none of those that are left out', () => {
    const device = ['edge-1', 'edge-2'].map((name) => ({ name, address: '192.0.2.1' }));
    const tree = treeOf({ 'yangent-devices:devices': { device } });
    const [one, two] = configuredEntries(tree, DEVICE);
    expect(configuredEntry(tree, DEVICE, 'edge-1')).toBe(one);
    expect(configuredOthers(tree, DEVICE, [['edge-1']])).toEqual([two]);
    expect(configuredOthers(tree, DEVICE, [['edge-1'], ['edge-2']])).toEqual([]);
  });

  it('has containers within entries', () => {
    const tree = treeOf({ 'yangent-loops:loops': { loop: [{ name: 'up', agent: 'noc', policy: { priority: 5 } }] } });
    const policy = configuredEntry(tree, '/yangent-loops:loops/loop/policy', 'up');
    expect(policy).toEqual({
      mode: 'approve',
      'cool-down': 0,
      'allow-free-text': false,
      priority: 5,
      'conflict-window': 600,
    });
    expect(configuredEntry(tree, '/yangent-loops:loops/loop/policy', 'down')).toBeUndefined();
  });

  it('is read once for each node of the tree', () => {
    const tree = treeOf({ 'yangent-devices:devices': { device: [{ name: 'a', address: 'a.example' }] } });
    expect(configuredEntry(tree, DEVICE, 'a')).toBe(configuredEntry({ ...tree }, DEVICE, 'a'));
    expect(configuration(treeOf({}), '/yangent-contexts:retention')).toBe(
      configuration(treeOf({}), '/yangent-contexts:retention'),
    );
  });
});
