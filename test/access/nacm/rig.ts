/** A small model, and access control by a NACM configuration that tests write as RFC 7951 values. */
import { createAccessControl, type Principal } from '../../../src/access/index.js';
import { atOnce, fromValue, parseInstancePath, RpcError, type Tree, toValue } from '../../../src/data/index.js';
import { combineSources, compile, directories, type Schema, sourceTexts } from '../../../src/yang/index.js';

const ACME = `module acme {
  yang-version 1.1;
  namespace "urn:acme";
  prefix a;
  import ietf-netconf-acm { prefix nacm; }
  container box {
    leaf name { type string; }
    leaf secret { type string; nacm:default-deny-all; }
    leaf fixed { type string; nacm:default-deny-write; }
    choice kind { case x { leaf x { type string; } } case y { leaf y { type string; } } }
    container inner { leaf deep { type string; } }
    container marked { presence "marked"; leaf why { type string; } }
    leaf-list tag { type string; ordered-by user; }
    list port {
      key "slot name";
      leaf slot { type uint8; }
      leaf name { type string; }
      leaf speed { type uint32; }
      container stats { leaf in { type uint32; } }
      action reset;
      action wipe { nacm:default-deny-all; }
      notification down { leaf why { type string; } }
    }
    list home { key user; leaf user { type string; } leaf text { type string; } }
  }
  container other { leaf text { type string; } }
  container hidden { nacm:default-deny-all; leaf text { type string; } }
  rpc ping;
  rpc shred { nacm:default-deny-all; }
  notification alarm;
  notification leak { nacm:default-deny-all; }
}`;

export const schema: Schema = compile({
  sources: combineSources(sourceTexts([{ file: 'acme.yang', text: ACME }]), directories(['yang/ietf'])),
  implement: ['acme', 'ietf-netconf-acm', 'ietf-netconf', 'nc-notifications'],
});

export const ann: Principal = { name: 'ann', groups: ['staff'] };
export const nobody: Principal = { name: 'nobody', groups: [] };
export const admin: Principal = { name: 'root', groups: ['admin'] };

export const tree = (value: unknown): Tree => fromValue(schema.root, value, { schema });
export const path = (text: string) => parseInstancePath(schema, text);

/** Access control under this content of `/nacm`. */
export function control(nacm?: Readonly<Record<string, unknown>>) {
  let running = tree(nacm ? { 'ietf-netconf-acm:nacm': nacm } : {});
  const access = createAccessControl({ running: () => running, schema });
  return {
    access,
    configure: (next: Readonly<Record<string, unknown>>) => {
      running = tree({ 'ietf-netconf-acm:nacm': next });
    },
    read: (principal: Principal, value: unknown) =>
      toValue(atOnce((slice) => access.readable(principal, tree(value), slice))),
    /** The path that is refused, or undefined. */
    write: (principal: Principal, before: unknown, after: unknown): string | undefined => {
      try {
        access.requireChanges(principal, tree(before), tree(after));
        return undefined;
      } catch (error) {
        if (error instanceof RpcError && error.tag === 'access-denied') return error.path;
        throw error;
      }
    },
    execute: (principal: Principal, name: string, at = ''): boolean => {
      if (at === '') {
        const rpc = schema.rpcs.get(name);
        if (!rpc) throw new Error(name);
        return access.mayExecute(principal, rpc);
      }
      const steps = path(at);
      const node = steps.at(-1)?.schema;
      const action = node?.kind === 'list' ? node.actions.get(name) : undefined;
      if (!action) throw new Error(name);
      return access.mayExecute(principal, action, steps);
    },
    receive: (principal: Principal, name: string, at = ''): boolean => {
      const steps = at === '' ? [] : path(at);
      const holder = steps.at(-1)?.schema;
      const node = holder?.kind === 'list' ? holder.notifications.get(name) : schema.notifications.get(name);
      if (!node) throw new Error(name);
      return access.mayReceive(principal, node, steps);
    },
  };
}

export interface TestRule {
  readonly action: 'permit' | 'deny';
  readonly [leaf: string]: string;
}

/** A NACM configuration of one rule-list for group `staff`. */
export function rules(list: readonly TestRule[], more: Readonly<Record<string, unknown>> = {}) {
  return {
    ...more,
    'rule-list': [{ name: 'staff', group: ['staff'], rule: list.map((rule, n) => ({ name: `r${n}`, ...rule })) }],
  };
}
