/** The parts of a message, and how a sealed session takes each of them. */
import { sealedType } from '../../contexts/index.js';
import type { Tx } from '../../store/index.js';
import type { Artifact, Details, MessageRecord } from '../record/message.js';
import type { SessionServices } from '../services.js';
import { clearness } from './forms.js';

type Task = NonNullable<Details['task']>;

/** The members of a message that can be sealed. Its type, subject, tags and identifiers route it, and are in clear. */
export type Sealable = Pick<MessageRecord, 'content' | 'mediaType' | 'artifacts' | 'extension'> & {
  readonly details?: Pick<Details, 'task'>;
};

/**
 * How a sealed session takes a member: `clear`, since the node itself reads it; `sealed`, in the form of its media type; `data`, as
 * identifiers of data of such a media type; `refused`, since it has no media type.
 */
type Taken = 'clear' | 'sealed' | 'data' | 'refused';

/** Of a task: its content is of the media type of the message. */
const TASK: Readonly<Record<keyof Task, Taken>> = {
  ...{ 'task-id': 'clear', domain: 'clear', type: 'clear', thread: 'clear', parent: 'clear' },
  ...{ deadline: 'clear', 'expected-completion': 'clear', async: 'clear', policy: 'clear' },
  ...{ content: 'sealed', 'data-param': 'data' },
  ...{ objective: 'refused', input: 'refused', constraint: 'refused', term: 'refused', context: 'refused' },
  ...{ 'expected-artifact': 'refused', 'expected-response': 'refused', initiator: 'refused' },
};

const ARTIFACT: Readonly<Record<keyof Artifact, Taken>> = {
  ...{ name: 'clear', modality: 'clear', 'media-type': 'clear', digest: 'clear' },
  ...{ value: 'sealed', 'data-param': 'data' },
  ...{ description: 'refused', data: 'refused', url: 'refused' },
};

export interface Part {
  /** Its path below the message. */
  readonly path: string;
  readonly taken: Taken;
  readonly value: unknown;
  readonly mediaType?: string;
}

export function partsOf({ content, mediaType, artifacts = [], extension, details }: Sealable): readonly Part[] {
  return [
    ...membersOf({ content: 'sealed', extension: 'refused' }, { content, extension }, '', mediaType),
    ...membersOf(TASK, details?.task ?? {}, 'task/', mediaType),
    ...artifacts.flatMap(partsOfArtifact),
  ];
}

export function partsOfArtifact(artifact: Artifact): readonly Part[] {
  const { name, 'media-type': mediaType } = artifact;
  const key = name.includes("'") ? `"${name}"` : `'${name}'`;
  return membersOf(ARTIFACT, artifact, `artifact[name=${key}]/`, mediaType);
}

function membersOf<Name extends string>(
  taken: Readonly<Record<Name, Taken>>,
  of: { readonly [N in Name]?: unknown },
  path: string,
  mediaType: string | undefined,
): readonly Part[] {
  const type = mediaType === undefined ? {} : { mediaType };
  // The table has each member of the model.
  const names = Object.keys(of) as Name[];
  return names
    .filter((name) => of[name] !== undefined)
    .map((name) => ({ path: `${path}${name}`, taken: taken[name], value: of[name], ...type }));
}

/** Returns the data parameters that a part names. */
export function paramsOf({ taken, value }: Part): readonly string[] {
  return taken === 'data' ? [value].flat().map(String) : [];
}

/** Returns why a sealed session does not take a part; undefined when it does. No reason tells anything of the part. */
export async function faultOf(
  { contexts }: { readonly contexts: Pick<SessionServices['contexts'], 'mediaTypeOf'> },
  tx: Tx,
  part: Part,
): Promise<string | undefined> {
  const { path, taken, value, mediaType } = part;
  if (taken === 'refused') return `"${path}" has no media type, so that it cannot be sealed: say it in "content"`;
  if (taken === 'sealed') {
    const why = clearness(String(value), mediaType);
    return why === undefined ? undefined : `"${path}" is not sealed: ${why}`;
  }
  for (const param of paramsOf(part)) {
    const type = await contexts.mediaTypeOf(tx, param);
    if (sealedType(type) === undefined)
      return `data parameter "${param}" is not sealed: it has ${type === undefined ? 'no media type' : `the media type ${type}`}`;
  }
  return undefined;
}
