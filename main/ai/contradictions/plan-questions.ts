/** What a model is asked about one entry, in one request, and what that takes at most. */
import type { ChatModel, Question } from '#main/ai/runs/service.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { choosePassages, type Passage } from './choose-passages.ts';
import { openParagraphs } from './open-passages.ts';
import type { OpenBook } from './read-open-book.ts';
import { words } from './words.ts';

/** Of an answer, and of what a model thinks before it. */
const answerTokens = 2_500;
/** Marks, numbers, and what providers add. */
const tokensAround = 200;
/** Passages of one request, at most. */
const passageTokens = 8_000;
/** Less says nothing of two places. */
const fewestTokens = 600;

export type Asker = {
  model: Pick<ChatModel, 'profileId' | 'maxInput' | 'count'>;
  language: Language;
};

export type PlannedQuestion = {
  question: Question;
  /** By the number each has in the request. */
  passages: ReadonlyMap<string, Passage>;
};

const describedBy = ({ entityId, summary }: Entity, shown: string): Passage[] =>
  openParagraphs(summary, shown).map((span) => ({
    ...span,
    ...{ source: 'entry', id: entityId, chapter: 0, text: summary },
  }));

const roomFor = ({ model, language }: Asker): number => {
  const room = Math.min(
    passageTokens,
    Math.floor((model.maxInput - model.count(words[language].system) - tokensAround) * 0.95),
  );
  if (room >= fewestTokens) return room;
  const { maxInput } = model;
  throw new AppError('MODEL_PROMPT_TOO_LONG', 'The model reads too little.', { maxInput });
};

/** Null where fewer than two places may be told. MODEL_PROMPT_TOO_LONG for a model too small. */
export const planQuestion = (
  asker: Asker,
  book: OpenBook,
  entity: Entity,
  scope: ReadonlySet<string> | null,
): PlannedQuestion | null => {
  const { model, language } = asker;
  const told = words[language];
  let room = roomFor(asker);
  const offered = [
    ...describedBy(entity, book.shownOf(entity.summary)),
    ...choosePassages(book.chapters, entity.entityId, scope),
  ];
  const passages = new Map<string, Passage>();
  const lines: string[] = [];
  for (const passage of offered) {
    const number = `P${passages.size + 1}`;
    const where = passage.source === 'entry' ? told.entry : told.chapter(passage.chapter);
    const line = `${number} (${where})\n${passage.text.slice(passage.start, passage.end)}`;
    const cost = model.count(line) + 2;
    if (cost > room) continue;
    room -= cost;
    passages.set(number, passage);
    lines.push(line);
  }
  const isInScope = [...passages.values()].some(
    ({ source, id }) => source === 'chapter' && (scope === null || scope.has(id)),
  );
  if (passages.size < 2 || !isInScope) return null;
  const question: Question = {
    purpose: 'contradiction',
    profileId: model.profileId,
    system: told.system,
    user: `${entity.name}\n\n${lines.join('\n\n')}`,
    maxOutputTokens: answerTokens,
  };
  return { question, passages };
};
