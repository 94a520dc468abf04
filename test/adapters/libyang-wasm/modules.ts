/** Modules of the tests of libyang-wasm. */
import type { ContextOptions } from 'libyang-wasm';

const BOX = `module box {
  yang-version 1.1; namespace "urn:box"; prefix b;
  feature big;
  container box {
    leaf size { if-feature big; type uint8; }
    list port { key name; leaf name { type string { pattern "[a-z0-9]+"; } } leaf mtu { type uint16; must ". > 1000" { error-message "too small"; error-app-tag "mtu"; } } }
    leaf-list use { type leafref { path "/b:box/b:port/b:name"; } }
    leaf seen { config false; type uint32; }
    anydata extra;
    list slow { key id; leaf id { type uint32; must "count(//*) > 0"; } }
  }
  rpc reset { input { leaf port { type leafref { path "/b:box/b:port/b:name"; } mandatory true; } } }
  notification gone { leaf port { type string; } }
}`;

export const box: ContextOptions = {
  implement: [{ module: { file: 'box.yang', text: BOX }, features: '*' }],
};

/** A document with `ports` ports, each used once. */
export function boxDocument(ports: number, mtu = 1500): string {
  const names = Array.from({ length: ports }, (_, index) => `p${index}`);
  return JSON.stringify({ 'box:box': { port: names.map((name) => ({ name, mtu })), use: names } });
}

/** A document whose every entry looks at all of them: a minute for libyang. */
export function slowDocument(): string {
  return JSON.stringify({ 'box:box': { slow: Array.from({ length: 10_000 }, (_, id) => ({ id })) } });
}
