/** What must hold in every later life of the node: revoked stays revoked, used stays used, counted stays counted; and device edits. */
import { errorIn } from '../../support/http.js';
import { until } from '../../until.js';
import type { Plain } from './clients.js';
import { LEDGER } from './configuration.js';
import type { Device } from './device.js';
import { RATE } from './grants.js';
import { digestOf } from './journal.js';
import type { LogReader } from './log-reader.js';
import type { Life } from './operation.js';
import { approvalIn, taskOf } from './tasks.js';

/** A grant with its token, as the client knows them. */
export interface Held {
  readonly grant: string;
  readonly token: string;
  /** `either`: the node was killed before it answered the revocation. */
  state: 'valid' | 'either' | 'revoked';
  /** Assignments that were asked for, and those that were acknowledged. */
  asked: number;
  allowed: number;
}

interface Used {
  readonly id: string;
  readonly input: object;
}

interface DeviceTask {
  readonly taskId: string;
  readonly number: number;
}

/** Those that are asked for again in each life: the latest, and some of all before. */
const LATEST = 4;
const FINAL = ['completed', 'failed', 'canceled', 'rejected'];
/** Milliseconds. */
const COMPLETION = 60_000;
const SETTLEMENT = 5_000;
const MOST_ATTEMPTS = 20;

export class Standing {
  readonly faults: string[] = [];
  readonly counts = { edits: 0, unknown: 0, revoked: 0, replayed: 0, rates: 0 };
  readonly #held: Held[] = [];
  readonly #used: Used[] = [];
  #tasks: DeviceTask[] = [];

  hold(known: Pick<Held, 'grant' | 'token'>): Held {
    const held: Held = { ...known, state: 'valid', asked: 0, allowed: 0 };
    this.#held.push(held);
    return held;
  }

  used(approval: Used): void {
    this.#used.push(approval);
  }

  deviceTask(taskId: string, number: number): void {
    this.#tasks.push({ taskId, number });
  }

  /** True when the token is refused. */
  async isRevoked({ clients }: Life, { token }: Pick<Held, 'token'>): Promise<boolean> {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await clients.send('bob', 'GET', '/yang-library-version', undefined, { headers });
    return status === 401;
  }

  /** Looks at the latest of what must stand. */
  async judge(life: Life, round: number): Promise<void> {
    for (const held of this.#held.splice(0, Math.max(0, this.#held.length - 3 * LATEST))) held.state = 'either';
    for (const held of this.#held.slice(-LATEST)) await this.#token(life, held, round);
    const used = this.#used.slice(-1)[0];
    if (used && round % 3 === 0) await this.#approval(life, used);
  }

  async #token(life: Life, held: Held, round: number): Promise<void> {
    const isRevoked = await this.isRevoked(life, held);
    if (held.state === 'either') held.state = isRevoked ? 'revoked' : 'valid';
    if (isRevoked !== (held.state === 'revoked'))
      this.faults.push(`the token of ${held.grant} should be ${held.state}`);
    if (held.state === 'revoked') this.counts.revoked += 1;
    if (held.state !== 'valid') return;
    const input = { 'task-id': `${held.grant}-${round}`, from: 'noc', to: 'keeper', type: 'quick', async: true };
    const { status, body } = await life.clients.rpc('ann', 'yangent-tasks:assign', input, held.token);
    const mayBe = held.allowed < RATE;
    const mustBe = held.asked < RATE;
    this.counts.rates += 1;
    if (status === 200 ? !mayBe : mustBe || status !== 429)
      this.faults.push(
        `${held.grant}: ${held.allowed} of ${held.asked} assignments were allowed, the next one: ${status} ${body}`,
      );
    held.asked += 1;
    if (status === 200) held.allowed += 1;
  }

  /** Makes the request of a used approval again: it needs another one. */
  async #approval({ clients }: Life, { id, input }: Used): Promise<void> {
    const answer = await clients.rpc('ann', 'yangent-tasks:assign', input);
    this.counts.replayed += 1;
    const other = answer.status === 403 ? approvalIn(errorIn(answer)['error-info']) : undefined;
    if (other === undefined || other === id) {
      this.faults.push(
        `the approval ${id} was used, and its request was answered again with ${answer.status} ${answer.body}`,
      );
      return;
    }
    await clients.send('vera', 'POST', `/data/yangent-access:approvals/approval=${other}/reject`, {
      'yangent-access:input': {},
    });
  }

  /** Waits until all device tasks are over and every intent has its outcome, and compares them with the device. */
  async judgeDevice(life: Life, log: LogReader, device: Device): Promise<void> {
    const tasks = this.#tasks.splice(0);
    const attempts: { readonly name: string; readonly number: number; readonly digest: string }[] = [];
    for (const { taskId, number } of tasks) {
      const state = async () => (await taskOf(life, taskId)) as Plain | undefined;
      const task = await until(state, (task) => task === undefined || FINAL.includes(task.state), COMPLETION);
      const most = Math.min(Number(task?.attempt ?? 0) + 1, MOST_ATTEMPTS);
      for (let attempt = 1; attempt <= most; attempt++) {
        const name = `${taskId}/${attempt}`;
        const entry = [{ name, number: number % 5 === 4 ? 200 : 1 }];
        const batch = [{ name: 'device', entry }];
        attempts.push({ name, number, digest: await digestOf(life, { [`${LEDGER.module}:ledger`]: { batch } }) });
      }
    }
    const ofAll = () => attempts.flatMap(({ digest }) => log.deviceEdits(digest));
    await until(
      async () => {
        await log.take(life.clients);
        return ofAll();
      },
      (edits) => edits.every(({ outcomes }) => outcomes.length > 0),
      SETTLEMENT,
    ).catch(() => this.faults.push('an intent has no outcome'));
    const there = await device.entries();
    for (const { name, digest } of attempts) {
      const edits = log.deviceEdits(digest);
      const fault = deviceFault(
        edits.map(({ outcomes }) => outcomes),
        there.has(name),
      );
      if (fault !== undefined) this.faults.push(`device edit ${name}: ${fault}`);
      this.counts.edits += edits.length;
      this.counts.unknown += edits.filter(({ outcomes }) => outcomes[0] === 'unknown').length;
      there.delete(name);
      log.forget(edits);
    }
    for (const name of there) this.faults.push(`device edit ${name}: it is on the device, and no task made it`);
    await device.clear();
  }
}

/** Judges one edit of the device. @param outcomes of each intent @returns the fault; undefined: there is none */
export function deviceFault(outcomes: readonly (readonly string[])[], isThere: boolean): string | undefined {
  if (outcomes.length > 1) return `${outcomes.length} intents`;
  const [one] = outcomes;
  if (!one) return isThere ? 'it is on the device, and has no intent' : undefined;
  if (one.length !== 1) return `the intent has the outcomes ${one.join(', ') || '(none)'}`;
  if (one[0] === 'done' && !isThere) return 'it is done, and not on the device';
  if (one[0] === 'failed' && isThere) return 'it failed, and is on the device';
  return undefined;
}
