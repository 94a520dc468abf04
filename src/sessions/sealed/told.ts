/** Tells of a task in a sealed session: words in clear of its executor, or of the node, are left out. */
import type { Tx } from '../../store/index.js';
import type { Artifact, MessageRecord } from '../record/message.js';
import type { SessionRecord } from '../record/session.js';
import { isSealed } from '../record/terms.js';
import type { SessionServices } from '../services.js';
import { clearness } from './forms.js';
import { faultOf, partsOfArtifact } from './parts.js';

type Needs = Pick<SessionServices, 'contexts'>;
export type News = Pick<MessageRecord, 'content' | 'mediaType' | 'artifacts'>;

export interface Told {
  readonly said: News;
  /** True when something was left out, since it is in clear. */
  readonly hasClear: boolean;
}

/** Returns what the session is told of these news. */
export async function toldIn(o: Needs, tx: Tx, session: SessionRecord, news: News): Promise<Told> {
  if (!isSealed(session)) return { said: news, hasClear: false };
  const { content, mediaType, artifacts = [] } = news;
  const isClear = content !== undefined && clearness(content, mediaType) !== undefined;
  const sealed: Artifact[] = [];
  for (const artifact of artifacts) if (await isTaken(o, tx, artifact)) sealed.push(artifact);
  return {
    said: {
      ...(content === undefined || isClear ? {} : { content }),
      ...(mediaType === undefined || isClear ? {} : { mediaType }),
      ...(sealed.length > 0 ? { artifacts: sealed } : {}),
    },
    hasClear: isClear || sealed.length < artifacts.length,
  };
}

async function isTaken(o: Needs, tx: Tx, artifact: Artifact): Promise<boolean> {
  for (const part of partsOfArtifact(artifact)) if ((await faultOf(o, tx, part)) !== undefined) return false;
  return true;
}
