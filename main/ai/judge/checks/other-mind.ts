/** Finds thoughts that the narrator cannot know. */
import type { Case, Complaint, HeldRule, Verdict } from '../judge-input.ts';
import type { Person } from '../rules/rule.ts';
import { isSceneBreak } from '#main/base/prose/paragraphs.ts';
import { matchSpans, type Span } from '#main/base/prose/span.ts';
import { indexAt, type AnalyzedText, voice } from '../text/voices.ts';
import { firstPersonSpans, speaksOfItself } from './first-person-words.ts';
import { hanPredicate, hanThoughts } from './han-verbs.ts';
import { latinPredicate, latinThoughts } from './latin-verbs.ts';
import { findPlainNames } from './names.ts';
import { thirdPersons } from './person-subjects.ts';

/** The narrator guesses, or was told: that is not another's mind. */
const hanHedge =
  /猜|看样子|看上去|看起来|像是|好像|仿佛|似乎|大概|也许|恐怕|或许|多半|说不定|想必|一定|准是|不知|谁知|难道|是不是|会不会|如果|要是|说|告诉|讲|听|后来|问|据/u;
const latinHedge =
  /\b(?:perhaps|maybe|seem\w*|looked|must have|might|may|could have|told|said|says|by the look|no doubt|apparently|suppose\w*|guess\w*|doubtless|probably|evidently|if|what|whatever|later|heard|asked)\b/i;
const hanQuestion = /^(?:了?些?什么|的)/u;

const hanPronoun = /(?<=^|[，。！？；：、\n”」』"\u3000])(?:他们|她们|他|她)/gmu;
const latinPronoun = /(?<![\p{L}’'-])(?:He|She|They|he|she|they)(?![\p{L}’'-])/gu;
const latinLead = /(?:^|[.!?;:—,\n”"\u3000]\s*|\b(?:and|but|while|as|because|for)\s+)$/u;

const hanThought = hanPredicate(hanThoughts);
const latinThought = latinPredicate(latinThoughts);
/** So much narration without an I, and somebody thinks in it, is no longer told by the narrator. */
const longStretch = { han: 100, latin: 300 } as const;

const farthest = 2000;

const isFirstOnly = (allowed: readonly Person[]): boolean =>
  allowed.length === 1 && allowed[0] === 'first';

const thoughtEnd = (analyzed: AnalyzedText, subject: Span): number | null => {
  const { narration, script } = analyzed;
  const expression = script === 'han' ? hanThought : latinThought;
  expression.lastIndex = subject.end;
  const found = expression.exec(narration);
  if (!found || found[0].length > 24) return null;
  const end = subject.end + found[0].length;
  if (script === 'han') return hanQuestion.test(narration.slice(end, end + 4)) ? null : end;
  const before = narration.slice(Math.max(0, subject.start - 12), subject.start);
  return latinLead.test(before) ? end : null;
};

/** Units of narration around a place without a first person, within its scene. */
const stretchAround = (
  analyzed: AnalyzedText,
  firstPersons: readonly Span[],
  at: number,
): number => {
  let from = Math.max(0, at - farthest);
  let to = Math.min(analyzed.text.length, at + farthest);
  for (const { start, end } of firstPersons) {
    if (end <= at) from = Math.max(from, end);
    else if (start > at) to = Math.min(to, start);
  }
  for (const paragraph of analyzed.paragraphs) {
    if (!isSceneBreak(analyzed.text.slice(paragraph.start, paragraph.end))) continue;
    if (paragraph.end <= at) from = Math.max(from, paragraph.end);
    else if (paragraph.start > at) to = Math.min(to, paragraph.start);
  }
  return analyzed.narration.slice(from, to).replace(/[\s\u3000]/g, '').length;
};

/** The constraint that keeps thoughts out, and how strictly. */
type MindRule = { rule: HeldRule; isDemanded: boolean; inFirst: boolean };

const mindRuleOf = ({ rules }: Case): MindRule | null => {
  const demanded = rules.find((rule) => rule.check === 'ownMind');
  const persons = rules.filter((rule) => rule.check === 'person');
  const inFirst = persons.length > 0 && persons.every(({ allowed }) => isFirstOnly(allowed));
  const rule = demanded ?? (inFirst ? persons[0] : undefined);
  return rule ? { rule, isDemanded: demanded !== undefined, inFirst } : null;
};

/** Who may have thoughts that are not the narrator's. */
const othersIn = (judged: Case, inFirst: boolean): Span[] => {
  const { analyzed, input, entities } = judged;
  const narrator = input.pointOfViewEntityId;
  const named = findPlainNames(judged).filter(
    ({ entityId, start }) =>
      entityId !== narrator &&
      narrator !== null &&
      analyzed.voices[start] === voice.narration &&
      entities.get(entityId)?.kind === 'character',
  );
  // In the third person a pronoun may well be the one whose mind it is.
  const pronouns = inFirst
    ? matchSpans(analyzed.narration, analyzed.script === 'han' ? hanPronoun : latinPronoun)
    : [];
  return [...named, ...pronouns];
};

const isHedged = (analyzed: AnalyzedText, subject: Span, end: number, sentence: Span): boolean => {
  const hedge = analyzed.script === 'han' ? hanHedge : latinHedge;
  return (
    hedge.test(analyzed.narration.slice(sentence.start, subject.start)) ||
    (analyzed.script === 'han' &&
      /猜|大概|也许|似乎|好像|一定/u.test(analyzed.narration.slice(subject.start, end)))
  );
};

/**
 * Thoughts the narrator cannot know: where a constraint keeps to one mind, every plain one; in a first-person book
 * without such a constraint only within a long stretch in which a known narrator is not there.
 */
export const checkOtherMind = (judged: Case): Verdict => {
  const { analyzed, input } = judged;
  const mindRule = mindRuleOf(judged);
  if (!mindRule) return { complaints: [], undecided: [] };
  const { rule, isDemanded, inFirst } = mindRule;
  const { constraintId, basis } = rule;
  // Not all who think are named or called by a pronoun at the head of a clause.
  const undecided = isDemanded && thirdPersons(analyzed).length > 0 ? [constraintId] : [];
  const firstPersons = firstPersonSpans(analyzed.narration, analyzed.script);
  const isFarFromNarrator = ({ start }: Span): boolean =>
    input.pointOfViewEntityId !== null &&
    stretchAround(analyzed, firstPersons, start) >= longStretch[analyzed.script];

  const complaints = othersIn(judged, inFirst).flatMap((subject): Complaint[] => {
    const end = thoughtEnd(analyzed, subject);
    const sentence = analyzed.sentences[indexAt(analyzed.sentences, subject.start)];
    if (end === null || !sentence) return [];
    if (speaksOfItself(analyzed, sentence.start, sentence.end)) return [];
    if (isHedged(analyzed, subject, end, sentence)) return [];
    if (!isDemanded && !isFarFromNarrator(subject)) return [];
    return [{ kind: 'otherMind', start: subject.start, end, constraintId, basis, words: {} }];
  });
  return { complaints, undecided };
};
