/** The standard modules in yang/ietf say the same as the published ones; only the texts for people are ours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  combineSources,
  compile,
  directories,
  parseModule,
  type SourceSet,
  type Statement,
  sourceTexts,
} from '../../src/yang/index.js';
import { describePeer } from '../peers.js';
import { IETF, OWN_MODULES, STANDARD_MODULES, YANG } from './modules.js';
import { outlineOfModule, outlineOfNode } from './outline.js';
import { publishedRows } from './published.js';

/** Where the published file of each module is; those of RFC 5277 follow it in part and are compared further below. */
const FILES = publishedRows().flatMap(({ module, packaged }) =>
  packaged && !packaged.file.includes('/ietf-derived/') ? [{ name: module, file: packaged.file }] : [],
);

const ours = directories([YANG, IETF]);

describe('the modules in yang/', () => {
  it.each([...OWN_MODULES, ...STANDARD_MODULES])('$title compiles', ({ name }) => {
    const schema = compile({ sources: ours, implement: [name] });
    expect(schema.modules.get(name)?.conformance).toBe('implement');
  });

  it('compile together', () => {
    const names = [...OWN_MODULES, ...STANDARD_MODULES].map((m) => m.name).filter((n) => n !== 'irtf-agent-strict');
    expect(() => compile({ sources: ours, implement: names })).not.toThrow();
  });
});

describePeer(
  ['libyuma-base', 'libyuma-nmda', 'libyang-modules'],
  'the modules in yang/ietf beside the published ones',
  (yuma, nmda, libyang) => {
    const dirs = [join(nmda, 'ietf'), join(yuma, 'ietf'), libyang];
    const published = directories(dirs);

    it.each(FILES)('$name is the same schema', ({ name, file }) => {
      const theirs = sourceTexts([{ file, text: readFileSync(file, 'utf8') }]);
      expect(outline(ours, name)).toEqual(outline(combineSources(theirs, published), name));
      expect(definitions(ours, name)).toEqual(definitions(combineSources(theirs, published), name));
    });
  },
);

describePeer('libyuma-base', 'the modules for RFC 5277 beside those of yuma123', (yuma) => {
  const theirs = directories(['ietf-derived', 'ietf', 'netconfcentral'].map((dir) => join(yuma, dir)));
  const schemas = [ours, theirs].map((sources) =>
    compile({ sources, implement: ['notifications', 'nc-notifications'] }),
  );

  it('have the same create-subscription', () => {
    const [a, b] = schemas.map((schema) => outlineOfModule(schema, 'notifications').rpcs);
    expect(a).toEqual(b);
  });

  it('have the same notifications', () => {
    const [a, b] = schemas.map((schema) => outlineOfModule(schema, 'nc-notifications').notifications);
    expect(a).toEqual(b);
  });

  it('have the same streams, but for the replayLogAgedTime which yuma123 leaves out', () => {
    const [a, b] = schemas.map((schema) => {
      const streams = schema.root.data.get('nc-notifications:netconf');
      const list = streams?.kind === 'container' ? streams.data.get('nc-notifications:streams') : undefined;
      const stream = list?.kind === 'container' ? list.data.get('nc-notifications:stream') : undefined;
      return stream?.kind === 'list' ? stream.children.map(outlineOfNode) : [];
    });
    expect(a?.filter((leaf) => leaf.qname !== 'nc-notifications:replayLogAgedTime')).toEqual(b);
    expect(a).toHaveLength(5);
  });
});

function outline(sources: SourceSet, name: string): unknown {
  return outlineOfModule(compile({ sources, implement: [name] }), name);
}

/**
 * Typedefs, groupings, extensions and if-features leave no trace of their own in a schema. A module is made that uses
 * each typedef and grouping once; the extensions and if-features are read from the text.
 */
function definitions(sources: SourceSet, name: string): unknown {
  const source = sources.find(name);
  if (source === undefined) throw new Error(`no source of ${name}`);
  const { statements } = parseModule(source.text, source.file);
  const named = (keyword: string): string[] =>
    statements.filter((s) => s.keyword === keyword).map((s) => s.argument ?? '');
  const probe = [
    'module probe { yang-version 1.1; namespace "urn:probe"; prefix probe;',
    `import ${name} { prefix it; }`,
    ...named('typedef').map((t) => `leaf type-${t} { config false; type it:${t}; }`),
    // The leafrefs of some groupings lead out of them: only those that stand for themselves can be used anywhere.
    ...named('grouping')
      .filter((g) => g !== 'module-implementation-parameters')
      .map((g) => `container grouping-${g} { config false; list any { uses it:${g}; } }`),
    '}',
  ].join('\n');
  const schema = compile({
    sources: combineSources(sourceTexts([{ file: 'probe.yang', text: probe }]), sources),
    implement: ['probe'],
  });
  return {
    ifFeatures: ifFeatures(statements),
    uses: schema.root.children.map(outlineOfNode),
    extensions: statements
      .filter((s) => s.keyword === 'extension')
      .map((s) => ({ name: s.argument, argument: s.statements.find((x) => x.keyword === 'argument')?.argument })),
  };
}

/** What each if-feature governs. */
function ifFeatures(statements: readonly Statement[], path = ''): string[] {
  return statements.flatMap((s) => {
    const here = `${path}/${s.keyword} ${s.argument ?? ''}`;
    return s.keyword === 'if-feature' ? [here] : ifFeatures(s.statements, here);
  });
}
