/** The types of all modules that Debian has: one program, small enough for an editor. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateJsonSchemas, generateTypes } from '../../src/bindings/index.js';
import { compile, directories } from '../../src/yang/index.js';
import { describePeer } from '../peers.js';
import { complaints } from './types-program.js';

const YUMA = ['ietf', 'ietf-derived', 'ietf-draft', 'netconfcentral', 'yuma123', 'examples'];

/** Modules that cannot be in one schema with the others. */
const APART: ReadonlySet<string> = new Set([
  'ietf-if-ethernet-like', // augments nodes that no module has
  'yuma123-netconf', // has the namespace of ietf-netconf
]);

/** Characters of types for one module, on average; a module's own text has about twice as many. */
const MOST_PER_MODULE = 15_000;

describePeer(
  ['frr-modules', 'libyang-modules', 'libyuma-base', 'libyuma-nmda'],
  'the types of the modules of libyuma-base, libyang2 and frr',
  (frr, libyang, yuma, nmda) => {
    const search = [frr, libyang, join(nmda, 'ietf'), ...YUMA.map((each) => join(yuma, each))];
    const sources = directories(search);
    const names = [...new Set(search.flatMap(modulesIn))].filter((name) => !APART.has(name));
    const modules = names.filter((name) => !/^\s*submodule\s/m.test(sources.find(name)?.text ?? ''));
    const schema = compile({ sources, implement: modules });

    it('are short', () => {
      const length = generateTypes(schema, modules).reduce((sum, { text }) => sum + text.length, 0);
      console.info(`${modules.length} modules: ${Math.round(length / 1000)} kB of types`);
      expect(modules.length).toBeGreaterThan(95);
      expect(length / modules.length).toBeLessThan(MOST_PER_MODULE);
    });

    it('compile strictly, and know what is in another module', () => {
      const program = `import type { Data } from './index.js';
        export const data: Data = {
          'frr-interface:lib': { interface: [{ name: 'eth0', 'frr-zebra:zebra': { bandwidth: 10 } }] },
          'ietf-interfaces:interfaces': { interface: [{ name: 'eth0', type: 'iana-if-type:ethernetCsmacd' }] },
        };
        // @ts-expect-error a bandwidth is a number
        export const wrong: Data = { 'frr-interface:lib': { interface: [{ name: 'e', 'frr-zebra:zebra': { bandwidth: 'x' } }] } };`;
      const start = performance.now();
      expect(complaints(schema, modules, program)).toEqual([]);
      console.info(`checked by TypeScript in ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }, 120_000);

    it('and their JSON Schemas are made for every one of them', () => {
      expect(generateJsonSchemas(schema, modules).length).toBeGreaterThan(modules.length);
    });
  },
);

function modulesIn(directory: string): string[] {
  return readdirSync(directory).flatMap((file) => /^([^@]+)(?:@.*)?\.yang$/.exec(file)?.[1] ?? []);
}
