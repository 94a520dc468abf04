/**
 * Turns the text of a task for a hosted agent into a structured order: interprets, asks, and lets the assigner confirm if
 * required.
 */
import { isAnswerSchema } from '../answers/answer-schema.js';
import { TaskFailure, type TaskRun } from '../skill/agent.js';
import type { Answer, OfferedSkill, Understood } from '../skill/interpreter.js';
import { definitionOf } from '../skill/offered.js';
import { ask, type Heard, type Interpretation } from './ask.js';
import type { Choice, Host } from './choice.js';
import { freeTextPolicy } from './free-text.js';

/** The run of a skill, as far as a dialogue needs it. */
export interface Asking extends Pick<TaskRun, 'signal' | 'log' | 'step' | 'requestInput'> {
  /** Adds a note about the result of the interpretation to the task. */
  note(text: string): Promise<void>;
}

/** The arguments of a call of a skill. */
export interface Order {
  readonly skill: string;
  readonly input: unknown;
  readonly object?: string;
  readonly understood?: { readonly by: string; readonly confidence: number };
}

/** Confidence below which the assigner is asked. */
const SURE = 0.5;

/**
 * Returns the order in the text of a task. Questions make the task input-required. Every interpretation is a recorded step, so
 * that a repeated run finds the same order without asking again.
 *
 * @throws TaskFailure when the text stays unclear, or when the assigner refuses
 */
export async function orderIn(host: Host, run: Asking, choice: Choice, interpretation: Interpretation): Promise<Order> {
  switch (choice.kind) {
    case 'refused':
      throw new TaskFailure(choice.error.code, choice.error.message, { recovery: choice.error.recovery });
    case 'run':
      if (choice.confirm) await confirmWords(run, choice.skill);
      return { skill: choice.skill, input: choice.input };
    case 'interpret':
      return understand(host, run, choice, interpretation);
    default: {
      const never: never = choice;
      return never;
    }
  }
}

async function understand(
  host: Host,
  run: Asking,
  { text, type, offered }: Extract<Choice, { readonly kind: 'interpret' }>,
  interpretation: Interpretation,
): Promise<Order> {
  const answers: Answer[] = [];
  const most = interpretation.limits.questions;
  let question = '';
  for (let asked = 0; asked <= most; asked++) {
    const heard = await run.step(`yangent:interpretation/${asked}`, () =>
      ask(interpretation, { text, answers, ...(type === undefined ? {} : { type }) }, offered, run),
    );
    const { understanding } = heard;
    if (!understanding) throw lacking(offered);
    const isDone = 'type' in understanding && !mustBeConfirmed(host, understanding);
    if (isDone) return concluded(run, heard.by, understanding);
    if (asked === most) break;
    question = 'question' in understanding ? understanding.question : confirmation(understanding);
    const skill = 'type' in understanding ? understanding.type : type;
    const said = await reply(run, question, offered, skill);
    if (said.kind === 'order') return said.order;
    if (said.kind === 'yes' && 'type' in understanding) return concluded(run, heard.by, understanding);
    if (said.kind === 'no' && 'type' in understanding) throw declined(understanding.type);
    answers.push({ question, answer: said.text });
  }
  throw new TaskFailure(
    'invalid-input',
    `after ${most} questions it is still not clear what is to be done: ${question}`,
    {
      recovery: ['modify', 'escalate'],
    },
  );
}

function mustBeConfirmed({ agent, record }: Host, { type, confidence }: Understood): boolean {
  return confidence < SURE || freeTextPolicy(record, definitionOf(agent, type) ?? {}) !== 'allow';
}

const LONGEST_NOTE = 1_000;

/** Notes the result of the interpretation in the events of the task, for the assigner, and returns the order. */
async function concluded(run: Asking, by: Heard['by'], understood: Understood): Promise<Order> {
  const { type, object, parameters, confidence } = understood;
  await run.note(`understood by ${by}: ${type} ${JSON.stringify(parameters)}`.slice(0, LONGEST_NOTE));
  return {
    skill: type,
    input: parameters,
    ...(object === undefined ? {} : { object }),
    understood: { by, confidence },
  };
}

type Reply = { readonly text: string } & (
  | { readonly kind: 'yes' | 'no' | 'text' }
  | { readonly kind: 'order'; readonly order: Order }
);

const YES =
  /^(?:yes|y|ok|okay|confirm|confirmed|correct|right|sure|go ahead|do it|do so|please do|proceed)(?:,? please)?[\s.!]*$/i;
const NO = /^(?:no|n|nope|stop|cancel|never|do not|don['’]t)(?:,? (?:thanks|thank you))?[\s.!]*$/i;

/** Asks the assigner. Structured input is an answer if it is valid for the skill in question or for the only skill. */
async function reply(
  run: Asking,
  question: string,
  offered: readonly OfferedSkill[],
  type: string | undefined,
): Promise<Reply> {
  const skill = offered.find(({ name }) => name === type) ?? (offered.length === 1 ? offered[0] : undefined);
  const schema = skill && schemaOfReply(skill);
  const { content = '', data } = await run.requestInput(question, schema === undefined ? {} : { schema });
  if (data !== undefined && skill) {
    const result = skill.check(data);
    const text = 'problem' in result ? '' : JSON.stringify(data);
    if ('value' in result) return { kind: 'order', text, order: { skill: skill.name, input: result.value } };
  }
  const text = content.trim();
  return { kind: YES.test(text) ? 'yes' : NO.test(text) ? 'no' : 'text', text };
}

/** Returns the schema of a reply: text, or the input of the skill; undefined when that schema is too large to check answers. */
function schemaOfReply({ input }: OfferedSkill): string | undefined {
  const schema = JSON.stringify({ ...input, type: ['object', 'string'] });
  return isAnswerSchema(schema) ? schema : undefined;
}

function confirmation({ type, parameters }: Understood): string {
  return `Is this meant: ${type} ${JSON.stringify(parameters)}? Please answer yes, or say what is meant.`;
}

/** Asks the assigner to confirm a skill that takes the text unchanged. */
async function confirmWords(run: Asking, skill: string): Promise<void> {
  const { content = '' } = await run.requestInput(
    `This would be done by ${skill}, with the task in the words in which it was given. Please answer yes, or no.`,
  );
  if (!YES.test(content.trim())) throw declined(skill);
}

function declined(skill: string): TaskFailure {
  return new TaskFailure('invalid-input', `the assigner did not say yes to ${skill}`, { recovery: ['modify'] });
}

function lacking(offered: readonly OfferedSkill[]): TaskFailure {
  const names = offered.map(({ name }) => name).join(', ');
  return new TaskFailure('lack-of-skills', `the text asks for nothing that the agent can do; it can ${names}`, {
    recovery: ['reassign', 'modify'],
  });
}
