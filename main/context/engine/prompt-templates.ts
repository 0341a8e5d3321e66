import type { BookSettings, NarrativePerson } from '#shared/domain/book-settings.ts';
import type { EntityKind } from '#shared/domain/knowledge.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { GroupName } from './candidate.ts';

/** A promise to the reader as a request tells it; `note`: '' for none. */
type PromiseWords = {
  name: string;
  quote: string;
  openedIn: number;
  dueIn: number;
  note: string;
};

/** The words around the items, by the project's language. Constant text: nothing here varies per request. */
export type PromptTemplates = {
  /** Stands before the four layers on every request; its tokens are taken off the budget (S3-06). */
  system: string;
  /** Heading of each group; the constraints' one is fixed by S3-23. */
  headings: Record<GroupName, string>;
  kinds: Record<EntityKind, string>;
  entity(kind: string, name: string, aliases: readonly string[], summary: string): string;
  /** A field of an entry and what it says. */
  detail(label: string, text: string): string;
  relation(subject: string, predicate: string, object: string): string;
  passage(title: string, text: string): string;
  /** What it is called, its words, the chapters it was made and is due in, and the writer's note. */
  thread(promise: PromiseWords): string;
  narrativePerson(person: NarrativePerson): string;
  tense(tense: string): string;
  /** Stands for the title of something a fence hides. */
  fencedTitle: string;
  titles: {
    entity(kind: string, name: string): string;
    thread(name: string, dueIn: number): string;
    passage(chapterTitle: string, paragraph: number): string;
    synopsis(chapterTitle: string): string;
    previousEnding(chapterTitle: string): string;
    before(chapterTitle: string): string;
    after(chapterTitle: string): string;
    episode: string;
    working: string;
    instruction: string;
    additional: string;
    book: Record<keyof BookSettings, string>;
  };
};

const chinesePersons: Record<NarrativePerson, string> = {
  first: '第一人称',
  second: '第二人称',
  'third-limited': '第三人称限知',
  'third-omniscient': '第三人称全知',
};
const englishPersons: Record<NarrativePerson, string> = {
  first: 'first person',
  second: 'second person',
  'third-limited': 'third person, limited to one point of view',
  'third-omniscient': 'third person, omniscient',
};
/** Tenses the form offers; a writer's own words stand as they are. */
const chineseTenses: Readonly<Record<string, string>> = { past: '过去时', present: '现在时' };

const chinese: PromptTemplates = {
  system:
    '你是小说作者的写作助手。下面依次是不可违反的约束与设定、作者的偏好、相关的前文、正在写的文字和这次的任务。约束高于一切；没有交代的事不要当成已经发生。',
  headings: {
    constraints: '[创作约束 - 不可违反]',
    narration: '[叙述]',
    entities: '[设定]',
    style: '[本书文风]',
    preferences: '[写作偏好]',
    threads: '[临近该收的伏笔]',
    chapters: '[前文全文]',
    synopses: '[前情提要]',
    passages: '[相关前文]',
    episodes: '[以往的合作]',
    previousEnding: '[上一章结尾]',
    before: '[光标之前]',
    after: '[光标之后]',
    working: '[本次写作]',
    instruction: '[任务]',
    additional: '[补充要求]',
  },
  kinds: {
    character: '人物',
    location: '地点',
    item: '物件',
    faction: '势力',
    event: '事件',
    concept: '概念',
  },
  detail: (label, text) => `${label}：${text}`,
  entity: (kind, name, aliases, summary) =>
    `${kind}：${name}${aliases.length > 0 ? `（又称${aliases.join('、')}）` : ''}。${summary}`,
  relation: (subject, predicate, object) => `${subject}——${predicate}——${object}`,
  passage: (title, text) => `〔${title}〕\n${text}`,
  thread: ({ name, quote, openedIn, dueIn, note }) =>
    `${name}：第 ${openedIn} 章埋下“${quote}”，应在第 ${dueIn} 章收。${note && `作者备注：${note}`}`,
  narrativePerson: (person) => `叙述人称：${chinesePersons[person]}`,
  tense: (tense) => `时态：${chineseTenses[tense] ?? tense}`,
  fencedTitle: '保密的条目',
  titles: {
    entity: (kind, name) => `${kind}：${name}`,
    thread: (name, dueIn) => `${name}（应在第 ${dueIn} 章收）`,
    passage: (chapterTitle, paragraph) => `${chapterTitle} §${paragraph}`,
    synopsis: (chapterTitle) => `${chapterTitle} 梗概`,
    previousEnding: (chapterTitle) => `${chapterTitle} 结尾`,
    before: (chapterTitle) => `${chapterTitle} 光标之前`,
    after: (chapterTitle) => `${chapterTitle} 光标之后`,
    episode: '以往的合作',
    working: '本次写作',
    instruction: '任务',
    additional: '补充要求',
    book: { narrativePerson: '叙述人称', tense: '时态', style: '文风' },
  },
};

const english: PromptTemplates = {
  system:
    "You are a novelist's writing assistant. Below stand, in this order: constraints and canon that must not be violated, the writer's preferences, related earlier passages, the text being written, and the task. Constraints outrank everything; do not treat what has not been told as having happened.",
  headings: {
    constraints: '[Writing constraints - must not be violated]',
    narration: '[Narration]',
    entities: '[Codex]',
    style: '[Style of the book]',
    preferences: '[Writing preferences]',
    threads: '[Promises due near here]',
    chapters: '[Earlier chapters, whole]',
    synopses: '[The story so far]',
    passages: '[Related passages]',
    episodes: '[Past work]',
    previousEnding: '[End of the previous chapter]',
    before: '[Text before the cursor]',
    after: '[Text after the cursor]',
    working: '[This sitting]',
    instruction: '[Task]',
    additional: '[Further instructions]',
  },
  kinds: {
    character: 'Character',
    location: 'Place',
    item: 'Object',
    faction: 'Faction',
    event: 'Event',
    concept: 'Concept',
  },
  detail: (label, text) => `${label}: ${text}`,
  entity: (kind, name, aliases, summary) =>
    `${kind}: ${name}${aliases.length > 0 ? ` (also ${aliases.join(', ')})` : ''}. ${summary}`,
  relation: (subject, predicate, object) => `${subject} – ${predicate} – ${object}`,
  passage: (title, text) => `(${title})\n${text}`,
  thread: ({ name, quote, openedIn, dueIn, note }) =>
    `${name}: promised in chapter ${openedIn}, “${quote}”; to be paid off in chapter ${dueIn}.${note && ` Writer's note: ${note}`}`,
  narrativePerson: (person) => `Narrative person: ${englishPersons[person]}`,
  tense: (tense) => `Tense: ${tense}`,
  fencedTitle: 'A fenced entry',
  titles: {
    entity: (kind, name) => `${kind}: ${name}`,
    thread: (name, dueIn) => `${name} (due in chapter ${dueIn})`,
    passage: (chapterTitle, paragraph) => `${chapterTitle}, §${paragraph}`,
    synopsis: (chapterTitle) => `${chapterTitle}, synopsis`,
    previousEnding: (chapterTitle) => `${chapterTitle}, ending`,
    before: (chapterTitle) => `${chapterTitle}, before the cursor`,
    after: (chapterTitle) => `${chapterTitle}, after the cursor`,
    episode: 'Past work',
    working: 'This sitting',
    instruction: 'Task',
    additional: 'Further instructions',
    book: { narrativePerson: 'Narrative person', tense: 'Tense', style: 'Style' },
  },
};

export const templatesFor = (language: Language): PromptTemplates =>
  language === 'en' ? english : chinese;
