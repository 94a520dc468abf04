/** The octets of a record: JSON in its canonical form (RFC 8785), which the tree, the database and every export have alike. */
import { canonicalJson } from '../../data/canonical-json.js';
import { isObject } from '../../data/index.js';
import { OUTCOMES, PRINCIPAL_KINDS, RECORD_KINDS } from './kinds.js';
import { type AuditRecord, MEMBERS, RECORD_VERSION, type RecordContent } from './record.js';

/** Returns the canonical text of a record. */
export function recordText(content: RecordContent, sequence: number, at: string): string {
  return canonicalJson(wellFormed({ ...content, v: RECORD_VERSION, sequence, at }));
}

/** Replaces half surrogate pairs, which have no octets: a caller must not be able to make a record that cannot be written. */
function wellFormed(record: AuditRecord): object {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (typeof value === 'string') return [[name, replaced(value)]];
      return [[name, Array.isArray(value) ? value.map((each) => replaced(String(each))) : value]];
    }),
  );
}

const replaced = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** A text that is no record; the message says why. */
export class RecordFault extends Error {}

/** Reads a stored or exported record. @throws RecordFault */
export function parseRecord(text: string): AuditRecord {
  const value = parsed(text);
  const fault = faultOf(value);
  if (fault !== undefined) throw new RecordFault(fault);
  if (!isRecord(value))
    throw new RecordFault('it lacks one of the members v, sequence, at, record-kind, operation and outcome');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RecordFault('it is no JSON text');
  }
}

function faultOf(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is no JSON object';
  if (value.v !== RECORD_VERSION) return `its version is ${JSON.stringify(value.v)}; ${RECORD_VERSION} is known`;
  for (const [name, member] of Object.entries(value)) {
    const form = Object.hasOwn(MEMBERS, name) ? MEMBERS[name as keyof typeof MEMBERS] : undefined;
    if (form === undefined) return `it has an unknown member ${JSON.stringify(name)}`;
    if (!hasForm(member, form)) return `its member ${name} is no ${form}`;
  }
  return undefined;
}

function hasForm(value: unknown, form: (typeof MEMBERS)[keyof typeof MEMBERS]): boolean {
  switch (form) {
    case 'text':
      return typeof value === 'string';
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string');
    case 'number':
      return Number.isSafeInteger(value);
    default:
      return form satisfies never;
  }
}

const isOneOf = (words: readonly string[], value: unknown) => typeof value === 'string' && words.includes(value);

/** True for an object whose members have their forms (`faultOf`), when the necessary ones are there. */
function isRecord(value: unknown): value is AuditRecord {
  if (!isObject(value)) return false;
  const { sequence, at, operation, outcome } = value;
  return (
    ![sequence, at, operation].includes(undefined) &&
    isOneOf(RECORD_KINDS, value['record-kind']) &&
    isOneOf(OUTCOMES, outcome) &&
    (value['principal-kind'] === undefined || isOneOf(PRINCIPAL_KINDS, value['principal-kind']))
  );
}
