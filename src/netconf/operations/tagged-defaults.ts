import { formatPath, type InstancePath, isDefaultOf, type ParentData, RpcError, type Tree } from '../../data/index.js';
import { canonical } from '../../yang/index.js';

/**
 * Refuses an edit in which a node tagged as default has another value than its default (RFC 6243 §4.5.2).
 * @throws RpcError invalid-value
 */
export function requireDefaultValues(edit: Tree): void {
  visit(edit, []);
}

function visit(parent: ParentData, path: InstancePath): void {
  for (const child of parent.children.values()) {
    const here = [...path, { schema: child.schema }];
    switch (child.kind) {
      case 'container':
        visit(child, here);
        break;
      case 'list':
        for (const entry of child.entries) visit(entry, [...path, { schema: child.schema, key: entry.key }]);
        break;
      case 'leaf':
        if (child.meta?.isDefault === true && !isDefaultOf(child.schema, [child.value])) throw notDefault(here);
        break;
      case 'leaf-list': {
        const defaults = new Set(child.schema.defaults.map(canonical));
        for (const item of child.entries) {
          const isWrong = item.meta?.isDefault === true && !defaults.has(canonical(item.value));
          if (isWrong) throw notDefault([...path, { schema: child.schema, key: item.key }]);
        }
        break;
      }
      case 'any':
        break;
    }
  }
}

function notDefault(path: InstancePath): RpcError {
  const name = path.at(-1)?.schema.name ?? '';
  return new RpcError({
    type: 'application',
    tag: 'invalid-value',
    path: formatPath(path),
    message: `${name} is tagged as default, but this is not its default value`,
    info: { 'bad-element': name },
  });
}
