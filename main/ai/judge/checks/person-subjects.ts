/** Whom the narration of a stretch speaks of: the I, the you and the third persons that are its subjects. */
import { matchSpans, type Span } from '#main/base/prose/span.ts';
import { indexAt, type AnalyzedText } from '../text/voices.ts';

/** A third person as the subject of a clause. */
export type ThirdPerson = Span & { pronoun: string };

/** 他 and 她 at the head of a clause; who only says something is in every book. */
const hanThird =
  /(?<=^|[，。！？；：、\n”」』"\u3000]|可是?|但是?|于是|然后|后来|这时|忽然|每天|终于|只见)(他们|她们|他|她)(?!人|乡|山|日|者|[^，。！？；：、\n]{0,4}[说问答道喊叫]\u3000?(?:[，。：]|\u3000))/gmu;
const hanSecond = /(?<=^|[，。！？；：、\n”」』"\u3000]|可是?|但是?|于是|然后)(?:你们|你|您)/gmu;
const anySecond = { han: /[你您]/u, latin: /\b(?:you|your|yours|yourself)\b/iu } as const;

const latinThird =
  /(?<![\p{L}’'-])(He|She|They|he|she|they)(?![\p{L}-])(?!\s(?:said|asked|answered|cried|called|whispered|replied|says|asks)\b)/gu;
/** "You could see it from the hill" says you to nobody: only a you that opens its clause counts. */
const latinSecond =
  /(?<=^|[.!?;:—\n”"\u3000]\s*|,\s+|\b(?:and|but|then|when|as|while|because|so)\s+)[Yy]ou(?![\p{L}-])(?!\s+(?:could|can|would|might|may|know|see)\b)/gmu;

/** What only the one who thinks, feels or remembers it can tell. */
const hanMind =
  /觉得|感到|想起|想到|想不起|记得|记起|以为|心想|心里|心中|心头|暗自|意识到|不知道|知道|明白|后悔|舍不得|忘了|害怕|盼着|恨不得|打定主意/u;
const hanSenses = /听见|听到|看见|看到|望见|闻到|摸到|发觉|发现/u;
const hanHedge =
  /猜|看样子|看上去|看起来|像是|好像|仿佛|似乎|大概|也许|恐怕|或许|多半|说不定|想必|[说告讲据]/u;
const latinMind =
  /\b(?:thought|wondered|hoped|feared|wished|remembered|forgot|forgotten|knew|realised|realized|regretted|longed|dreaded|felt (?:that|how|as if|nothing|sure|certain|sorry|afraid|ashamed|relieved|guilty|sick|tired|alone|lonely|cold|the cold)|could not (?:remember|believe|bear)|couldn[’']t (?:remember|believe|bear)|came to (?:him|her)|occurred to (?:him|her)|(?:thinks|wonders|hopes|fears|wishes|remembers|knows|realises|realizes))\b/iu;
const latinSenses = /\b(?:saw|heard|noticed|smelt|smelled|sees|hears|notices)\b/iu;
const latinHedge =
  /\b(?:perhaps|maybe|seem\w*|as if|as though|must have|might|no doubt|apparently|suppose\w*|guess\w*|probably|evidently|told|said|says)\b/iu;

/** A capitalised word or two before a verb: a name, when it is capitalised within a sentence as well. */
const latinNamed =
  /(?<![\p{L}’'-])((?:(?:Mr|Mrs|Miss|Ms|Dr|Lady|Sir|Lord|Captain|Aunt|Uncle)\.? )?\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?) (?=(?:was|had|could|would|did|felt|knew|thought|wondered|remembered|[a-z]{2,}ed|went|came|sat|stood|took|saw|heard|found|looked|turned)\b)/gu;

/** The people a text in Latin script names, as subjects. */
const namedPersons = (narration: string): ThirdPerson[] =>
  Array.from(narration.matchAll(latinNamed), (match): ThirdPerson => {
    const name = match[1] ?? '';
    return { start: match.index, end: match.index + name.length, pronoun: name };
  }).filter(({ pronoun }) => {
    const last = pronoun.split(' ').at(-1) ?? pronoun;
    return pronoun.includes(' ') || new RegExp(`[\\p{Ll},] ${last}\\b`, 'u').test(narration);
  });

export const secondPersonSpans = ({ narration, script }: AnalyzedText): Span[] =>
  matchSpans(narration, script === 'han' ? hanSecond : latinSecond);

/** Whether a piece of narration says you to anybody, in whatever role. */
export const saysYou = ({ narration, script }: AnalyzedText, { start, end }: Span): boolean =>
  anySecond[script].test(narration.slice(start, end));

/** The first in each sentence. */
export const thirdPersons = ({ narration, script, sentences }: AnalyzedText): ThirdPerson[] => {
  const seen = new Set<number>();
  const pronouns = Array.from(
    narration.matchAll(script === 'han' ? hanThird : latinThird),
    (match): ThirdPerson => ({
      start: match.index,
      end: match.index + match[0].length,
      pronoun: (match[1] ?? '').toLowerCase(),
    }),
  );
  const persons = script === 'han' ? pronouns : [...pronouns, ...namedPersons(narration)];
  return persons
    .toSorted((one, other) => one.start - other.start)
    .filter(({ start }) => {
      const sentence = indexAt(sentences, start);
      if (seen.has(sentence)) return false;
      seen.add(sentence);
      return true;
    });
};

/** Whether the sentence around a third person tells from inside: `mind`, or at least through the senses. */
export const insideOf = (
  { narration, script, sentences }: AnalyzedText,
  { start }: Span,
): 'mind' | 'senses' | null => {
  const sentence = sentences[indexAt(sentences, start)];
  const words = sentence ? narration.slice(start, sentence.end) : '';
  const [mind, senses, hedge] =
    script === 'han' ? [hanMind, hanSenses, hanHedge] : [latinMind, latinSenses, latinHedge];
  if (hedge.test(words)) return null;
  if (mind.test(words)) return 'mind';
  return senses.test(words) ? 'senses' : null;
};
