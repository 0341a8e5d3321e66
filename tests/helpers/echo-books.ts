/** A book of labelled promises in a real program, and what is offered as their echoes (N13). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './app.ts';

type Labelled = { name: string; opening: string; echoes: string[]; others: string[] };

export type EchoSet = { promises: Labelled[]; fillers: string[] };

export const readEchoSet = (language: 'zh' | 'en'): EchoSet => {
  const file = new URL(`../fixtures/echoes/${language}.txt`, import.meta.url);
  const set: EchoSet = { promises: [], fillers: [] };
  for (const row of readFileSync(file, 'utf8').split('\n')) {
    const words = row.slice(2);
    const last = set.promises.at(-1);
    if (row.startsWith('! ')) {
      const [name = '', opening = ''] = words.split('|');
      set.promises.push({ name, opening, echoes: [], others: [] });
    } else if (row.startsWith('+ ')) last?.echoes.push(words);
    else if (row.startsWith('- ')) last?.others.push(words);
    else if (row.startsWith('. ')) set.fillers.push(words);
  }
  return set;
};

/** All promises are made in the first chapter; of each a labelled sentence stands in every one that follows, among others. */
const chaptersOf = ({ promises, fillers }: EchoSet): string[] => {
  const rows = promises.map(({ echoes, others }) => [...echoes, ...others]);
  const count = Math.max(...rows.map(({ length }) => length));
  const filler = (at: number): string => fillers[at % fillers.length] ?? '';
  const paragraphs = (lines: readonly string[], seed: number): string =>
    lines
      .flatMap((line, at) => [filler(seed + 2 * at), line, filler(seed + 2 * at + 1)])
      .join('\n\n');
  return [
    paragraphs(
      promises.map(({ opening }) => opening),
      0,
    ),
    ...Array.from({ length: count }, (_, chapter) =>
      paragraphs(
        // Turned about, so that the echoes of all promises do not stand in one chapter.
        rows.flatMap((row, at) => row[(chapter + at) % count] ?? []),
        chapter + 1,
      ),
    ),
  ];
};

export type Offered = { name: string; quote: string; isEcho: boolean };

/** What is offered for each promise, and how many echoes the set has. */
export const offerEchoes = async (
  { call, folder }: TestApp,
  language: 'zh' | 'en',
): Promise<{ offered: Offered[]; missed: Offered[]; echoes: number }> => {
  const set = readEchoSet(language);
  const path = join(folder, `echoes-${language}`);
  mkdirSync(path);
  for (const [at, text] of chaptersOf(set).entries()) {
    writeFileSync(join(path, `0${at + 1}.md`), `# ${at + 1}\n\n${text}\n`);
  }
  const { projectId, documents } = await call('projects:open', {
    ...{ path, language: language === 'zh' ? 'zh-CN' : 'en' },
  });
  const documentId = documents[0]?.documentId ?? '';
  const { text } = await call('documents:read', { projectId, documentId });
  const offered: Offered[] = [];
  const missed: Offered[] = [];
  for (const { name, opening, echoes } of set.promises) {
    const start = text.indexOf(opening);
    const place = { kind: 'opened', documentId, start, end: start + opening.length } as const;
    const { threadId } = await call('threads:create', { projectId, title: name, places: [place] });
    const { items } = await call('threads:echoes', { projectId, threadId });
    const isIn = (echo: string): boolean => items.some(({ quote }) => echo.includes(quote));
    for (const { quote } of items) {
      offered.push({ name, quote, isEcho: echoes.some((echo) => echo.includes(quote)) });
    }
    for (const quote of echoes.filter((echo) => !isIn(echo))) {
      missed.push({ name, quote, isEcho: true });
    }
  }
  return { offered, missed, echoes: set.promises.flatMap(({ echoes }) => echoes).length };
};
