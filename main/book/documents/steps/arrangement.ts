/** A text put together from stretches of others, with words between them; the way back is made of it alone (W1). Pure. */
import { z } from 'zod';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import { lineEndOf, withPlainLineEnds } from '../line-ends.ts';
import { sliceRaw } from './slices.ts';

const Stretch = z.object({
  documentId: z.string(),
  start: z.number().int(),
  end: z.number().int(),
});
export type Stretch = z.infer<typeof Stretch>;

/** `words` have the line ends of the file. */
const ArrangedPiece = z.union([Stretch, z.object({ words: z.string() })]);
export type ArrangedPiece = z.infer<typeof ArrangedPiece>;

export const Arrangement = z.array(ArrangedPiece);
export type Arrangement = z.infer<typeof Arrangement>;

/** Texts by chapter. */
export type Texts = ReadonlyMap<string, string>;
export type Arrangements = ReadonlyMap<string, Arrangement>;

const textOf = (texts: Texts, documentId: string): string => {
  const text = texts.get(documentId);
  if (text === undefined) throw new Error('a stretch of a text that is not there');
  return text;
};

const lengthOf = (piece: ArrangedPiece): number =>
  'words' in piece ? withPlainLineEnds(piece.words).length : piece.end - piece.start;

/** Without stretches that are empty or could be one. */
export const joinStretches = (pieces: readonly ArrangedPiece[]): Arrangement => {
  const joined: ArrangedPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (lengthOf(piece) === 0) continue;
    const follows =
      last !== undefined &&
      !('words' in piece || 'words' in last) &&
      last.documentId === piece.documentId &&
      last.end === piece.start;
    if (follows) joined[joined.length - 1] = { ...last, end: piece.end };
    else joined.push(piece);
  }
  return joined;
};

export const composeText = (pieces: Arrangement, texts: Texts): string =>
  pieces
    .map((piece) =>
      'words' in piece
        ? withPlainLineEnds(piece.words)
        : textOf(texts, piece.documentId).slice(piece.start, piece.end),
    )
    .join('');

export const composeAll = (arrangements: Arrangements, texts: Texts): Texts =>
  new Map(
    [...arrangements].map(([documentId, pieces]) => [documentId, composeText(pieces, texts)]),
  );

/** New words in the line ends of the file they come into. */
export const inLineEndsOf = (arrangements: Arrangements, raws: Texts): Arrangements =>
  new Map(
    [...arrangements].map(([documentId, pieces]) => {
      const lineEnd = lineEndOf(textOf(raws, documentId));
      const inEnds = (piece: ArrangedPiece): ArrangedPiece =>
        'words' in piece ? { words: piece.words.replaceAll('\n', lineEnd) } : piece;
      return [documentId, pieces.map(inEnds)];
    }),
  );

/** With the line ends of the files; with plain ones where two would run into one. */
export const composeRaw = (pieces: Arrangement, raws: Texts): string => {
  const joined = pieces
    .map((piece) =>
      'words' in piece
        ? piece.words
        : sliceRaw(textOf(raws, piece.documentId), piece.start, piece.end),
    )
    .join('');
  const texts = new Map([...raws].map(([id, raw]) => [id, withPlainLineEnds(raw)]));
  const plain = composeText(pieces, texts);
  return withPlainLineEnds(joined) === plain ? joined : plain;
};

/** What stays of each text, and where it is then. */
export const piecesOf = (arrangements: Arrangements): MovedPiece[] =>
  [...arrangements].flatMap(([documentId, pieces]) => {
    let at = 0;
    return pieces.flatMap((piece) => {
      const to = { documentId, start: at };
      const length = lengthOf(piece);
      at += length;
      if ('words' in piece) return [];
      return [{ from: { documentId: piece.documentId, start: piece.start }, to, length }];
    });
  });

/** Makes the texts of `raws` again of those that were made of them. */
export const reverseArrangements = (arrangements: Arrangements, raws: Texts): Arrangements => {
  const moved = piecesOf(arrangements).toSorted((one, other) => one.from.start - other.from.start);
  return new Map(
    [...raws].map(([documentId, raw]) => {
      const back: ArrangedPiece[] = [];
      let told = 0;
      const tellUntil = (place: number): void => {
        back.push({ words: sliceRaw(raw, told, place) });
        told = place;
      };
      for (const { from, to, length } of moved) {
        if (from.documentId !== documentId) continue;
        tellUntil(from.start);
        back.push({ documentId: to.documentId, start: to.start, end: to.start + length });
        told += length;
      }
      tellUntil(withPlainLineEnds(raw).length);
      return [documentId, joinStretches(back)];
    }),
  );
};
