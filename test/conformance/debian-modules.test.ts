/** Every module of Debian's libyuma-base, libyang2 and frr gets the verdict that yanglint gives it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { combineSources, compile, directories, sourceTexts, YangErrors } from '../../src/yang/index.js';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/temporary.js';

describePeer(
  ['yanglint', 'libyang-modules', 'libyuma-base', 'libyuma-nmda', 'frr-modules'],
  'the verdict on each Debian module is that of yanglint',
  (yanglint, libyang, yuma, nmda, frr) => {
    const yumaDirs = foldersIn(yuma);
    const nmdaDirs = foldersIn(nmda);
    // Where the modules in each folder find what they import; their own folder comes first.
    const folders = new Map<string, readonly string[]>([
      ...yumaDirs.map((dir) => [dir, [...yumaDirs, libyang]] as const),
      ...nmdaDirs.map((dir) => [dir, [...nmdaDirs, ...yumaDirs, libyang]] as const),
      [libyang, [libyang]],
      [frr, [frr, libyang]],
    ]);
    const home = temporaryFolder();
    const files = [...folders.keys()].flatMap((dir) => modulesIn(dir).map((name) => ({ dir, name })));

    it.each(files)('$dir/$name', ({ dir, name }) => {
      const file = join(dir, name);
      const search = [dir, ...(folders.get(dir) ?? []).filter((other) => other !== dir)];
      const args = ['-D', ...search.flatMap((one) => ['-p', one]), file];
      const theirs = spawnSync(yanglint, args, { encoding: 'utf8', env: { ...process.env, HOME: home } });
      expect(ourErrors(file, search), theirs.stderr).toEqual(theirs.status === 0 ? [] : [expect.anything()]);
    });
  },
);

/** What is wrong with the module, all errors as one. */
function ourErrors(file: string, search: readonly string[]): readonly string[] {
  const sources = combineSources(sourceTexts([{ file, text: readFileSync(file, 'utf8') }]), directories(search));
  try {
    compile({ sources, implement: [basename(file, '.yang').replace(/@.*/, '')] });
    return [];
  } catch (error) {
    if (error instanceof YangErrors) return [error.message];
    throw error;
  }
}

function foldersIn(dir: string): readonly string[] {
  return readdirSync(dir)
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isDirectory());
}

function modulesIn(dir: string): readonly string[] {
  return readdirSync(dir).filter((name) => name.endsWith('.yang'));
}
