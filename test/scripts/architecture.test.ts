import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('docs/architecture.md', 'utf8');

it('docs/architecture.md names files that exist', () => {
  const named = [...page.matchAll(/`((?:src|yang|docs)\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it('docs/architecture.md has every room in its picture', () => {
  const picture = /```text\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const rooms = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(picture))).toEqual([]);
});
