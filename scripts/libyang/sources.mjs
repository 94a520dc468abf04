// The source packages, from the Debian mirrors that the machine uses, with lists and caches of our own: the
// configuration of the machine's apt is read and left as it is.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { run } from './run.mjs';

/** The release whose libyang and pcre2 are built, whatever the machine runs. */
const RELEASE = 'trixie';
/** The one before: its pcre2 will do where a mirror lists what it does not hold, as it may for days after an update. */
const PREVIOUS = 'bookworm';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Downloads, verifies and unpacks both.
 * @returns for `libyang` and `pcre2` the version of the source package and the folder it stands in
 */
export function fetchSources(folder) {
  const suites = suitesOf(mirrors());
  const apt = aptOf(folder, suites);
  // The lists of one suite may be missing: what is not listed is not found below.
  const unlisted = failureOf(() => run('apt-get', [...apt, 'update', '-qq']));
  const fetch = (name) => {
    const wanted = [name, ...suites.map(({ suite }) => `${name}/${suite}`)];
    const failures = download(folder, apt, name, wanted);
    if (failures.length === wanted.length) throw new Error([unlisted, ...failures].filter(Boolean).join('\n'));
    if (failures.length > 0)
      console.log(`Taking ${wanted[failures.length]}: the mirror lists a newer one, but has it not.`);
    return unpack(folder, name);
  };
  return { libyang: fetch('libyang'), pcre2: fetch('pcre2') };
}

/** Takes the first of `wanted` that can be had. @returns what apt said of those before it */
function download(folder, apt, name, wanted) {
  const failures = [];
  for (const source of wanted) {
    const failure = failureOf(() =>
      run('apt-get', [...apt, 'source', '-qq', '--download-only', source], { cwd: folder }),
    );
    if (failure === undefined) break;
    failures.push(failure);
    for (const file of readdirSync(folder)) if (file.startsWith(`${name}_`)) rmSync(`${folder}/${file}`);
  }
  return failures;
}

function failureOf(act) {
  try {
    act();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

function unpack(folder, name) {
  const description = readdirSync(folder).find((file) => file.startsWith(`${name}_`) && file.endsWith('.dsc'));
  if (description === undefined) throw new Error(`apt brought no source package ${name}`);
  // apt has verified the files against the signed list of the release.
  run('dpkg-source', ['--no-check', '-x', description, name], { cwd: folder });
  return { version: description.slice(name.length + 1, -'.dsc'.length), folder: `${folder}/${name}` };
}

/** Options for an apt with only the source packages of the suites. */
function aptOf(folder, suites) {
  for (const directory of ['sources', 'state/lists/partial', 'cache/archives/partial'])
    mkdirSync(`${folder}/apt/${directory}`, { recursive: true });
  for (const { suite, site } of suites) {
    const entry = { Types: 'deb-src', URIs: site, Suites: suite, Components: 'main', 'Signed-By': KEYRING };
    const lines = Object.entries(entry).map(([name, value]) => `${name}: ${value}\n`);
    writeFileSync(`${folder}/apt/sources/${suite}.sources`, lines.join(''));
  }
  const options = {
    'Dir::Etc::SourceList': '/dev/null',
    'Dir::Etc::SourceParts': `${folder}/apt/sources`,
    'Dir::State': `${folder}/apt/state`,
    'Dir::Cache': `${folder}/apt/cache`,
    'APT::Sandbox::User': 'root',
  };
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** Where sources are looked for, the best first. */
function suitesOf({ main, security }) {
  return [RELEASE, PREVIOUS].flatMap((release) => [
    ...(security === undefined ? [] : [{ suite: `${release}-security`, site: security }]),
    { suite: release, site: main },
  ]);
}

/** Where the machine has Debian from. */
function mirrors() {
  const format = '$(SITE)|$(ORIGIN)|$(LABEL)';
  const known = run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']).split('\n');
  const siteOf = (label) => known.find((line) => line.endsWith(`|Debian|${label}`))?.split('|')[0];
  const main = siteOf('Debian');
  if (main === undefined) throw new Error('apt has no Debian mirror: is this Debian, and has apt-get update run?');
  return { main, security: siteOf('Debian-Security') };
}
