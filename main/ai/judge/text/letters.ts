/** Finds letters that stand in a text without quotation marks. */
import { isSceneBreak, splitLines } from '#main/base/prose/paragraphs.ts';
import type { Span } from '#main/base/prose/span.ts';

const salutation =
  /^[ \t\u3000]*(?:(?:亲爱的|敬爱的|尊敬的|吾|爱)[^。！？\n]{1,12}|[^。！？，\n]{0,8}(?:姐姐?|哥哥?|弟弟?|妹妹?|父亲|母亲|大人|先生|兄|台鉴|如晤|如面|膝下|见字))[：:][ \t]*$|^[ \t]*(?:My )?(?:Dear(?:est)?|Darling|Beloved)\b[^.!?\n]{0,40}[,:—]?[ \t]*$/u;
const announcement =
  /(?:写道|写着|写的是|信上说?|信里说?|信中说?|日记|电报|字条|纸条|留言|念道|上书|落款|\b(?:read|reads|wrote|written|ran|letter|note|telegram|diary|journal|said)\b)[^。！？.!?\n]{0,30}[：:][ \t]*$/u;
const ownVoice = /我|\b(?:I|me|my|we|us|our)\b/u;
const anyQuote = /[“”「」『』"]/u;
const maxLetterLength = 60;
const maxSignatureLength = 40;

const isSignature = (line: string): boolean =>
  line.trim().length <= maxSignatureLength && !/[。！？.!?…”」]$/u.test(line.trim());

/**
 * Letters that stand without quotation marks: from a salutation on a line of its own to the signature, or the
 * lines after an announcement that ends in a colon, as long as they speak of themselves.
 */
export const letterSpans = (text: string): Span[] => {
  const lines = splitLines(text);
  const spans: Span[] = [];
  const lineText = (index: number): string => {
    const line = lines[index];
    return line ? text.slice(line.start, line.end) : '';
  };
  const cover = (from: number, to: number): void => {
    const [first, last] = [lines[from], lines[to - 1]];
    if (first && last && to > from) spans.push({ start: first.start, end: last.end });
  };

  for (let index = 0; index < lines.length; index += 1) {
    if (salutation.test(lineText(index))) {
      let to = index + 1;
      const limit = Math.min(lines.length, index + maxLetterLength);
      while (to < limit && !isSceneBreak(lineText(to)) && !isSignature(lineText(to))) to += 1;
      while (to < limit && !isSceneBreak(lineText(to)) && isSignature(lineText(to))) to += 1;
      cover(index, to);
      index = to - 1;
    } else if (announcement.test(lineText(index))) {
      let to = index + 1;
      while (to < lines.length && ownVoice.test(lineText(to)) && !anyQuote.test(lineText(to)))
        to += 1;
      cover(index + 1, to);
    }
  }
  return spans;
};
