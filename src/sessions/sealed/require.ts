/** Refuses what is in clear in a sealed session, before it is stored. */
import type { Call } from '../../server/index.js';
import type { Tx } from '../../store/index.js';
import type { Opening, SessionRecord } from '../record/session.js';
import { isSealed } from '../record/terms.js';
import type { SessionServices } from '../services.js';
import { SEALED } from './forms.js';
import { faultOf, paramsOf, partsOf, type Sealable } from './parts.js';

type Needs = Pick<SessionServices, 'contexts'>;

/**
 * Refuses a message of a sealed session that says anything in clear.
 *
 * @param path of the message in the request. Default: that of a message which is sent
 * @throws RpcError invalid-value, app-tag not-sealed, with the path of the member
 */
export async function requireSealed(
  o: Needs,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  said: Sealable,
  path = '/yangent-sessions:send',
): Promise<void> {
  if (!isSealed(session)) return;
  for (const part of partsOf(said)) {
    const params = paramsOf(part);
    // Data that are hidden from the caller are refused elsewhere, as those that are not there.
    const known = params.length === 0 ? [] : [...(await o.contexts.nameable(tx, call, params))];
    const why = await faultOf(o, tx, params.length === 0 ? part : { ...part, value: known });
    if (why === undefined) continue;
    call.fail({
      ...{ tag: 'invalid-value', appTag: 'not-sealed', path: `${path}/${part.path}` },
      message: notSealed(why),
    });
  }
}

/** Returns why a sealed session does not take a message that was stored before it was sealed; undefined when the session takes it. */
export async function clearPart(o: Needs, tx: Tx, session: SessionRecord, said: Sealable): Promise<string | undefined> {
  if (!isSealed(session)) return undefined;
  for (const part of partsOf(said)) {
    const why = await faultOf(o, tx, part);
    if (why !== undefined) return notSealed(why);
  }
  return undefined;
}

function notSealed(why: string): string {
  return `a sealed session takes nothing in clear; ${why}. Encrypt it, as ${SEALED}`;
}

/** Refuses the message with which a sealed session begins, as `requireSealed` does. @throws RpcError */
export async function requireSealedOpening(
  o: Needs,
  tx: Tx,
  call: Call,
  session: SessionRecord,
  { content, 'media-type': mediaType }: Pick<Opening, 'content' | 'media-type'>,
): Promise<void> {
  const first = { content, ...(mediaType === undefined ? {} : { mediaType }) };
  await requireSealed(o, tx, call, session, first, '/yangent-sessions:open/first');
}
