import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volumeTitle } from '#shared/volumes.ts';
import {
  binderSections,
  placeAfterMove,
  sceneAfterMove,
} from '#renderer/features/binder/groups.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';

const chapter = (documentId: string, group = ''): DocumentInfo => ({
  documentId,
  path: `${documentId}.md`,
  title: documentId,
  order: 0,
  chapter: 1,
  charCount: 0,
  wordCount: 0,
  group,
  encoding: 'utf-8',
  modifiedAt: 0,
  pointOfViewEntityId: null,
  fence: null,
  status: null,
  synopsis: '',
  labels: [],
  wordGoal: null,
});

describe('the binder', () => {
  it('groups chapters by folder in their order, and the codex last', () => {
    const sections = binderSections(
      [chapter('a', '上卷'), chapter('b', '上卷'), chapter('c', '下卷'), chapter('d', '上卷')],
      [{ kind: 'character', count: 3 }],
    );
    expect(sections.map(({ group, lines }) => [group, lines.length])).toEqual([
      ['上卷', 2],
      ['下卷', 1],
      ['上卷', 1],
      [null, 1],
    ]);
    const ids = sections.flatMap((section) => [section.id, ...section.lines.map(({ id }) => id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps the lines and folders that stay the same, so that the tree is made anew only where it changed [W1]', () => {
    const scene = { start: 0, end: 1, words: 1, opening: '雪。' };
    const documents = [chapter('a', '上卷'), chapter('b', '上卷'), chapter('c', '下卷')];
    const shown = {
      scenes: new Map([['a', [scene, scene]]]),
      lost: new Map(),
      open: new Set<string>(),
    };
    const before = binderSections(documents, [], shown);
    const again = binderSections([...documents], [], { ...shown, open: new Set() }, before);
    expect(again.map((section, at) => section === before[at])).toEqual([true, true]);
    const unread = { lost: new Map(), scenes: new Map(), open: new Set<string>() };
    const arrived = binderSections(
      documents,
      [],
      shown,
      binderSections(documents, [], unread, before),
    );
    expect(arrived.map((section, at) => section === before[at])).toEqual([true, true]);
    const opened = binderSections(documents, [], { ...shown, open: new Set(['a']) }, before);
    expect(opened.map((section, at) => section === before[at])).toEqual([false, true]);
    expect(opened[0]?.lines[0]).toMatchObject({
      isOpen: true,
      scenes: [{ index: 0 }, { index: 1 }],
    });
    expect(opened[0]?.lines[1]).toBe(before[0]?.lines[1]);
    const renamed = [documents[0], documents[1], { ...chapter('c', '下卷'), title: '终' }];
    const changed = binderSections(
      renamed.filter((one) => one !== undefined),
      [],
      shown,
      before,
    );
    expect(changed.map((section, at) => section === before[at])).toEqual([true, false]);
    const fewer = binderSections(documents.slice(1), [], shown, before);
    expect(fewer.map(({ lines }) => lines.map(({ id }) => id))).toEqual([['b'], ['c']]);
  });

  it('shows a folder without the number that orders it', () => {
    expect(volumeTitle('01 上卷')).toBe('上卷');
    expect(volumeTitle('novel/02-下卷')).toBe('下卷');
    expect(volumeTitle('1984')).toBe('1984');
  });

  it('names the place a dragged chapter ends at', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const sections = binderSections(
      ids.map((id) => chapter(id, id < 'c' ? '上卷' : '下卷')),
      [{ kind: 'item', count: 1 }],
    );
    const position = fc.constantFrom('before' as const, 'after' as const);
    const anId = fc.constantFrom(...ids);
    fc.assert(
      fc.property(anId, anId, position, (moved, target, side) => {
        fc.pre(moved !== target);
        expect(placeAfterMove(sections, moved, target, side)).toEqual({
          ...{ beside: target, isAfter: side === 'after' },
        });
        expect(placeAfterMove(sections, moved, moved, side)).toBe(null);
      }),
    );
  });

  it('drops above a folder’s line before its first chapter, below it behind its last, and nothing into the codex', () => {
    const sections = binderSections(
      [chapter('a', '上卷'), chapter('b', '下卷'), chapter('c', '下卷')],
      [{ kind: 'item', count: 1 }],
    );
    const [, second, codex] = sections.map(({ id }) => id);
    for (const [side, place] of [
      ['before', { beside: 'b', isAfter: false }],
      ['after', { beside: 'c', isAfter: true }],
    ] as const) {
      expect(placeAfterMove(sections, 'a', second ?? '', side)).toEqual(place);
    }
    expect(placeAfterMove(sections, 'a', codex ?? '', 'after')).toBe(null);
    expect(placeAfterMove(sections, 'kind:item', 'a', 'after')).toBe(null);
  });

  it('drops on a scene after its chapter, and moves no scene in place of one [W1]', () => {
    const scene = { start: 0, end: 1, words: 1, opening: '雪。' };
    const sections = binderSections([chapter('a'), chapter('b'), chapter('c')], [], {
      scenes: new Map([['a', [scene, scene]]]),
      lost: new Map(),
      open: new Set(['a']),
    });
    const [first, second] = sections.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.type === 'chapter' ? line.scenes.map(({ id }) => id) : [])),
    );
    expect(first).not.toBe(second);
    const behind = { beside: 'a', isAfter: true };
    for (const side of ['before', 'after'] as const) {
      expect(placeAfterMove(sections, 'c', first ?? '', side)).toEqual(behind);
      expect(placeAfterMove(sections, 'c', second ?? '', side)).toEqual(behind);
    }
    expect(placeAfterMove(sections, first ?? '', 'c', 'after')).toBe(null);
  });

  it('drops a scene beside another, counted without it, and on a chapter behind its scenes [W1]', () => {
    const scene = (opening: string) => ({ start: 0, end: 1, words: 1, opening });
    const sections = binderSections([chapter('a'), chapter('b'), chapter('c')], [], {
      scenes: new Map([
        ['a', ['雪。', '灯。', '船。'].map(scene)],
        ['b', ['锣。', '水。'].map(scene)],
      ]),
      lost: new Map(),
      open: new Set(['a', 'b']),
    });
    const drop = (target: string, side: 'before' | 'after' | 'on') =>
      sceneAfterMove(sections, 'scene:a#0', target, side);
    expect(drop('scene:a#2', 'before')).toEqual({
      documentId: 'a',
      index: 1,
      seen: { before: '船。' },
    });
    expect(drop('scene:a#2', 'after')).toEqual({
      documentId: 'a',
      index: 2,
      seen: { before: null },
    });
    expect(drop('scene:b#0', 'before')).toEqual({
      documentId: 'b',
      index: 0,
      seen: { before: '锣。' },
    });
    expect(drop('scene:b#1', 'after')).toEqual({
      documentId: 'b',
      index: 2,
      seen: { before: null },
    });
    expect(drop('c', 'on')).toEqual({ documentId: 'c' });
    expect(drop('c', 'before')).toBe(null);
    expect(drop('scene:a#0', 'after')).toBe(null);
    expect(sceneAfterMove(sections, 'b', 'scene:a#0', 'after')).toBe(null);
  });
});
