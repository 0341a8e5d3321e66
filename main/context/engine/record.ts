import { z } from 'zod';
import { Decision, Reason } from '#shared/domain/assembly.ts';
import { LayerName } from '#shared/domain/budget.ts';
import { Count } from '#shared/domain/identifiers.ts';
import { LookUp } from '#shared/domain/look-up.ts';
import type { AssembleRequest } from '#shared/contract/context.ts';
import type { Budget } from '#shared/domain/budget.ts';
import type { Assembly } from './assembly.ts';
import { type Candidate, groupNames, layerOfGroup, type RecordedSubject } from './candidate.ts';
import { templatesFor } from './prompt-templates.ts';
import type { AssemblyInput } from './assembly-input.ts';
import { titleOf } from './explain.ts';
import type { HashText } from './text-hashes.ts';
import { closedChapters } from './passage-filter.ts';
import { promptOf } from './render.ts';

/** One item as it was decided, with what tells its causes apart; texts are stored apart, by their hash. */
export const RecordedItem = z.object({
  id: z.string(),
  layer: LayerName,
  group: z.enum(groupNames),
  title: z.string(),
  decision: Decision,
  reason: Reason,
  tokens: Count,
  /** Chapter the reason speaks of; absent from records of earlier versions. */
  chapter: Count.optional(),
  /** Hash of what was sent; null when nothing was. */
  textHash: z.string().nullable(),
  /** Hash of the whole text it was cut from. */
  bodyHash: z.string(),
  revision: z.string(),
  fence: z.string().nullable(),
  documentId: z.string().nullable(),
});
export type RecordedItem = z.infer<typeof RecordedItem>;

/** Everything a replay and a comparison need, beside the texts (N1). */
export const AssemblyRecord = z.object({
  segments: z.array(
    z.object({ itemId: z.string().nullable(), layer: LayerName, textHash: z.string() }),
  ),
  items: z.array(RecordedItem),
  promptHash: z.string(),
  /** Hash of the constant text before the prompt; absent from records of earlier versions. */
  systemHash: z.string().optional(),
  environment: z.object({
    budgetVersion: Count,
    total: Count,
    cursorPosition: Count,
    chapter: Count,
    pointOfViewEntityId: z.string().nullable(),
    documentVersion: z.string(),
    previousVersion: z.string().nullable(),
    allowLaterChapters: z.boolean(),
    skillId: z.string(),
    additionalHash: z.string(),
    language: z.string(),
    tokenizer: z.string(),
    mute: z.array(z.string()),
    admit: z.array(z.string()),
    chapters: z.string(),
    /** Chapters that a fence closed to the request, by id, each with why; absent from records of earlier versions. */
    closed: z.record(z.string(), Reason).optional(),
    /** What passages were looked up for, and by their ids which question each answers; absent where nothing was (E6). */
    lookUp: LookUp.extend({ answers: z.record(z.string(), Count) }).optional(),
  }),
});
export type AssemblyRecord = z.infer<typeof AssemblyRecord>;

/** What a record says of the material beside what was decided: little, for hundreds wait to be written. */
export type RecordedInput = Pick<
  AssemblyInput,
  | 'document'
  | 'documentVersion'
  | 'previous'
  | 'chapters'
  | 'pointOfViewEntityId'
  | 'allowLaterChapters'
  | 'language'
  | 'passage'
  | 'additionalInput'
  | 'mute'
  | 'admit'
  | 'lookUp'
  | 'lookedUp'
> & { closed: Readonly<Record<string, Reason>> };

export const recordedInput = (input: AssemblyInput): RecordedInput => ({
  closed: closedChapters(input),
  document: input.document,
  documentVersion: input.documentVersion,
  previous: input.previous,
  chapters: input.chapters,
  pointOfViewEntityId: input.pointOfViewEntityId,
  allowLaterChapters: input.allowLaterChapters,
  language: input.language,
  passage: input.passage,
  additionalInput: input.additionalInput,
  mute: input.mute,
  admit: input.admit,
  lookUp: input.lookUp,
  lookedUp: input.lookedUp,
});

/** What was decided about something; many of a request have the same one. */
type Verdict = { decision: Decision; reason: Reason; chapter: number | undefined };

/** What was decided about what, one beside the other: hundreds of requests wait, each with hundreds of these. */
export type RecordedChoices = {
  subjects: readonly RecordedSubject[];
  verdicts: readonly Verdict[];
};

/** What a record needs of an assembly; not the prompt, which its segments are, nor what decided. */
export type RecordedAssembly = Pick<
  Assembly,
  'segments' | 'systemPrompt' | 'tokenCount' | 'total' | 'stablePrefixHash' | 'tokenizer'
> & { choices: RecordedChoices };

const subjectOf = (candidate: Candidate): RecordedSubject =>
  candidate.recorded ?? {
    id: candidate.id,
    group: candidate.group,
    title: candidate.title,
    body: candidate.body,
    revision: candidate.revision,
    fence: candidate.fence,
    documentId: candidate.documentId ?? null,
  };

const recordedChoices = (selected: Assembly['selected']): RecordedChoices => {
  const known: Verdict[] = [];
  const verdictOf = ({ decision, reason, chapter }: Verdict): Verdict => {
    const same = known.find(
      (one) => one.reason === reason && one.decision === decision && one.chapter === chapter,
    );
    if (same) return same;
    const made = { decision, reason, chapter };
    known.push(made);
    return made;
  };
  return {
    subjects: selected.map(({ candidate }) => subjectOf(candidate)),
    verdicts: selected.map(({ decision, reason, chapter }) =>
      verdictOf({ decision, reason, chapter }),
    ),
  };
};

export const recordedAssembly = (assembly: Assembly): RecordedAssembly => ({
  choices: recordedChoices(assembly.selected),
  segments: assembly.segments,
  systemPrompt: assembly.systemPrompt,
  tokenCount: assembly.tokenCount,
  total: assembly.total,
  stablePrefixHash: assembly.stablePrefixHash,
  tokenizer: assembly.tokenizer,
});

/** What a record is made of. */
export type RecordSource = {
  assembly: RecordedAssembly;
  input: RecordedInput;
  request: AssembleRequest;
  budget: Budget;
};

/** What was sent of each item, by its id: its tokens and the hash of its text. */
type SentItems = ReadonlyMap<string | null, { tokens: number; textHash: string | null }>;

const recordItems = (
  { assembly, input }: RecordSource,
  sentById: SentItems,
  hashText: HashText,
): RecordedItem[] => {
  const { fencedTitle } = templatesFor(input.language);
  const { subjects, verdicts } = assembly.choices;
  return subjects.map((subject, index): RecordedItem => {
    const verdict = verdicts[index];
    if (!verdict) throw new Error('nothing was decided about something that was considered');
    const { decision, reason, chapter } = verdict;
    const sent = decision === 'dropped' ? undefined : sentById.get(subject.id);
    subject.bodyHash ??= hashText(subject.body);
    return {
      id: subject.id,
      layer: layerOfGroup[subject.group],
      group: subject.group,
      title: titleOf(subject.title, reason, fencedTitle),
      decision,
      reason,
      tokens: sent?.tokens ?? 0,
      chapter,
      textHash: sent?.textHash ?? null,
      bodyHash: subject.bodyHash,
      revision: subject.revision,
      fence: subject.fence,
      documentId: subject.documentId,
    };
  });
};

/** Each passage with the place of its question. */
const recordLookUp = ({
  lookUp,
  lookedUp,
}: RecordedInput): Pick<AssemblyRecord['environment'], 'lookUp'> => {
  if (lookUp === null) return {};
  const answers = [...lookedUp].map(([id, words]) => [id, lookUp.questions.indexOf(words)]);
  return { lookUp: { ...lookUp, answers: Object.fromEntries(answers) } };
};

const recordEnvironment = (
  { assembly, input, request, budget }: RecordSource,
  hashText: HashText,
): AssemblyRecord['environment'] => ({
  budgetVersion: budget.version,
  total: assembly.total,
  cursorPosition: request.cursorPosition,
  chapter: input.document.chapter,
  pointOfViewEntityId: input.pointOfViewEntityId,
  documentVersion: input.documentVersion,
  previousVersion: input.previous?.version ?? null,
  allowLaterChapters: input.allowLaterChapters,
  skillId: request.skillId,
  additionalHash: hashText([input.passage?.text, input.additionalInput].filter(Boolean).join('\n')),
  language: input.language,
  tokenizer: assembly.tokenizer.name,
  mute: [...input.mute].sort(),
  admit: [...input.admit].sort(),
  chapters: hashText(
    input.chapters.map((chapter) => `${chapter.documentId}:${chapter.order}`).join('\n'),
  ),
  closed: input.closed,
  ...recordLookUp(input),
});

/** Takes an assembly apart into its record and its texts by hash. */
export const recordAssembly = (
  source: RecordSource,
  hashText: HashText,
): { record: AssemblyRecord; texts: Map<string, string> } => {
  const { assembly } = source;
  const texts = new Map<string, string>();
  const keep = (text: string): string => {
    const hash = hashText(text);
    texts.set(hash, text);
    return hash;
  };
  const segments = assembly.segments.map(({ itemId, layer, text }) => ({
    itemId,
    layer,
    textHash: keep(text),
  }));
  const sentById: SentItems = new Map(
    assembly.segments.map(({ itemId, tokenCount }, index) => [
      itemId,
      { tokens: tokenCount, textHash: segments[index]?.textHash ?? null },
    ]),
  );
  return {
    texts,
    record: {
      segments,
      promptHash: hashText(promptOf(assembly.segments)),
      systemHash: keep(assembly.systemPrompt),
      items: recordItems(source, sentById, hashText),
      environment: recordEnvironment(source, hashText),
    },
  };
};
