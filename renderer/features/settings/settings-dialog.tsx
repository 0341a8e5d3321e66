import { useState } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { JudgeSetting } from '#renderer/features/findings/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Dialog, Tabs } from '#renderer/ui/index.ts';
import { AssistantSettings } from './assistant-settings.tsx';
import { BookSettings } from './book-settings.tsx';
import { BudgetSettings } from './budget-settings.tsx';
import { RetrievalSettings } from './retrieval-settings.tsx';
import { ToolSettings } from './tool-settings.tsx';
import { WritingSettings } from './writing-settings.tsx';
import './settings.css';

type Section = 'writing' | 'book' | 'context' | 'retrieval' | 'assistant' | 'tools';

/** Changes hold at once; the book, the budget and the embedder have a button. */
export function SettingsDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'settings');
  const [section, setSection] = useState<Section>('writing');
  const project = useSession((session) => session.project);
  return (
    <Dialog
      title={t('settings:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      <Tabs
        className="settings-tabs"
        label={t('settings:title')}
        selected={section}
        onSelect={setSection}
        entries={[
          { id: 'writing', title: t('settings:sections.writing'), content: <WritingSettings /> },
          {
            id: 'book',
            title: t('settings:sections.book'),
            content:
              project === null ? (
                <p className="ui-quiet">{t('settings:book.noProject')}</p>
              ) : (
                <BookSettings key={project.projectId} project={project} />
              ),
          },
          {
            id: 'context',
            title: t('settings:sections.context'),
            content:
              project === null ? (
                <p className="ui-quiet">{t('settings:budget.noProject')}</p>
              ) : (
                <>
                  <JudgeSetting />
                  <BudgetSettings projectId={project.projectId} />
                </>
              ),
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
        ]}
      />
    </Dialog>
  );
}
