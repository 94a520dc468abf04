/** Applies the sharing policies to messages, for each reader when it reads: what was said stays as it was stored. */
import { RpcError } from '../../data/index.js';
import { type Artifact, type Clean, cleanArtifact, cleaner, optional } from '../../tasks/index.js';
import type { MessageRecord } from '../record/message.js';
import type { SessionServices } from '../services.js';

type Needs = Pick<SessionServices, 'contexts'>;

interface Parties {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns a message as this agent may read it, with what was removed. Messages of the node, and its own, are not changed; of a
 * message that a policy denies, nothing that its sender said is left.
 */
export function shownTo(o: Needs, agent: string, message: MessageRecord): MessageRecord {
  const { from } = message;
  if (from === undefined || from === agent || o.contexts.sharesAll(from, agent)) return message;
  const parties = { from, to: agent };
  const removed = new Set<string>();
  try {
    const shown = cleaned(o, parties, message, removed);
    return removed.size === 0
      ? message
      : { ...shown, redacted: [...new Set([...(message.redacted ?? []), ...removed])] };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return emptied(message);
  }
}

/** True when the policies let an agent get data that a message of the other one names. */
export function sharesData({ contexts }: Needs, { from, to }: Parties, param: string): boolean {
  if (from === to) return true;
  try {
    contexts.shareable({ from, to, type: 'conversation', content: '', dataParams: [param] });
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/** @throws RpcError when a policy denies the message, or a part of it cannot be searched */
function cleaned(o: Needs, parties: Parties, message: MessageRecord, removed: Set<string>): MessageRecord {
  const { subject, tags, content, mediaType, artifacts, extension, ...rest } = message;
  const clean = cleaner(o, parties, 'conversation', removed);
  const text = clean(content ?? '', mediaType === undefined ? {} : { mediaType });
  const about = optional(subject, clean);
  const left = extension === undefined ? undefined : clean(extension, { mediaType: 'application/json' });
  return {
    ...rest,
    // A subject is words in a form of its own, so that one with removed parts is left out.
    ...(subject !== undefined && about === subject ? { subject } : {}),
    tags: [...new Set(tags.map((tag) => clean(tag)))],
    ...(content === undefined ? {} : { content: text }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(artifacts ? { artifacts: artifacts.map((each) => cleanedArtifact(o, parties, each, clean, removed)) } : {}),
    ...(left === undefined ? {} : { extension: left }),
  };
}

function cleanedArtifact(o: Needs, parties: Parties, artifact: Artifact, clean: Clean, removed: Set<string>): Artifact {
  const { 'data-param': param, ...about } = artifact;
  if (param === undefined || sharesData(o, parties, param)) return cleanArtifact(artifact, clean);
  removed.add('data-param');
  return cleanArtifact(about, clean);
}

/** The members of a message that say something. */
const SAID = ['subject', 'tags', 'content', 'artifacts', 'extension'] as const;
const NAMES: Readonly<Record<(typeof SAID)[number], string>> = {
  subject: 'subject',
  tags: 'tag',
  content: 'content',
  artifacts: 'artifact',
  extension: 'extension',
};

function emptied({
  subject,
  tags,
  content,
  mediaType: _,
  artifacts,
  extension,
  ...rest
}: MessageRecord): MessageRecord {
  const said = { subject, tags: tags.length > 0 ? tags : undefined, content, artifacts, extension };
  return { ...rest, tags: [], redacted: SAID.filter((name) => said[name] !== undefined).map((name) => NAMES[name]) };
}
