import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { closeAndRun } from './close-and-run.ts';
import type { Passage } from './passages.ts';

const maxShown = 20;

type PassageItemProps = { passage: Passage; query: string; children?: ReactNode };

/** One place of the book; choosing it goes there and selects the words. `children` stand before them. */
export function PassageItem({ passage, query, children }: PassageItemProps) {
  const language = useSession(({ project }) => project?.language ?? 'zh-CN');
  const openDocument = useSession((session) => session.openDocument);
  const { documentId, start, end, before, words, after } = passage;
  return (
    <Command.Item
      value={`passage:${documentId}:${start}`}
      keywords={[before, query]}
      onSelect={() => closeAndRun(() => openDocument(documentId, { start, end }))}
    >
      {children}
      <span className="palette-name" lang={language}>
        {before}
        <mark>{words}</mark>
        {after}
      </span>
    </Command.Item>
  );
}

/** The first places of the book that have the words typed. */
export function PassageItems({ passages, query }: { passages: readonly Passage[]; query: string }) {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  if (passages.length === 0 || project === null) return null;
  const titles = new Map(project.documents.map(({ documentId, title }) => [documentId, title]));
  return (
    <Command.Group heading={t('palette:groups.passages')}>
      {passages.slice(0, maxShown).map((passage) => {
        const { documentId, start } = passage;
        const { label, title } = chapterHeading(titles.get(documentId) ?? '');
        return (
          <PassageItem key={`${documentId}:${start}`} passage={passage} query={query}>
            <span className="palette-hint palette-chapter">{label ?? title}</span>
          </PassageItem>
        );
      })}
    </Command.Group>
  );
}
