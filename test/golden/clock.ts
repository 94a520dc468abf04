/** The clock of a node under test: it stands still unless it is moved, so that times in replies are literal. */

/** When the node of each file starts. */
export const START = '2026-03-02T09:00:00Z';

const RealDate = Date;
/** Milliseconds since 1970. */
let now = 0;

/** `Date` of the stopped clock; with arguments it is as ever. */
const StoppedDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now] : args, newTarget),
  apply: () => new RealDate(now).toString(),
  get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
});

/** Stops the clocks of the process, the one that can be set and the one that only goes on. Timers run as they do. */
export function stopClock(at: string = START): void {
  now = RealDate.parse(at);
  globalThis.Date = StoppedDate;
  Object.defineProperty(performance, 'timeOrigin', { value: now, configurable: true });
  const began = now;
  Object.defineProperty(performance, 'now', { value: () => now - began, configurable: true });
}

/** @param by milliseconds */
export function moveClock(by: number): void {
  now += by;
}

export function releaseClock(): void {
  globalThis.Date = RealDate;
  for (const name of ['timeOrigin', 'now']) Reflect.deleteProperty(performance, name);
}
