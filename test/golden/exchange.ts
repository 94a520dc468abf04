/** Files of exchanges: requests to a node and its replies, as text that a person can read (README.md). */

/** A request and the reply to it. */
export interface Exchange {
  readonly title: string;
  /** Number of the line of the title, counted from 1. */
  readonly line: number;
  /** The text of the file up to the reply, as it is written. */
  readonly head: string;
  readonly request: Request;
  /** As it is written in the file; empty where nothing is recorded yet. */
  readonly reply: string;
}

export interface Request {
  /** A method of HTTP, `NETCONF`, or `RECEIVE` for notifications and reports. */
  readonly method: string;
  /** Path and query; of NETCONF empty. */
  readonly target: string;
  /** Absent: without login. */
  readonly user?: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface ExchangeFile {
  /** The text before the first title. */
  readonly preamble: string;
  readonly exchanges: readonly Exchange[];
}

const TITLE = /^### (.+)$/;
const REQUEST = /^([A-Z]+)(?: ([/{]\S*))?(?: as (\S+))?$/;
const HEADER = /^([A-Za-z-]+): (.*)$/;
/** The first line of a reply. */
const REPLY = /^(HTTP\/1\.1 \d{3}|[A-Z]+ \S+ HTTP\/1\.1$|<rpc-reply|<notification)/;

/** Reads a file of exchanges. @throws Error for an exchange without a request */
export function parseExchanges(text: string): ExchangeFile {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (TITLE.test(line) ? [index] : []));
  const exchanges = starts.map((start, index) => parseExchange(lines.slice(start, starts[index + 1]), start + 1));
  return { preamble: lines.slice(0, starts[0]).join('\n'), exchanges };
}

function parseExchange(lines: readonly string[], line: number): Exchange {
  const title = TITLE.exec(lines[0] ?? '')?.[1] ?? '';
  const answered = lines.findIndex((each) => REPLY.test(each));
  const end = answered === -1 ? lines.length : answered;
  const begin = lines.findIndex((each) => REQUEST.test(each));
  const [, method, target = '', user] = REQUEST.exec(lines[begin] ?? '') ?? [];
  if (method === undefined) throw new Error(`line ${line}: there is no request in "${title}"`);
  const headers = new Map<string, string>();
  let next = begin + 1;
  for (let found = HEADER.exec(lines[next] ?? ''); found; found = HEADER.exec(lines[++next] ?? '')) {
    headers.set((found[1] ?? '').toLowerCase(), found[2] ?? '');
  }
  return {
    title,
    line,
    head: lines.slice(0, end).join('\n').trimEnd(),
    request: { method, target, user, headers, body: lines.slice(next, end).join('\n').trim() },
    reply: lines.slice(end).join('\n').trimEnd(),
  };
}

/** Returns status and body of a reply over HTTP; undefined for another reply. */
export function httpReply({ reply }: Exchange): { readonly status: number; readonly body: string } | undefined {
  const status = /^HTTP\/1\.1 (\d{3})$/m.exec(reply)?.[1];
  const blank = reply.indexOf('\n\n');
  return status === undefined
    ? undefined
    : { status: Number(status), body: blank === -1 ? '' : reply.slice(blank + 2) };
}

/** Returns the text of a file. */
export function writeExchanges({ preamble, exchanges }: ExchangeFile): string {
  const parts = exchanges.map(({ head, reply }) => (reply === '' ? head : `${head}\n\n${reply}`));
  return `${[preamble.trimEnd(), ...parts].filter((part) => part !== '').join('\n\n')}\n`;
}
