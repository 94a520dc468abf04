/** A handler finds the default of a parameter that was not given (RFC 7950 §7.14.2, §7.15.2). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/clean-up.js';
import { startTestNode, type TestNode } from '../support/node.js';
import { RawNetconf } from '../support/raw-netconf.js';

const MODULE = `module acme-ping {
  yang-version 1.1;
  namespace "urn:acme:ping";
  prefix p;
  rpc ping {
    input {
      leaf host { type string; mandatory true; }
      leaf count { type uint8; default 3; }
      container pace { leaf interval { type uint8; default 1; } }
      choice size { default small; leaf large { type uint16; } case small { leaf bytes { type uint16; default 56; } } }
    }
    output { leaf seen { type string; } }
  }
}`;
const PLUGIN = `export default {
  module: 'acme-ping',
  rpcs: { ping: async (input) => ({ seen: JSON.stringify(input) }) },
};`;

let node: TestNode;
let admin: RawNetconf;
beforeAll(async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'acme-ping.yang'), MODULE);
  writeFileSync(join(folder, 'ping.mjs'), PLUGIN);
  node = await startTestNode({ yang: [folder], plugins: [join(folder, 'ping.mjs')] });
  admin = await RawNetconf.open(node);
});
afterAll(async () => {
  admin.close();
  await node.stop();
});

async function seen(parameters: string): Promise<unknown> {
  const reply = await admin.ask(`<ping xmlns="urn:acme:ping"><host>h</host>${parameters}</ping>`);
  return JSON.parse(/<seen[^>]*>(.*)<\/seen>/.exec(reply)?.[1] ?? reply);
}

it('where nothing is given', async () => {
  expect(await seen('')).toEqual({ host: 'h', count: 3, pace: { interval: 1 }, bytes: 56 });
});

it('not where another value or another case is', async () => {
  expect(await seen('<count>9</count><pace><interval>2</interval></pace><large>900</large>')).toEqual({
    host: 'h',
    count: 9,
    pace: { interval: 2 },
    large: 900,
  });
});
