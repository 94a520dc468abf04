// The licences of what is in the binary: they ask to stand beside it.
import { copyFileSync, existsSync } from 'node:fs';

export function copyLicences({ libyang, pcre2 }, { major }, folder) {
  for (const [from, to] of [
    [`${libyang.folder}/LICENSE`, 'libyang.txt'],
    // With the ending since 10.45.
    [['LICENCE.md', 'LICENCE'].map((file) => `${pcre2.folder}/${file}`).find(existsSync), 'pcre2.txt'],
    ['/usr/share/doc/wasi-libc/copyright', 'wasi-libc.txt'],
    [`/usr/share/doc/libclang-rt-${major}-dev-wasm32/copyright`, 'compiler-rt.txt'],
  ])
    copyFileSync(from, `${folder}/${to}`);
}
