/** yangent-access: applies configured users, certificates and token issuers. */
import { type Access, AccessError } from '../../../access/index.js';
import { RpcError } from '../../../data/index.js';
import type { ConfigChange, Provider } from '../../provider.js';

const ACCESS = '/yangent-access:access';

export function accessProvider(access: Pick<Access, 'check' | 'configure'>): Provider {
  return {
    module: 'yangent-access',
    config: {
      [ACCESS]: {
        validate: (change) => check(access, change),
        apply: ({ after }) => access.configure(after),
      },
    },
  };
}

async function check(access: Pick<Access, 'check'>, { path, after }: ConfigChange): Promise<void> {
  try {
    await access.check(after);
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    throw new RpcError({ type: 'application', tag: 'invalid-value', path, message: error.message }, [], {
      cause: error,
    });
  }
}
