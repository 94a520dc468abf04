import type { NodeApi } from 'yangent';

/** Has a device send a notification. One that cannot is told of: its listeners would wait in vain. */
export function announce(node: NodeApi, name: string, value: Readonly<Record<string, unknown>>): void {
  node.notify(name, value).catch((error: unknown) => process.emitWarning(`${name} was not sent: ${String(error)}`));
}
