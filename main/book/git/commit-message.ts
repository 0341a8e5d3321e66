/** Says what changed in a version, in the book's language. */
import type { Language } from '#shared/domain/identifiers.ts';
import type { PathKind } from './book-paths.ts';

export type ChangedFile = {
  path: string;
  change: 'added' | 'changed' | 'removed';
  kind: PathKind;
};

/** Beyond these, chapters are counted. */
const maxNamed = 3;

type Words = {
  changed(chapters: string): string;
  added(chapters: string): string;
  removed(chapters: string): string;
  names(names: readonly string[], more: number): string;
  records(count: number): string;
  begin(name: string): string;
  merge: string;
  divider: string;
};

const words: Readonly<Record<Language, Words>> = {
  'zh-CN': {
    changed: (chapters) => `改写${chapters}`,
    added: (chapters) => `新增${chapters}`,
    removed: (chapters) => `删去${chapters}`,
    names: (names, more) => {
      const listed = names.map((name) => `《${name}》`).join('');
      return more === 0 ? listed : `${listed}等 ${names.length + more} 章`;
    },
    records: (count) => `更新 ${count} 份设定与约束等记录`,
    begin: (name) => `开始记录《${name}》`,
    merge: '并入另一边的改动',
    divider: '；',
  },
  en: {
    changed: (chapters) => `Change ${chapters}`,
    added: (chapters) => `add ${chapters}`,
    removed: (chapters) => `remove ${chapters}`,
    names: (names, more) =>
      more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`,
    records: (count) => `update ${count} ${count === 1 ? 'record' : 'records'}`,
    begin: (name) => `Begin to keep ${name}`,
    merge: 'Merge what changed on the other side',
    divider: '; ',
  },
};

/** What a chapter's file is called, without what would break a line. */
const nameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/u, '')
    .replaceAll(/\p{Cc}/gu, ' ');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const describeChanges = (files: readonly ChangedFile[], language: Language): string => {
  const say = words[language];
  const chapters = (change: ChangedFile['change']): string[] =>
    files
      .filter((file) => file.kind === 'chapter' && file.change === change)
      .map(({ path }) => nameOf(path));
  const parts = (['changed', 'added', 'removed'] as const).flatMap((change) => {
    const names = chapters(change);
    if (names.length === 0) return [];
    const named = names.slice(0, maxNamed);
    return say[change](say.names(named, names.length - named.length));
  });
  const records = files.filter(({ kind }) => kind !== 'chapter').length;
  if (records > 0) parts.push(say.records(records));
  return capitalized(parts.join(say.divider));
};

export const firstMessage = (name: string, language: Language): string =>
  words[language].begin(name);
export const mergeMessage = (language: Language): string => words[language].merge;
