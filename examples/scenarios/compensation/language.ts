/**
 * The language of the negotiations, half natural and half structured: a prompt whose task description is a sentence for
 * people, and whose environmental information is JSON for programs (seed 004 §2.2, §4.4).
 */
import { buildPrompt, parsePrompt } from 'yangent';
import type { CoverageReport } from './saving-utility.js';

/** What is said, and of what. */
export interface Words {
  readonly object: string;
  readonly description: string;
}

/** Asks to give up saving for a while: what coverage the targets spoken of so far leave, and the target that is wanted. */
export interface SavingRequest {
  readonly wanted: number;
  readonly reports: readonly CoverageReport[];
}

/** Offers a target, or says that it is in force. */
export interface SavingOffer {
  readonly target: number;
  /** True: there will be no better one. */
  readonly last: boolean;
}

/** Shares (0 to 1) of the subscribers of a silent base station who are to be served, or are. */
export interface CoverageTerms {
  readonly served: number;
}

export function say({ object, description }: Words, data: SavingRequest | SavingOffer | CoverageTerms): string {
  return buildPrompt({ object, description, environment: JSON.stringify(data, rounded) });
}

/** Shares with three digits behind the point: nobody knows them better. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

export function requestIn(text: string | undefined): SavingRequest | undefined {
  const { wanted, reports } = dataIn(text);
  if (!isPercent(wanted) || !Array.isArray(reports)) return undefined;
  const read = reports.flatMap((report: unknown) => {
    const { target, unserved, measured } = membersOf(report);
    return isPercent(target) && isShare(unserved) ? [{ target, unserved, measured: measured === true }] : [];
  });
  return read.length === reports.length ? { wanted, reports: read } : undefined;
}

export function offerIn(text: string | undefined): SavingOffer | undefined {
  const { target, last } = dataIn(text);
  return isPercent(target) ? { target, last: last === true } : undefined;
}

export function termsIn(text: string | undefined): CoverageTerms | undefined {
  const { served } = dataIn(text);
  return isShare(served) ? { served } : undefined;
}

type Members = Readonly<Record<string, unknown>>;

function dataIn(text: string | undefined): Members {
  const environment = text === undefined ? undefined : parsePrompt(text)?.environment;
  if (environment === undefined) return {};
  try {
    return membersOf(JSON.parse(environment));
  } catch {
    // Whoever says something else is told what is understood.
    return {};
  }
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isPercent(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** What was said, for people: the sentence, and the structured part on a line of its own. */
export function spoken(text: string): string {
  const prompt = parsePrompt(text);
  if (!prompt) return text;
  return prompt.environment === undefined ? prompt.description : `${prompt.description}\n${prompt.environment}`;
}
