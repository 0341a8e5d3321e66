import { useMemo } from 'react';
import { openBookView } from '#renderer/app/book-view.ts';
import { type Command, useCommands } from '#renderer/app/commands.ts';
import { notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useSession } from '#renderer/app/session.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { showCardAt, useNameCard } from './card/store.ts';
import { openNewNames } from './new-names/store.ts';
import { beginEntry } from './show-entity.ts';
import { useCodex } from './store.ts';
import { openWorld } from './world/store.ts';

/** Says so where no name stands at the cursor. */
const showCardAtCursor = async (t: Translate): Promise<void> => {
  const { view } = useNameCard.getState();
  if (view === null) return;
  const isShown = await showCardAt(view, view.state.selection.main.head, true);
  if (!isShown) notify({ place: 'dock', text: t('codex:card.none') });
};

const commandsIn = (t: Translate): readonly Command[] => [
  {
    id: 'codex.card',
    onPage: true,
    titleKey: 'codex:commands.card',
    group: 'writing',
    when: () => useNameCard.getState().view !== null,
    run: () => void showCardAtCursor(t).catch(reportFailure),
  },
  {
    id: 'codex.add',
    titleKey: 'codex:commands.add',
    alsoKey: 'palette:also.codexAdd',
    group: 'writing',
    when: () => useSession.getState().project !== null,
    run: () => void beginEntry().catch(reportFailure),
  },
  {
    id: 'codex.newNames',
    titleKey: 'codex:newNames.title',
    alsoKey: 'palette:also.newNames',
    group: 'view',
    when: () => useSession.getState().project !== null,
    run: () => {
      const { project } = useSession.getState();
      if (project === null) return;
      useLayout.getState().showPanel('codex');
      openNewNames(project.projectId, true);
    },
  },
  {
    id: 'codex.world',
    titleKey: 'codex:commands.world',
    alsoKey: 'palette:also.codexWorld',
    group: 'view',
    when: () => useSession.getState().project !== null,
    run: () => openWorld(useCodex.getState().editing?.id ?? null),
  },
  {
    id: 'codex.timeline',
    titleKey: 'codex:commands.timeline',
    alsoKey: 'palette:also.timeline',
    group: 'view',
    shortcut: 'Mod+Alt+6',
    when: () => useSession.getState().project !== null,
    run: () => openBookView('timeline'),
  },
];

/** What of the codex the palette offers; mounted once, by the desk. */
export function useCodexCommands(): void {
  const { t } = useWords();
  const commands = useMemo(() => commandsIn(t), [t]);
  useCommands(commands);
}
