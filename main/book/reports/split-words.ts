/** Cuts a text into words: Chinese by the dictionary of the run-time, other scripts by their letters. */

export type WordSink = (word: string, start: number, end: number) => void;

const han = /\p{Script=Han}/u;
const spacedWord = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** The cutter needs more than linear time: a longer run without any border is cut in blocks. */
const maxRun = 1000;
const border = /[^\p{L}\p{M}\p{N}]/gu;

/** Ends of pieces that are cut one by one, at borders where there are any. */
function* pieceEnds(line: string): Generator<number> {
  let last = 0;
  let safe = 0;
  if (line.length > maxRun) {
    for (const { index } of line.matchAll(border)) {
      while (index - last > maxRun) {
        last = safe > last ? safe : last + maxRun;
        yield last;
      }
      safe = index;
    }
    while (line.length - last > maxRun) {
      last = safe > last ? safe : last + maxRun;
      yield last;
    }
  }
  yield line.length;
}

/** `tell` hears every word in order, as it stands in the text. */
export const createWordSplitter = () => {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  return (text: string, tell: WordSink): void => {
    let offset = 0;
    for (const line of text.split('\n')) {
      if (!han.test(line)) {
        for (const { index, 0: word } of line.matchAll(spacedWord)) {
          tell(word, offset + index, offset + index + word.length);
        }
      } else {
        let from = 0;
        for (const to of pieceEnds(line)) {
          for (const { segment, index, isWordLike } of segmenter.segment(line.slice(from, to))) {
            const start = offset + from + index;
            if (isWordLike === true) tell(segment, start, start + segment.length);
          }
          from = to;
        }
      }
      offset += line.length + 1;
    }
  };
};
