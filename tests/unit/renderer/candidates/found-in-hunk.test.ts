import fc from 'fast-check';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { hunksOf } from '#main/ai/runs/candidates/hunks.ts';
import { foundIn, piecesOf } from '#renderer/features/candidates/found-in-hunk.ts';
import { pendingOf } from '#renderer/features/candidates/pending.ts';

const prose = fc
  .array(fc.constantFrom('雪停了。', '他走了！', 'She left. ', '\n\n', '门开着。'), {
    maxLength: 10,
  })
  .map((parts) => parts.join(''));

describe('findings in waiting words', () => {
  it('F13 stand on the same words as in the candidate’s text, hunk by hunk (property)', () => {
    fc.assert(
      fc.property(prose, prose, fc.nat(), fc.nat(), (original, text, one, other) => {
        fc.pre(text !== '' && original !== text);
        const start = one % text.length;
        const end = start + 1 + (other % (text.length - start));
        const head = '前文。';
        const { hunks } = pendingOf(
          {
            candidateId: 'c',
            origin: 'skill',
            program: null,
            newPath: null,
            runId: 'r',
            projectId: 'p',
            documentId: 'd',
            skillId: 'continue',
            assemblyId: 'a',
            start: head.length,
            end: head.length + original.length,
            original,
            text,
            hunks: hunksOf(original, text, head.length),
            partial: false,
            stale: false,
            instruction: '',
            model: null,
            createdAt: 0,
          },
          EditorState.create({ doc: `${head}${original}` }).doc,
        );
        for (const hunk of hunks) {
          expect(text.slice(hunk.at, hunk.at + hunk.inserted.length)).toBe(hunk.inserted);
          for (const found of foundIn(hunk, [{ findingId: 'f', start, end }])) {
            const words = hunk.inserted.slice(found.start, found.end);
            expect(text.slice(start, end)).toContain(words);
            expect(words).not.toBe('');
          }
        }
      }),
    );
  });

  it('F13 cut the words without losing any, each piece with what covers it (property)', () => {
    const places = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 4 });
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.nat(5), places, (text, start, spans) => {
        const found = spans.map(([a, b], index) => ({
          findingId: String(index),
          start: Math.min(a, b),
          end: Math.max(a, b) + 1,
        }));
        const pieces = piecesOf(text, start, found);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        for (const { findingId, ...span } of found) {
          const covered = pieces.filter((piece) => piece.findingIds.includes(findingId));
          const from = Math.max(0, span.start - start);
          const words = text.slice(from, Math.max(from, span.end - start));
          expect(covered.map((piece) => piece.text).join('')).toBe(words);
        }
      }),
    );
  });
});
