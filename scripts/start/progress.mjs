// One line that says what is being done, and how long it took.

/** Runs `work` under a line such as "Building ... 12 s"; on a terminal the seconds count while it runs. */
export async function step(title, work) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const live = process.stdout.isTTY;
  process.stdout.write(`${title} ...`);
  const timer = live ? setInterval(() => process.stdout.write(`\r${title} ... ${seconds()}`), 1000) : undefined;
  try {
    const result = await work();
    process.stdout.write(live ? `\r${title} ... ${seconds()}\n` : ` ${seconds()}\n`);
    return result;
  } catch (error) {
    process.stdout.write('\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
