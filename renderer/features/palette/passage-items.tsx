import { Command } from 'cmdk';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { closeAndRun } from './close-and-run.ts';
import type { Passage } from './passages.ts';

const mostShown = 20;

/** Places of the book that have the words typed; choosing one goes there and selects them. */
export function PassageItems({ passages, query }: { passages: readonly Passage[]; query: string }) {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  const openDocument = useSession((session) => session.openDocument);
  if (passages.length === 0 || project === null) return null;
  const titles = new Map(project.documents.map(({ documentId, title }) => [documentId, title]));
  return (
    <Command.Group heading={t('palette:groups.passages')}>
      {passages.slice(0, mostShown).map((passage) => {
        const { documentId, start, end, before, words, after } = passage;
        const { label, title } = chapterHeading(titles.get(documentId) ?? '');
        return (
          <Command.Item
            key={`${documentId}:${start}`}
            value={`passage:${documentId}:${start}`}
            keywords={[before, query]}
            onSelect={() => closeAndRun(() => openDocument(documentId, { start, end }))}
          >
            <span className="palette-hint palette-chapter">{label ?? title}</span>
            <span className="palette-name" lang={project.language}>
              {before}
              <mark>{words}</mark>
              {after}
            </span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
