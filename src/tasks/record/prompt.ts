/**
 * The prompt form of a task (seed 004 §5.2): sections that start with two number signs. It is written as in the draft,
 * with its spelling "infomation"; it is read in either spelling, with or without blanks and tags.
 */
export interface Prompt {
  readonly object?: string;
  readonly description: string;
  readonly environment?: string;
}

type Section = keyof Prompt;

const TITLES: Readonly<Record<Section, string>> = {
  object: 'target object',
  description: 'task description',
  environment: 'environmental infomation',
};

const TAGS: Readonly<Record<Section, string>> = {
  object: 'object',
  description: 'description',
  environment: 'environmentInput',
};

const SECTIONS: readonly Section[] = ['object', 'description', 'environment'];

/** Returns the prompt as text, without absent sections. The text satisfies the patterns of irtf-agent for its sections. */
export function buildPrompt(prompt: Prompt): string {
  const parts: string[] = [];
  for (const section of SECTIONS) {
    const content = prompt[section];
    if (content !== undefined)
      parts.push(`##${TITLES[section]} <${TAGS[section]}>${escaped(content)}</${TAGS[section]}>`);
  }
  return parts.join(' ');
}

const HEADER = /##\s*(?:(target\s+object)|(task\s+description)|(environmental\s+infor?mation))\b/gi;

/** Returns the sections of a prompt; undefined when it has no task description. */
export function parsePrompt(text: string): Prompt | undefined {
  const headers = [...text.matchAll(HEADER)];
  const found: Partial<Record<Section, string>> = {};
  headers.forEach((header, at) => {
    const section = header[1] ? 'object' : header[2] ? 'description' : 'environment';
    const content = text.slice(header.index + header[0].length, headers[at + 1]?.index);
    // The first section of a kind counts: a later one may be a quotation.
    found[section] ??= contentOf(section, content);
  });
  const { object, description, environment } = found;
  if (description === undefined) return undefined;
  return {
    ...(object === undefined ? {} : { object }),
    description,
    ...(environment === undefined ? {} : { environment }),
  };
}

/** Returns the text between the tags of a section, or the bare text. The draft prints tags with a stray quotation mark. */
function contentOf(section: Section, text: string): string {
  const tag = TAGS[section];
  const open = new RegExp(`^\\s*<${tag}"?>`, 'i').exec(text);
  if (open) {
    const end = text.slice(open[0].length).search(new RegExp(`</${tag}"?>`, 'i'));
    if (end >= 0) return unescaped(text.slice(open[0].length, open[0].length + end));
  }
  return text.replace(/<\/content>\s*$/i, '').trim();
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '#': '&#35;' };
const UNESCAPES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#35;': '#' };

/** Escapes content, so that it can neither end its section nor begin another. */
function escaped(content: string): string {
  return content.replace(/[&<>#]/g, (character) => ESCAPES[character] ?? character);
}

function unescaped(content: string): string {
  return content.replace(/&(?:amp|lt|gt|#35);/g, (entity) => UNESCAPES[entity] ?? entity);
}

/** Returns the description of a task as plain text, from a prompt or any other text. */
export function descriptionOf(text: string): string {
  return parsePrompt(text)?.description ?? text.trim();
}
