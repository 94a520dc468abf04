/** Tables of docs/agent-task-dag.md, and its ABNF (RFC 5234) as a pattern. */
import { readFileSync } from 'node:fs';

export const PAGE = readFileSync(new URL('../../../docs/agent-task-dag.md', import.meta.url), 'utf8');

/** Returns the rows of the table whose first column has this head. @throws Error when the page has no such table */
export function tableOf(head: string): readonly (readonly string[])[] {
  const lines = PAGE.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  if (start < 0) throw new Error(`the page has no table of "${head}"`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) => line.slice(2, -2).split(' | '));
}

/** Returns the names that stand in code quotes. */
export function namesIn(text = ''): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

const CORE: Readonly<Record<string, string>> = { ALPHA: '[A-Za-z]', DIGIT: '[0-9]', HEXDIG: '[0-9A-Fa-f]' };
const TOKEN = /"([^"]*)"|%x([0-9A-F]+)-([0-9A-F]+)|(\d*\*\d*|\d+)(?=[("[A-Za-z%])|([A-Za-z][A-Za-z0-9-]*)|([()[\]/])/g;

/** Returns the pattern of a rule in the ABNF of the page. It reads what the page uses: no comments between rules, no `=/`. */
export function patternOf(rule: string): RegExp {
  const [, text = ''] = /```abnf\n([^`]*)```/.exec(PAGE) ?? [];
  const rules = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', is = ''] = line.replace(/;[^"]*$/, '').split(/\s+=\s+(.*)/);
        return [name, is];
      }),
  );
  return new RegExp(`^${sourceOf(rules, rule)}$`);
}

function sourceOf(rules: ReadonlyMap<string, string>, name: string): string {
  const core = CORE[name];
  if (core !== undefined) return core;
  const rule = rules.get(name);
  if (rule === undefined) throw new Error(`the ABNF has no rule ${name}`);
  let repeat = '';
  const open: string[] = [];
  const parts = [...rule.matchAll(TOKEN)].map(([, literal, from, to, times, other, sign]) => {
    if (times !== undefined) {
      repeat = timesOf(times);
      return '';
    }
    if (sign === '/') return '|';
    if (sign === '(' || sign === '[') {
      open.push(sign === '[' ? '?' : repeat);
      repeat = '';
      return '(?:';
    }
    if (sign !== undefined) return `)${open.pop() ?? ''}`;
    const element =
      literal !== undefined
        ? literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        : from !== undefined
          ? `[\\x${from}-\\x${to}]`
          : sourceOf(rules, other ?? '');
    const part = `(?:${element})${repeat}`;
    repeat = '';
    return part;
  });
  return `(?:${parts.join('')})`;
}

/** `n*m` of RFC 5234 §3.6, and `n` of §3.7. */
function timesOf(times: string): string {
  const [least = '', most] = times.split('*');
  return most === undefined ? `{${least}}` : `{${least || '0'},${most}}`;
}
