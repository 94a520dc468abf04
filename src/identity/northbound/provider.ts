import type { YangentIdentityProvider } from '../../generated/providers.js';
import { type AnyProvider, provide } from '../../server/index.js';
import type { Control } from '../control/control.js';
import type { Identities } from '../identities.js';
import type { Verdict } from '../verify/verdict.js';

type Verify = YangentIdentityProvider['rpcs']['verify'];

export interface IdentityProviderOptions {
  readonly identities: Identities;
  readonly control: Pick<Control, 'ask'>;
  readonly verify: (text: string, nonce: string | undefined) => Promise<Verdict>;
}

/** Implements `yangent-identity`, but what stands at agents, which their room shows. */
export function identityProvider({ identities, control, verify }: IdentityProviderOptions): AnyProvider {
  return provide<YangentIdentityProvider>({
    module: 'yangent-identity',
    rpcs: {
      challenge: async (_, { user }) => {
        const { expires, ...asked } = control.ask(user);
        return { ...asked, expires: new Date(expires).toISOString() };
      },
      verify: async ({ document, nonce }) => answerOf(await verify(document, nonce)),
    },
    state: { '/yangent-identity:identity/did': async () => identities.node },
  });
}

function answerOf({ isValid, kind, issuer, subject, types, reasons }: Verdict): Verify['output'] {
  return {
    verdict: isValid ? 'valid' : 'invalid',
    kind,
    issuer,
    subject,
    type: types && [...types],
    reason: [...reasons],
  };
}
