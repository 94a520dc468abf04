/** get-schema (RFC 6022 §3.1) where one identifier names several schemas, and what it refuses. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import type { RawNetconf } from '../support/raw-netconf.js';
import { type BoxNode, startBox } from './box.js';

const MONITORING = 'xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring"';

const moduleText = (name: string, revision: string) => `module ${name} {
  yang-version 1.1;
  namespace "urn:${name}";
  prefix p;
  include acme-part { revision-date ${revision}; }
}`;
const partText = (name: string, revision: string) => `submodule acme-part {
  yang-version 1.1;
  belongs-to ${name} { prefix p; }
  revision ${revision};
  container ${name}-part { leaf x { type string; } }
}`;

let node: BoxNode;
let session: RawNetconf;
beforeAll(async () => {
  const yang = temporaryFolder();
  for (const [name, revision] of [
    ['acme-left', '2020-01-01'],
    ['acme-right', '2021-01-01'],
  ] as const) {
    writeFileSync(join(yang, `${name}.yang`), moduleText(name, revision));
    writeFileSync(join(yang, `acme-part@${revision}.yang`), partText(name, revision));
  }
  node = await startBox({ yang: [yang] });
  session = await node.session();
});
afterAll(() => node.stop());

const getSchema = (parameters: string) => session.ask(`<get-schema ${MONITORING}>${parameters}</get-schema>`);
const BASE = 'xmlns="urn:ietf:params:xml:ns:netconf:base:1.0"';

describe('get-schema', () => {
  it('wants the version where an identifier names several schemas: data-not-unique', async () => {
    expect(await getSchema('<identifier>acme-part</identifier>')).toBe(
      `<rpc-reply ${BASE} message-id="1"><rpc-error ${BASE}><error-type>application</error-type><error-tag>operation-failed</error-tag><error-severity>error</error-severity><error-app-tag>data-not-unique</error-app-tag><error-message xml:lang="en">there are 2 schemas "acme-part"; name the version</error-message></rpc-error></rpc-reply>`,
    );
    expect(await getSchema('<identifier>acme-part</identifier><format>yang</format>')).toContain('>data-not-unique<');
  });

  it.each([
    ['2020-01-01', 'acme-left-part'],
    ['2021-01-01', 'acme-right-part'],
  ])('gives the one of version %s', async (version, content) => {
    const reply = await getSchema(`<identifier>acme-part</identifier><version>${version}</version>`);
    expect(reply).toMatch(
      /^<rpc-reply [^>]*><data xmlns="urn:ietf:params:xml:ns:yang:ietf-netconf-monitoring">submodule acme-part \{/,
    );
    expect(reply).toContain(`container ${content} `);
  });

  it('lists both', async () => {
    const filter = `<filter><netconf-state ${MONITORING}><schemas><schema><identifier>acme-part</identifier></schema></schemas></netconf-state></filter>`;
    const reply = await session.ask(`<get>${filter}</get>`);
    expect([...reply.matchAll(/<version>([^<]*)<\/version>/g)].map(([, version]) => version)).toEqual([
      '2020-01-01',
      '2021-01-01',
    ]);
  });

  it.each([
    ['no identifier', '', 'missing-element'],
    ['an identifier of nothing', '<identifier>acme-none</identifier>', 'invalid-value'],
    ['a version there is not', '<identifier>acme-left</identifier><version>1999-01-01</version>', 'invalid-value'],
    ['a format that is not served', '<identifier>acme-left</identifier><format>yin</format>', 'invalid-value'],
    ['a format nobody knows', '<identifier>acme-left</identifier><format>pdf</format>', 'invalid-value'],
  ])('with %s is refused', async (_what, parameters, tag) => {
    expect(await getSchema(parameters)).toContain(`<error-tag>${tag}</error-tag>`);
  });
});
