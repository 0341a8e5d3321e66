import { expect, it } from 'vitest';
import { groupOf, linesOfFiles } from '#renderer/features/context-files/file-groups.ts';
import type { ContextFile } from '#shared/domain/context-file.ts';

const file = (id: string, more: Partial<ContextFile> = {}): ContextFile => ({
  id,
  kind: 'artifact',
  createdAt: 1,
  hint: id,
  ...more,
});
const madeBy = (name: string) => ({ source: { type: 'tool', id: 't', name } });

it('tells what was looked up, read and said from everything else [F15]', () => {
  expect(groupOf(file('a', madeBy('search_manuscript')))).toBe('lookedUp');
  expect(groupOf(file('b', madeBy('Read')))).toBe('read');
  const call = { toolName: 'lookup_codex', input: {} };
  const origin = { messageId: 'm1', role: 'tool' as const, beginning: '', call };
  expect(groupOf(file('f', { source: { type: 'offload', id: 'm1' }, origin }))).toBe('lookedUp');
  expect(groupOf(file('c', { kind: 'history' }))).toBe('said');
  expect(groupOf(file('d', madeBy('Bash')))).toBe('other');
  expect(groupOf(file('e'))).toBe('other');
});

it('puts what is kept first, under heads only where there are both [F15]', () => {
  const files = [file('a'), file('b', { pinned: true }), file('c')];
  expect(linesOfFiles(files).map(({ key }) => key)).toEqual(['pinned', 'b', 'rest', 'a', 'c']);
  expect(linesOfFiles([file('a')]).map(({ key }) => key)).toEqual(['a']);
});
