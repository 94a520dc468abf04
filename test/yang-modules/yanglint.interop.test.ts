import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describePeer } from '../peers.js';
import { IETF, instances, OWN_MODULES, STANDARD_MODULES, YANG } from './modules.js';

/**
 * What yanglint has to say about the standards themselves: RFC 6470 puts a `when` on a `uses` directly below a
 * notification and goes one step too far up in it.
 */
const KNOWN = /^libyang warn: Schema node "confirm-event" for parent "<root>" not found;.*\n/gm;

const IRTF_AGENT = join(YANG, 'irtf-agent@2025-07-01.yang');
const TYPES = { data: 'data', rpc: 'rpc', notification: 'notif' } as const;

/** The tree diagram of RFC 8040 §9.2: the published file of this module is in no Debian package. */
const RESTCONF_MONITORING = `module: ietf-restconf-monitoring
  +--ro restconf-state
     +--ro capabilities
     |  +--ro capability*   inet:uri
     +--ro streams
        +--ro stream* [name]
           +--ro name                        string
           +--ro description?                string
           +--ro replay-support?             boolean
           +--ro replay-log-creation-time?   yang:date-and-time
           +--ro access* [encoding]
              +--ro encoding    string
              +--ro location    inet:uri
`;

/** Of the tree diagram of RFC 8639 §3.1: the published file of this module is in no Debian package. */
const STREAMS = `module: ietf-subscribed-notifications
  +--ro streams
  |  +--ro stream* [name]
  |     +--ro name                        string
  |     +--ro description?                string
  |     +--ro replay-support?             empty {replay}?
  |     +--ro replay-log-creation-time    yang:date-and-time {replay}?
  |     +--ro replay-log-aged-time?       yang:date-and-time {replay}?
`;

describePeer('yanglint', 'yanglint', (yanglint) => {
  function run(...args: string[]): { status: number | null; said: string } {
    const { status, stdout, stderr } = spawnSync(yanglint, ['-p', YANG, '-p', IETF, ...args], { encoding: 'utf8' });
    return { status, said: (stdout + stderr).replace(KNOWN, '') };
  }

  it.each([...OWN_MODULES, ...STANDARD_MODULES])('accepts $title without a warning', ({ path }) => {
    expect(run(path)).toEqual({ status: 0, said: '' });
  });

  it.each(instances())('finds $title valid: $valid', ({ path, type, valid }) => {
    expect(run('-t', TYPES[type], IRTF_AGENT, path).status === 0).toBe(valid);
  });

  it.each(instances())('finds $title valid: $valid beside the yangent modules', ({ path, type, valid }) => {
    expect(run('-t', TYPES[type], IRTF_AGENT, join(YANG, 'yangent-tasks.yang'), path).status === 0).toBe(valid);
  });

  it('refuses a free commuType under the strict profile only', () => {
    const document = instances().find((i) => i.title.startsWith('08'))?.path ?? '';
    expect(run('-t', 'data', IRTF_AGENT, document).status).toBe(0);
    const strict = join(YANG, 'irtf-agent-strict@2025-07-01.yang');
    expect(run('-t', 'data', IRTF_AGENT, strict, document).status).not.toBe(0);
  });

  it('prints the tree of RFC 8040 for ietf-restconf-monitoring', () => {
    const { said } = run('-f', 'tree', join(IETF, 'ietf-restconf-monitoring@2017-01-26.yang'));
    expect(said.trim()).toBe(RESTCONF_MONITORING.trim());
  });

  it('prints the tree of RFC 8639 for the event streams', () => {
    const features = ['-F', 'ietf-subscribed-notifications:replay'];
    const { said } = run(...features, '-f', 'tree', join(IETF, 'ietf-subscribed-notifications@2019-09-09.yang'));
    expect(said.slice(0, STREAMS.length)).toBe(STREAMS);
  });
});
