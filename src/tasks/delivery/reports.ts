/** Reports of changes to a subscriber's URL, through the durable outbox: at least once, in order, signed, with a stable id. */

import { RpcError, withinTime } from '../../data/index.js';
import { type Outbox, type OutboxJob, type Tx, Undeliverable } from '../../store/index.js';
import type { Condition } from '../record/changes.js';
import type { TaskRecord } from '../record/record.js';
import { signatureHeaders } from './signature.js';
import type { Signer } from './signing-key.js';

const KIND = 'task-report';
const TIMEOUT = 10_000;

/** Client error statuses after which a repetition may succeed (RFC 9110 §15): timeout, too early, too many requests. */
const PASSING = new Set([408, 425, 429]);

/** Sends a request to the URL of a subscriber. Rejects with RpcError access-denied when the URL is not permitted. */
export type ReportFetch = (
  url: string,
  request: Pick<RequestInit, 'method' | 'headers'> & { readonly body: string; readonly signal: AbortSignal },
) => Promise<Response>;

export class Reports {
  constructor(
    private readonly outbox: Outbox,
    signer: Signer,
    send: ReportFetch,
  ) {
    outbox.handle(KIND, (job, { attempt, signal }) => post(job, { signer, send }, attempt, signal));
  }

  /** Queues one report in the transaction of the change. */
  async enqueueReport(
    tx: Tx,
    subscriber: { readonly id: string; readonly url: string },
    task: TaskRecord,
    condition: Condition,
  ): Promise<void> {
    await this.outbox.enqueue(tx, {
      kind: KIND,
      key: `${task.id}/${subscriber.id}`,
      payload: {
        url: subscriber.url,
        body: {
          'ietf-restconf:notification': { eventTime: task.changed, 'irtf-agent:condition-notifications': condition },
        },
      },
    });
  }
}

interface Report {
  readonly url: string;
  readonly body: unknown;
}

/** POSTs one report, signed. Receivers recognise a repetition by the header Idempotency-Key. */
async function post(
  job: OutboxJob,
  { signer, send }: { readonly signer: Signer; readonly send: ReportFetch },
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const report = job.payload;
  if (!isReport(report)) throw new Undeliverable('the stored report is damaged');
  const body = JSON.stringify(report.body);
  const headers = { 'content-type': 'application/yang-data+json', 'idempotency-key': job.id };
  const created = Math.floor(Date.now() / 1000);
  const request = {
    method: 'POST',
    headers: {
      ...headers,
      ...signatureHeaders({ method: 'POST', url: report.url, headers, body }, await signer(), created),
      'yangent-attempt': String(attempt),
    },
    body,
  } as const;
  const response = await withinTime({ timeout: TIMEOUT, signal }, (until) =>
    send(report.url, { ...request, signal: until }),
  ).catch((error: unknown) => {
    if (error instanceof RpcError && error.tag === 'access-denied') throw new Undeliverable(error.message);
    throw error;
  });
  await response.body?.cancel();
  if (response.ok) return;
  const problem = `${new URL(report.url).host} answered ${response.status}`;
  if (response.status < 500 && !PASSING.has(response.status)) throw new Undeliverable(problem);
  throw new Error(problem);
}

function isReport(payload: unknown): payload is Report {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'url' in payload &&
    typeof payload.url === 'string' &&
    'body' in payload
  );
}
