import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { useFocusKept } from '#renderer/ui/keep-focus.ts';
import type { ProjectListItem } from '#shared/domain/project.ts';
import { GoneBook } from './gone-book.tsx';
import type { Opening } from './opening.ts';

function useRecent() {
  const [items, setItems] = useState<ProjectListItem[]>([]);
  const [forgotten, setForgotten] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      call('projects:list', {})
        .then((list) => setItems(list.items.toSorted((a, b) => b.openedAt - a.openedAt)))
        .catch(reportFailure);
    };
    read();
    // Who comes back may have connected the drive that a book lies on.
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);
  const forget = ({ projectId, name }: ProjectListItem) => {
    call('projects:forget', { projectId })
      .then(() => {
        setItems((before) => before.filter((item) => item.projectId !== projectId));
        setForgotten(name);
      })
      .catch(reportFailure);
  };
  return { items, forgotten, forget };
}

/** Projects opened before; one whose folder is gone says so, with what can be done about it. */
export function Recent({ opening }: { opening: Opening }) {
  const { t, language } = useWords();
  const { items, forgotten, forget } = useRecent();
  const section = useRef<HTMLElement>(null);
  useFocusKept(section);
  if (items.length === 0 && forgotten === null) return null;
  return (
    <section className="welcome-recent" ref={section} tabIndex={-1}>
      <h2>{t('welcome:recent.title')}</h2>
      <p role="status" className="ui-quiet">
        {forgotten !== null && t('welcome:recent.forgotten', { name: forgotten })}
      </p>
      <ul>
        {items.map((item) => (
          <li key={item.projectId}>
            {item.present ? (
              <Button
                className="welcome-project"
                isDisabled={opening.busy}
                onPress={() => opening.open(() => call('projects:open', { path: item.path }))}
              >
                <span className="welcome-project-name" lang={item.language}>
                  {item.name}
                </span>
                <span className="ui-quiet">
                  {formatMoment(item.openedAt, Date.now(), language)}
                </span>
                <span className="ui-quiet welcome-path">{item.path}</span>
              </Button>
            ) : (
              <GoneBook item={item} onForget={() => forget(item)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
