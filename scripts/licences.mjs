// The licences of the packages that the build takes into its own files, as they ask for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The directory of the package that a file belongs to: the one below the last `node_modules`. */
const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const NAMES = /^(licen[cs]e|copying|notice)/i;

/**
 * @param root the package's directory
 * @param files those the build has read, relative to it
 * @returns name, version and texts of each package, in the order of the names
 * @throws Error when a package has no text of its licence and does not name it either
 */
export function licences(root, files) {
  const packages = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const notices = new Set([...packages].map((directory) => notice(join(root, directory))));
  return [...notices].sort().join(`\n${'-'.repeat(80)}\n`);
}

function notice(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const texts = readdirSync(directory)
    .filter((file) => NAMES.test(file))
    .map((file) => readFileSync(join(directory, file), 'utf8').trim());
  if (texts.length === 0 && license === undefined) throw new Error(`the package ${name} says nothing of its licence`);
  return [`${name} ${version} (${license})`, ...texts].join('\n\n').concat('\n');
}
