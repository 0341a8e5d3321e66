/** The exact part of the judge, from a text and its material to complaints. */
import { bookRuleIds } from '#shared/domain/book-settings.ts';
import { checkDead } from './checks/dead.ts';
import { checkNames } from './checks/names.ts';
import { checkPerson } from './checks/narrative-person.ts';
import { checkOtherMind } from './checks/other-mind.ts';
import { checkWording } from './checks/wording.ts';
import type { Case, Complaint, JudgeInput } from './judge-input.ts';
import { readConstraint } from './rules/read-constraint.ts';
import type { ReadConstraint } from './rules/rule.ts';
import { type AnalyzedText, analyzeText } from './text/voices.ts';

const checks = [checkPerson, checkOtherMind, checkWording, checkNames, checkDead];

export type Judgement = {
  analyzed: AnalyzedText;
  /** In text order. */
  complaints: Complaint[];
  /** Constraints that no exact rule covers whole, or none can decide of this text. */
  needsModel: string[];
  /** Those of them of which the rules saw to a part. */
  partly: string[];
  /** Constraints that only a check of the whole chapter decides. */
  chapterOnly: string[];
};

/** The same place complained about twice for the same reason counts once; what names its constraint wins. */
const distinct = (complaints: readonly Complaint[]): Complaint[] => {
  const known = new Map<string, Complaint>();
  for (const complaint of complaints) {
    const { kind, start, entityId, constraintId } = complaint;
    const key = `${kind} ${start} ${entityId ?? constraintId ?? ''}`;
    const earlier = known.get(key);
    if (!earlier || (earlier.constraintId === undefined && constraintId !== undefined)) {
      known.set(key, complaint);
    }
  }
  return [...known.values()].sort((one, other) => one.start - other.start || one.end - other.end);
};

/** A constraint that complains of the same place speaks for the book's own person. */
const withoutBookEchoes = (complaints: readonly Complaint[]): Complaint[] => {
  const isBooks = ({ constraintId }: Complaint) => constraintId === bookRuleIds.narrativePerson;
  return complaints.filter(
    (one) =>
      !isBooks(one) ||
      !complaints.some(
        (other) => !isBooks(other) && other.kind === one.kind && other.start === one.start,
      ),
  );
};

/** Another's thoughts say already that a first-person constraint is broken; that they are told in the third goes without. */
const withoutEchoes = (complaints: readonly Complaint[]): Complaint[] => {
  const minds = new Set(
    complaints.flatMap(({ kind, constraintId }) => (kind === 'otherMind' ? [constraintId] : [])),
  );
  return complaints.filter(
    ({ kind, constraintId, words }) =>
      kind !== 'narrativePerson' ||
      words.told !== 'third' ||
      words.name !== undefined ||
      !minds.has(constraintId),
  );
};

/**
 * The exact part of the judge (N4): what the constraints and the codex rule out, where it stands. Pure, linear in
 * the text, and silent where it is not sure.
 */
export const judgeText = (
  input: JudgeInput,
  read: (text: string) => ReadConstraint = readConstraint,
): Judgement => {
  const analyzed = analyzeText(input.text);
  const open = new Set<string>();
  const partly: string[] = [];
  const rules = input.constraints.flatMap(({ constraintId, text }) => {
    const understood = read(text);
    if (!understood.complete) open.add(constraintId);
    if (!understood.complete && understood.rules.length > 0) partly.push(constraintId);
    return understood.rules.map((rule) => ({ ...rule, constraintId }));
  });
  const judged: Case = {
    analyzed,
    input,
    rules,
    names: input.entities.length > 0 ? input.findNames(input.text) : [],
    entities: new Map(input.entities.map((entity) => [entity.entityId, entity])),
  };
  const verdicts = checks.map((check) => check(judged));
  for (const constraintId of verdicts.flatMap(({ undecided }) => undecided)) open.add(constraintId);
  const needsModel = judged.input.constraints
    .map(({ constraintId }) => constraintId)
    .filter((constraintId) => open.has(constraintId));
  const complaints = distinct(
    withoutBookEchoes(withoutEchoes(verdicts.flatMap((verdict) => verdict.complaints))),
  );
  const chapterOnly = verdicts.flatMap((verdict) => verdict.chapterOnly ?? []);
  return { analyzed, complaints, needsModel, partly, chapterOnly };
};
