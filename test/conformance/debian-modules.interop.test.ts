/** Every module of Debian's libyuma-base, libyang2, libyang2-tools and frr gets the verdict that yanglint gives it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { combineSources, compile, directories, sourceTexts, YangErrors } from '../../src/yang/index.js';
import { describePeer } from '../peers.js';
import { temporaryFolder } from '../support/clean-up.js';

/** Where libyang2-tools has its examples, some of them invalid; systems may be set up to leave documentation out. */
const EXAMPLES = '/usr/share/doc/libyang2-tools/examples';

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
      ...(existsSync(EXAMPLES) ? [[EXAMPLES, [EXAMPLES, ...yumaDirs, libyang]] as const] : []),
    ]);
    const home = temporaryFolder();
    const files = [...folders.keys()].flatMap((dir) => modulesIn(dir).map((name) => ({ dir, name })));

    const verdicts = { valid: 0, invalid: 0 };
    afterAll(() => console.info(`${files.length} modules: ${verdicts.valid} valid, ${verdicts.invalid} invalid`));

    it.each(files)('$dir/$name', ({ dir, name }) => {
      const file = join(dir, name);
      const search = [dir, ...(folders.get(dir) ?? []).filter((other) => other !== dir)];
      const args = ['-D', ...search.flatMap((one) => ['-p', one]), file];
      const theirs = spawnSync(yanglint, args, { encoding: 'utf8', env: { ...process.env, HOME: home } });
      const isValid = theirs.status === 0;
      expect(ourErrors(file, search), theirs.stderr).toEqual(isValid ? [] : [expect.anything()]);
      verdicts[isValid ? 'valid' : 'invalid'] += 1;
    });

    it('are all of the packages', () => {
      expect(modulesIn(frr).length).toBeGreaterThanOrEqual(40);
      expect(modulesIn(libyang).length).toBeGreaterThanOrEqual(8);
      const { stdout } = spawnSync('dpkg-query', ['-L', 'libyuma-base'], { encoding: 'utf8' });
      const shipped = stdout.split('\n').filter((path) => path.endsWith('.yang'));
      expect(shipped.length).toBeGreaterThan(80);
      expect(files.map(({ dir, name }) => join(dir, name))).toEqual(expect.arrayContaining(shipped));
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
