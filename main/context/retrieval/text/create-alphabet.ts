/** Makes the alphabet; its workers are handed it, and load nothing of this. */
import { type Alphabet, unitKind } from './alphabet.ts';

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const letter = /[\p{L}\p{N}]/u;

const foldUnit = (unit: string): number => {
  const plain = unit.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.length === 1 ? plain.charCodeAt(0) : unit.toLowerCase().charCodeAt(0);
};

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

const makePlain = (): Alphabet => {
  const fold = new Uint16Array(65_536);
  const kind = new Uint8Array(65_536);
  for (let code = 0; code < 65_536; code++) {
    fold[code] = code;
    if (isSurrogate(code)) {
      // Rare ideographs and emoji: each half is a sign of its own, and the pair of them a bigram.
      kind[code] = unitKind.ideograph;
      continue;
    }
    const unit = String.fromCharCode(code);
    if (ideograph.test(unit)) kind[code] = unitKind.ideograph;
    else if (letter.test(unit)) {
      kind[code] = unitKind.letter;
      fold[code] = foldUnit(unit);
    }
  }
  return { fold, kind };
};

/** What Unicode says, the same for every alphabet: to ask it of all units takes many milliseconds. */
const plain = makePlain();

/**
 * One table look-up per unit, so that offsets never move and folding costs nothing.
 * @param pairs traditional and simplified characters alternating (assets/vectors/traditional.txt)
 */
export const createAlphabet = (pairs: string): Alphabet => {
  const fold = plain.fold.slice();
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    fold[pairs.charCodeAt(index)] = pairs.charCodeAt(index + 1);
  }
  return { fold, kind: plain.kind.slice() };
};
