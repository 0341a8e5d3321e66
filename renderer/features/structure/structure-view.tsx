/** The whole book in place of the page: corkboard or outline, two views of the same chapters (W1). */
import { useEffect } from 'react';
import { BackToPage } from '#renderer/app/back-to-page.tsx';
import { type BookView, openBookView, useBookView } from '#renderer/app/book-view.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { usePeople } from '#renderer/features/chapter/index.ts';
import { openSynopses } from '#renderer/features/synopses/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, ScreenHead, Segmented } from '#renderer/ui/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { Corkboard } from './corkboard.tsx';
import { forgetLift, isLifting, useLift, useLiftFollowing } from './lift-store.ts';
import { Outline } from './outline.tsx';
import { BookLead } from './book-lead.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { OutlineLead } from './outline-lead.tsx';
import { ScenesSwitch } from './scenes-switch.tsx';
import { forgetCell, startView } from './store.ts';
import './structure.css';
import './fields.css';
import './outline.css';

type StructureKind = Extract<BookView, 'corkboard' | 'outline'>;

const views: readonly StructureKind[] = ['corkboard', 'outline'];
const noPeople: never[] = [];

function ViewHead({ view, project }: { view: StructureKind; project: ProjectInfo }) {
  const { t } = useWords();
  return (
    <ScreenHead title={t(`structure:${view}`)}>
      {!project.readOnly && (
        <Button size="small" variant="quiet" onPress={openSynopses}>
          {t('synopses:title')}
        </Button>
      )}
      <ScenesSwitch />
      {view === 'outline' && <ColumnsMenu documents={project.documents} />}
      <Segmented
        label={t('structure:view')}
        choices={views.map((id) => ({ id, label: t(`structure:${id}`) }))}
        value={view}
        onChange={openBookView}
      />
      <BackToPage />
    </ScreenHead>
  );
}

/** What one key does stays together where the line is broken: it breaks between hints alone. */
function KeyHints({ words }: { words: string }) {
  return (
    <p className="structure-keys">
      {words
        .split(/(　| · )/)
        .map((part, at) => (at % 2 === 0 ? <span key={part}>{part}</span> : part))}
    </p>
  );
}

/** The keys that mean something now, and what is told of a card that is picked up. */
function Foot({ view }: { view: StructureKind }) {
  const { t } = useWords();
  const lifting = useLift(isLifting);
  const said = useLift((lift) => lift.said);
  return (
    <footer className="structure-foot">
      <KeyHints words={t(`structure:keys.${lifting ? 'lifted' : view}`, { scenes: 'Shift' })} />
      <p className="structure-said" role="status">
        {said}
      </p>
    </footer>
  );
}

function OpenView({ project, view }: { project: ProjectInfo; view: StructureKind }) {
  const { t } = useWords();
  const known = usePeople(project.projectId);
  useEffect(() => {
    // What was typed a moment ago is part of the book; what cannot be saved is told by the page itself.
    flushEdits().catch(() => undefined);
  }, []);
  useEffect(() => {
    forgetLift();
    startView(view);
  }, [view]);
  useEffect(
    () => () => {
      forgetLift();
      forgetCell();
    },
    [],
  );
  useLiftFollowing();
  const people = known.state === 'read' ? known.people : noPeople;
  return (
    <main className="ui-screen structure">
      <ViewHead view={view} project={project} />
      {project.documents.length === 0 ? (
        <EmptyState title={t('binder:empty.title')} text={t('binder:empty.text')} />
      ) : (
        <>
          {view === 'corkboard' ? (
            <>
              <BookLead documents={project.documents} />
              <Corkboard project={project} people={people} />
            </>
          ) : (
            <>
              <OutlineLead project={project} />
              <Outline project={project} people={people} />
            </>
          )}
          <Foot view={view} />
        </>
      )}
    </main>
  );
}

/** Nothing while the page is shown. */
export function StructureView() {
  const project = useSession((session) => session.project);
  const view = useBookView((book) => book.view);
  if (project === null || (view !== 'corkboard' && view !== 'outline')) return null;
  return <OpenView key={project.projectId} project={project} view={view} />;
}
