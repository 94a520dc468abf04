// The source packages, from the Debian mirror that the machine uses, with lists and caches of our own: the
// configuration of the machine's apt is read and left as it is.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { run } from './run.mjs';

/** The release whose libyang and pcre2 are built, whatever the machine runs. */
const RELEASE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Downloads, verifies and unpacks both.
 * @returns for `libyang` and `pcre2` the version of the source package and the folder it stands in
 */
export function fetchSources(folder) {
  const apt = aptOf(folder);
  run('apt-get', [...apt, 'update', '-qq']);
  run('apt-get', [...apt, 'source', '-qq', '--download-only', 'libyang', 'pcre2'], { cwd: folder });
  return { libyang: unpack(folder, 'libyang'), pcre2: unpack(folder, 'pcre2') };
}

function unpack(folder, name) {
  const description = readdirSync(folder).find((file) => file.startsWith(`${name}_`) && file.endsWith('.dsc'));
  if (description === undefined) throw new Error(`apt brought no source package ${name}`);
  // apt has verified the files against the signed list of the release.
  run('dpkg-source', ['--no-check', '-x', description, name], { cwd: folder });
  return { version: description.slice(name.length + 1, -'.dsc'.length), folder: `${folder}/${name}` };
}

/** Options for an apt with only the source packages of the release. */
function aptOf(folder) {
  for (const directory of ['sources', 'state/lists/partial', 'cache/archives/partial'])
    mkdirSync(`${folder}/apt/${directory}`, { recursive: true });
  const entry = { Types: 'deb-src', URIs: mirror(), Suites: RELEASE, Components: 'main', 'Signed-By': KEYRING };
  const lines = Object.entries(entry).map(([name, value]) => `${name}: ${value}\n`);
  writeFileSync(`${folder}/apt/sources/release.sources`, lines.join(''));
  const options = {
    'Dir::Etc::SourceList': '/dev/null',
    'Dir::Etc::SourceParts': `${folder}/apt/sources`,
    'Dir::State': `${folder}/apt/state`,
    'Dir::Cache': `${folder}/apt/cache`,
    'APT::Sandbox::User': 'root',
  };
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** Where the machine has Debian from. */
function mirror() {
  const format = '$(SITE)|$(ORIGIN)|$(LABEL)';
  const known = run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']).split('\n');
  const site = known.find((line) => line.endsWith('|Debian|Debian'))?.split('|')[0];
  if (site === undefined) throw new Error('apt has no Debian mirror: is this Debian, and has apt-get update run?');
  return site;
}
