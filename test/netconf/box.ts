/** A node that serves a small module, and sessions to it made of literal text. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const BOX = `module acme-box {
  yang-version 1.1;
  namespace "urn:acme:box";
  prefix box;
  container box {
    leaf name { type string; }
    leaf limit { type uint8; default 7; }
    container uplink {
      presence "there is one";
      choice medium { mandatory true; leaf fibre { type empty; } leaf copper { type empty; } }
    }
    list port {
      key name;
      leaf name { type string; }
      leaf speed { type uint32; mandatory true; }
      leaf enabled { type boolean; default true; }
      leaf backup { type leafref { path "../../port/name"; } }
    }
    leaf-list tag { type string; ordered-by user; }
  }
  container stats { config false; leaf uptime { type uint32; } }
  notification alarm { leaf id { type uint32; mandatory true; } leaf text { type string; } }
}`;

export const B = 'xmlns="urn:acme:box"';
export const NMDA =
  'xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-nmda" xmlns:ds="urn:ietf:params:xml:ns:yang:ietf-datastores" xmlns:or="urn:ietf:params:xml:ns:yang:ietf-origin"';

export interface BoxNode {
  readonly rig: TestNode;
  /** A new session of user `admin`, or of the one named. */
  session(user?: string): Promise<RawNetconf>;
  stop(): Promise<void>;
}

export async function startBox(options: TestNodeOptions = {}): Promise<BoxNode> {
  const yang = temporaryFolder();
  writeFileSync(join(yang, 'acme-box.yang'), BOX);
  const rig = await startTestNode({ yang: [yang], ...options });
  const sessions: RawNetconf[] = [];
  return {
    rig,
    session: async (user = 'admin') => {
      const session = await RawNetconf.open(rig, '1.1', { user, password: rig.password });
      sessions.push(session);
      return session;
    },
    stop: async () => {
      for (const session of sessions) session.close();
      await rig.stop();
    },
  };
}

export const get = (datastore: string) =>
  `<get-config><source><${datastore}/></source><filter><box ${B}/></filter></get-config>`;

export function edit(datastore: string, content: string, options = ''): string {
  return `<edit-config><target><${datastore}/></target>${options}<config xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0">${content}</config></edit-config>`;
}

/** The content of the box, as a reply shows it. */
export function boxIn(reply: string): string {
  return /<box [^>]*>(.*)<\/box>/.exec(reply)?.[1] ?? (/<box [^>]*\/>/.test(reply) ? '' : 'no box');
}

/** `ok`, or the tags of the errors. */
export function outcome(reply: string): string {
  if (/<ok\/>/.test(reply)) return 'ok';
  const tags = [...reply.matchAll(/<error-tag>([^<]*)<\/error-tag>/g)].map(([, tag]) => tag);
  return tags.length > 0 ? tags.join(' ') : reply;
}
