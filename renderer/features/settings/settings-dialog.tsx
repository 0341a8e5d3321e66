import { closeDialog, openSettings, useDialogs } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { BackupsPage } from '#renderer/features/backups/index.ts';
import { EgressPage } from '#renderer/features/egress/index.ts';
import { JudgeSetting } from '#renderer/features/findings/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Dialog, Tabs } from '#renderer/ui/index.ts';
import { AssistantSettings } from './assistant-settings.tsx';
import { BookSettings } from './book-settings.tsx';
import { BudgetSettings } from './budget-settings.tsx';
import { PurseSettings } from './purse-settings.tsx';
import { RetrievalSettings } from './retrieval-settings.tsx';
import { ShortcutSettings } from './shortcuts/shortcut-settings.tsx';
import { ToolSettings } from './tool-settings.tsx';
import { WritingSettings } from './writing-settings.tsx';
import './settings.css';

function OfBook() {
  const { t } = useWords();
  const project = useSession((session) => session.project);
  if (project === null) return <p className="ui-quiet">{t('settings:book.noProject')}</p>;
  return <BookSettings key={project.projectId} project={project} />;
}

function OfContext() {
  const { t } = useWords();
  const projectId = useSession((session) => session.project?.projectId);
  if (projectId === undefined) return <p className="ui-quiet">{t('settings:budget.noProject')}</p>;
  return (
    <>
      <JudgeSetting />
      <BudgetSettings key={projectId} projectId={projectId} />
    </>
  );
}

/** Every command with its keys: without a book there are only a few of them, and keys could be given twice. */
function OfShortcuts() {
  const { t } = useWords();
  const hasBook = useSession((session) => session.project !== null);
  return hasBook ? (
    <ShortcutSettings />
  ) : (
    <p className="ui-quiet">{t('settings:shortcuts.noProject')}</p>
  );
}

/** Changes hold at once; the book, the budget and the embedder have a button. */
export function SettingsDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'settings');
  const section = useDialogs((dialogs) => dialogs.settings);
  return (
    <Dialog
      size="tall"
      title={t('settings:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      <Tabs
        className="settings-tabs"
        orientation="vertical"
        label={t('settings:title')}
        selected={section}
        onSelect={openSettings}
        entries={[
          { id: 'writing', title: t('settings:sections.writing'), content: <WritingSettings /> },
          {
            id: 'book',
            title: t('settings:sections.book'),
            content: <OfBook />,
          },
          {
            id: 'context',
            title: t('settings:sections.context'),
            content: <OfContext />,
          },
          {
            id: 'retrieval',
            title: t('settings:sections.retrieval'),
            content: <RetrievalSettings />,
          },
          {
            id: 'assistant',
            title: t('settings:sections.assistant'),
            content: <AssistantSettings />,
          },
          { id: 'tools', title: t('settings:sections.tools'), content: <ToolSettings /> },
          { id: 'backups', title: t('backups:title'), content: <BackupsPage /> },
          { id: 'purse', title: t('purse:title'), content: <PurseSettings /> },
          { id: 'egress', title: t('egress:title'), content: <EgressPage /> },
          {
            id: 'shortcuts',
            title: t('settings:sections.shortcuts'),
            content: <OfShortcuts />,
          },
        ]}
      />
    </Dialog>
  );
}
