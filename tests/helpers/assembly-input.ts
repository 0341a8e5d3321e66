import { fileURLToPath } from 'node:url';
import { createSkillLibrary } from '#main/ai/runs/skills/library.ts';
import { createPreparation } from '#main/context/engine/preparation.ts';
import type { AssemblyInput } from '#main/context/engine/assembly-input.ts';
import { noBookSettings } from '#shared/domain/book-settings.ts';
import type { Constraint } from '#shared/domain/constraint.ts';
import { type Entity, entityDefaults } from '#shared/domain/knowledge.ts';
import type { MemoryRule } from '#shared/domain/memory.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import type { SearchHit } from '#shared/domain/retrieval.ts';

const builtin = fileURLToPath(new URL('../../assets/skills', import.meta.url));
/** The bundled skills, from their files. */
export const bundledSkills = createSkillLibrary({ builtin, own: '', clock: { now: () => 0 } });

/** Plain, valid material for the pure part of the engine; tests change what they are about. */
export const aChapter = (number: number, change: Partial<DocumentInfo> = {}): DocumentInfo => ({
  documentId: `document-${number}`,
  path: `第${number}章.md`,
  title: `第${number}章`,
  order: number - 1,
  chapter: number,
  charCount: 100,
  wordCount: 100,
  group: '',
  encoding: 'utf-8',
  modifiedAt: 1,
  pointOfViewEntityId: null,
  fence: null,
  status: null,
  synopsis: '',
  labels: [],
  wordGoal: null,
  ...change,
});

export const aConstraint = (id: string, change: Partial<Constraint> = {}): Constraint => ({
  constraintId: id,
  type: 'narrative',
  text: `约束${id}`,
  source: 'user',
  priority: 0,
  enabled: true,
  fence: null,
  tokenCount: 3,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  ...change,
});

export const anEntity = (id: string, change: Partial<Entity> = {}): Entity => ({
  ...entityDefaults,
  entityId: id,
  kind: 'character',
  name: `人物${id}`,
  aliases: [],
  summary: `${id}的来历`,
  validFromChapter: null,
  validToChapter: null,
  fence: null,
  tokenCount: 8,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  ...change,
});

export const aRule = (
  id: string,
  confidence: number,
  change: Partial<MemoryRule> = {},
): MemoryRule => ({
  ruleId: id,
  text: `偏好${id}`,
  confidence,
  confirmed: true,
  tokenCount: 3,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  ...change,
});

export const aHit = (
  id: string,
  score: number,
  text: string,
  change: Partial<SearchHit> = {},
): SearchHit => ({
  chunkId: id,
  documentId: 'document-1',
  chapter: 1,
  start: 0,
  end: text.length,
  text,
  paragraph: 1,
  score,
  matched: [],
  ...change,
});

export const anAssemblyInput = (change: Partial<AssemblyInput> = {}): AssemblyInput => {
  const { before = '窗外的雪落了一夜。林远坐在灯下。', after = '' } = change;
  const chapters = [1, 2, 3, 4, 5, 6, 7].map((number) => aChapter(number));
  return {
    projectId: 'project-a',
    language: 'zh-CN',
    document: aChapter(3),
    documentVersion: 'v1',
    before,
    after,
    text: `${before}${change.passage?.text ?? ''}${after}`,
    chapters,
    previous: { document: aChapter(2), version: 'v1', text: '上一章的结尾是这样。' },
    earlier: [],
    lookUp: null,
    lookedUp: new Map(),
    storySoFar: false,
    pointOfViewEntityId: null,
    book: noBookSettings,
    constraints: [],
    threads: [],
    entities: [],
    relations: [],
    mentions: [],
    findNames: () => [],
    names: {},
    prepare: createPreparation(),
    focus: '窗外的雪落了一夜。林远坐在灯下。',
    rules: [],
    episodes: [],
    notes: [],
    hits: [],
    withheld: [],
    skill: bundledSkills.find('continue'),
    passage: null,
    additionalInput: '',
    allowLaterChapters: false,
    mute: new Set(),
    admit: new Set(),
    stickyEntityIds: new Set(),
    stickyChapterStart: null,
    ...change,
  };
};
