/** Finds the keys by which subjects log in that are known by their identifiers only. */
import { KeysUnavailable, type SubjectKeys } from '../../access/index.js';
import { jwkOf } from '../../keys/index.js';
import { didOfMethod } from './did.js';
import { HostDown } from './fetch.js';
import { isRefusal, type Resolver } from './resolver.js';

/** @param node returns the identifier of this node */
export function subjectKeys(resolver: Pick<Resolver, 'resolveMember'>, node: () => string | undefined): SubjectKeys {
  return {
    audience: node,
    resolve: async (keyid, isKnown) => {
      try {
        const { document, at } = await resolver.resolveMember(didOfMethod(keyid), isKnown);
        return { jwk: JSON.parse(jwkOf(document.key(keyid, 'authentication').spki).text), at };
      } catch (error) {
        if (error instanceof HostDown) throw new KeysUnavailable(error.message);
        if (isRefusal(error)) return undefined;
        throw error;
      }
    },
  };
}
