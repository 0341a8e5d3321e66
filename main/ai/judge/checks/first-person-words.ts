/** Finds where prose speaks of itself in the first person. */
import type { Script } from '#main/base/prose/script.ts';
import { matchSpans, type Span } from '#main/base/prose/span.ts';
import type { AnalyzedText } from '../text/voices.ts';

/** 我 as a pronoun, not in 自我, 忘我, 我国, nor where it pairs with 你: 你死我活, 你一言我一语. */
const han =
  /(?<![自忘大小本非无唯真超物依故]|你[^，。！？；\n]{0,4})我(?![国军方党省市县行我素活执])(?:们|俩)?(?![行]我素)|咱们?|俺们?/gu;
/** I, me, my, we; not a numeral, an initial or the name of the letter. */
const latin =
  /(?<![\p{L}\p{N}.&’'/-])(?:I(?![\p{L}\p{N}/&]|\.(?!\s*$|\s+[A-Z])|-)|[Mm]y(?:self)?(?=[\s,.;:!?—])(?!\s+(?:God|Lord|goodness|word|dear|love|lord|lady)\b)|[Mm]e(?=[\s,.;:!?—)])|[Ww]e(?=[\s’'][\p{Ll}]))/gu;

const numeralBefore =
  /\b(?:Part|Chapter|Act|Book|Volume|Scene|Section|Vol|War|Type|Class|Phase|Title|Article|letter|capital|initial|the|an?|King|Queen|Pope|Elizabeth|Charles|James|George|William|Napoleon|Nicholas|Francis|Edward|Richard|Henry|Mary|John|Paul|Alexander|Peter|Catherine)\.?\s+$/u;
/** What lets a sentence end with the pronoun: nor did I. */
const asSubject =
  /\b(?:did|do|am|was|have|had|would|could|can|will|shall|should|must|might|than|nor|as|and|not)\s+$/u;
/** I WANT YOU: letters of a sign, a title or a cry. */
const capitalsAfter = /^\s+\p{Lu}{2}/u;
const verbAfter = /^\s*(?:[’']|[a-z])/u;
const nameBefore = /\p{Lu}\p{Ll}+,?\s+$/u;

const isPronoun = (text: string, { start, end }: Span): boolean => {
  if (text.slice(start, end) !== 'I') return true;
  const before = text.slice(Math.max(0, start - 24), start);
  if (numeralBefore.test(before)) return false;
  const after = text.slice(end, end + 4);
  if (capitalsAfter.test(after)) return false;
  if (after.startsWith('.')) return asSubject.test(before);
  // "Elizabeth I stood": a name directly before it, without a break, makes a numeral of it.
  return verbAfter.test(after)
    ? !nameBefore.test(before) || /,\s+$/.test(before)
    : !nameBefore.test(before);
};

/** Where a stretch of prose speaks of itself. */
export const firstPersonSpans = (text: string, script: Script): Span[] =>
  script === 'han'
    ? matchSpans(text, han)
    : matchSpans(text, latin).filter((span) => isPronoun(text, span));

const hanAny = /我|咱|俺/u;
const latinAny = /\b(?:I|me|my|mine|myself|we|us|our|ours|ourselves)\b/u;

/** Whether narration between two places has a first person, of any number. */
export const speaksOfItself = (analyzed: AnalyzedText, start: number, end: number): boolean =>
  (analyzed.script === 'han' ? hanAny : latinAny).test(analyzed.narration.slice(start, end));
