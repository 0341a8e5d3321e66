/** Finds where the predicate of a named subject ends. */
import type { Span } from '#main/base/prose/span.ts';
import type { AnalyzedText } from '../text/voices.ts';
import { indexAt } from '../text/voices.ts';
import { hanActs, hanPastOrRelative, hanPredicate } from './han-verbs.ts';
import {
  latinActs,
  latinInverted,
  latinParticiple,
  latinPerceived,
  latinPredicate,
} from './latin-verbs.ts';

const hanExpression = hanPredicate(hanActs);
const latinExpression = latinPredicate(latinActs);

const hanNotSubject = /^(?:的|之|们|家|死|已死|生前|被|这个|那个|两个字|二字|是|叫)/u;
const hanLead =
  /^(?:这时候?|此时|当时|忽然|突然|于是|可是|可|但是?|然后|接着|傍晚|清晨|早上|晚上|夜里|半夜|中午|天亮|天黑|第二天|次日|只见|不料|谁知|不一会儿|片刻后|而|连|又见)?$|(?:时候?|之?后|[里上外下中边前])$|(?:看见|望见|听见|瞧见|只见|发现|撞见|见)$|^(?:他|她|我|[^，。]{2,3})(?:和|与)$/u;
const clauseBreak = /[，。！？；：、,!?;:.\n“”「」『』"‘’（）()—…\u3000]/u;

const latinLead =
  /^(?:(?:and|but|then|when|while|as|because|so|until|yet|for|though|although|now|here|there|where)\s+)*$|\b(?:and|but|when|while|as|because|so|until|though|although|before|after)\s+(?:old |young |poor )?$|^(?:Toward|Towards|At|By|In|On|Before|After|Near)\s+(?:the\s+)?(?:evening|dawn|dusk|noon|midday|midnight|night|morning|afternoon|daybreak|nightfall|sunset|sunrise|last|first|once|[a-z]+ o[’']clock)\s+$|^(?:That|This|Next|The next|The same)\s+(?:evening|night|morning|afternoon|day)\s+$|^(?:Then|Now|Presently|Suddenly|Later|Meanwhile|Outside|Inside|Again|Soon|Finally)\s+$/iu;
const latinBreak = /[.!?,;:—–\n“”"‘()\u3000]|’(?=\s)/u;

/** From the nearest break before `at`, at most 60 units back. */
const clauseBefore = (text: string, at: number, border: RegExp): string => {
  let from = at;
  while (from > 0 && at - from < 60 && !border.test(text[from - 1] ?? '')) from -= 1;
  return text.slice(from, at);
};

/**
 * Where the predicate of a named subject ends, null when the name is not plainly the subject of an action.
 * Judged by the words around the name alone, and in doubt against.
 */
export const actionEnd = (analyzed: AnalyzedText, name: Span): number | null => {
  const { narration: text, script } = analyzed;
  if (script === 'han') {
    const lead = clauseBefore(text, name.start, clauseBreak);
    if (!hanLead.test(lead) || hanNotSubject.test(text.slice(name.end, name.end + 4))) return null;
    hanExpression.lastIndex = name.end;
    const found = hanExpression.exec(text);
    if (!found) return null;
    const end = name.end + found[0].length;
    return hanPastOrRelative.test(text.slice(end, end + 8)) ? null : end;
  }
  const sentence = analyzed.sentences[indexAt(analyzed.sentences, name.start)];
  const before = text.slice(Math.max(0, name.start - 40), name.start);
  const inverted = latinInverted.exec(before);
  if (inverted && sentence && /[\p{L}]/u.test(text.slice(sentence.start, name.start)))
    return name.end;
  const expression = latinPerceived.test(before) ? latinParticiple : latinExpression;
  const lead = clauseBefore(text, name.start, latinBreak).replace(/^\s+/, '');
  if (expression === latinExpression && !latinLead.test(lead)) return null;
  expression.lastIndex = name.end;
  const found = expression.exec(text);
  return found ? name.end + found[0].length : null;
};
