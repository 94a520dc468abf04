/** A promise that a test resolves. */
export interface Gate<T> {
  readonly opened: Promise<T>;
  open(value: T): void;
}

export function gate<T>(): Gate<T> {
  let resolve: (value: T) => void = () => {};
  const opened = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { opened, open: (value) => resolve(value) };
}
