// What CMake would find out about the machine, for WebAssembly: header files filled in, and the list of what is compiled.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** What wasi-libc has of what libyang would otherwise bring along. */
const AVAILABLE = new Set(
  ['VDPRINTF', 'ASPRINTF', 'VASPRINTF', 'GETLINE', 'STRNDUP', 'STRDUPA', 'STRCHRNUL', 'REALPATH', 'LOCALTIME_R']
    .concat(['GMTIME_R', 'TIMEGM', 'STRPTIME', 'STRCASECMP', 'SETENV', 'STDATOMIC', 'PTHREAD_MUTEX_TIMEDLOCK'])
    .map((name) => `HAVE_${name}`),
);

/**
 * Fills in the headers below `folder`, which holds libyang, pcre2 and native.
 * @returns {{ source: string, flags: readonly string[] }[]} the C files, named from `folder`, each with its flags
 */
export function configure(folder) {
  const lists = readFileSync(`${folder}/libyang/CMakeLists.txt`, 'utf8');
  mkdirSync(`${folder}/include`);
  const fill = (from, to, values) =>
    writeFileSync(`${folder}/include/${to}`, filled(readFileSync(`${folder}/${from}`, 'utf8'), values));
  fill('libyang/compat/compat.h.in', 'compat.h', new Map());
  fill('libyang/src/ly_config.h.in', 'ly_config.h', libyangValues(lists));
  fill('libyang/src/version.h.in', 'version.h', libyangValues(lists));
  for (const [from, to] of [
    ['config.h.generic', 'config.h'],
    ['pcre2.h.generic', 'pcre2.h'],
    ['pcre2_chartables.c.dist', 'pcre2_chartables.c'],
  ])
    copyFileSync(`${folder}/pcre2/src/${from}`, `${folder}/pcre2/src/${to}`);

  const pcreLists = readFileSync(`${folder}/pcre2/CMakeLists.txt`, 'utf8');
  const pcre = filesOf(pcreLists, 'PCRE2_SOURCES').map((file) => file.replace(/^.*\}\//, 'src/'));
  const yang = [...filesOf(lists, 'libsrc'), ...filesOf(lists, 'type_plugins'), 'compat/compat.c'];
  return [
    ...['shim.c', 'libc.c'].map((file) => ({ source: `native/${file}`, flags: [...YANG_FLAGS, '-Wall', '-Werror'] })),
    ...pcre.map((file) => ({ source: `pcre2/${file}`, flags: PCRE_FLAGS })),
    ...yang.map((file) => ({ source: `libyang/${file}`, flags: [...YANG_FLAGS, '-w'] })),
  ];
}

const PCRE_FLAGS = ['-w', '-Ipcre2/src', '-DHAVE_CONFIG_H', '-DSUPPORT_PCRE2_8', '-DSUPPORT_UNICODE'].concat(
  '-DPCRE2_CODE_UNIT_WIDTH=8',
);
const YANG_FLAGS = ['-DSTATIC', '-DPCRE2_STATIC', '-D_GNU_SOURCE', '-Inative', '-Iinclude'].concat(
  ['libyang/src', 'libyang/src/plugins_exts', 'pcre2/src'].map((path) => `-I${path}`),
);

/** `set(NAME a.c b.c)` of a CMake file. */
function filesOf(text, name) {
  const body = new RegExp(`\\bset\\(\\s*${name}\\s([^)]*)\\)`, 'i').exec(text)?.[1];
  const files = (body ?? '').split(/\s+/).filter((word) => word.endsWith('.c'));
  if (files.length === 0) throw new Error(`CMakeLists.txt has no ${name}`);
  return files;
}

function libyangValues(lists) {
  const values = new Map([
    ['LYD_VALUE_SIZE', '24'],
    ['CMAKE_SHARED_MODULE_SUFFIX', '.so'],
    ['PLUGINS_DIR_TYPES', '/types'],
    ['PLUGINS_DIR_EXTENSIONS', '/extensions'],
  ]);
  const expand = (text) => text.replace(/\$\{(\w+)\}/g, (_, name) => values.get(name) ?? '');
  for (const [, name, value] of lists.matchAll(/^set\((LIBYANG_\w*VERSION\w*) ([^"\s)]+)\)/gm))
    values.set(name, expand(value));
  return values;
}

/** A template of CMake's configure_file. */
function filled(template, values) {
  return template
    .replace(/^#cmakedefine (\w+)$/gm, (_, name) => (AVAILABLE.has(name) ? `#define ${name}` : `/* #undef ${name} */`))
    .replace(/@(\w+)@/g, (_, name) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`no value for ${name} in a header of libyang`);
      return value;
    });
}
