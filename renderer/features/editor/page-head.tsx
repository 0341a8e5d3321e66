import { Columns2, Command, PanelLeft, PanelRight, Search, Settings } from 'lucide-react';
import { besideEntries } from '#renderer/app/beside-commands.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { IconButton, Menu } from '#renderer/ui/index.ts';
import { useEditor } from './store.ts';

/** 44 px above the text: the columns' switches, find, commands and settings. No line below: the page is one sheet. */
export function PageHead() {
  const { t, language } = useWords();
  const toggleBinder = useLayout((layout) => layout.toggleBinder);
  const toggleDock = useLayout((layout) => layout.toggleDock);
  return (
    <div className="page-head" lang={language}>
      <IconButton
        icon={PanelLeft}
        label={t('app:head.toggleBinder')}
        shortcut={useShortcut('view.binder')}
        onPress={toggleBinder}
      />
      <span className="page-head-space" />
      <IconButton
        icon={Search}
        label={t('app:head.find')}
        shortcut={useShortcut('editor.find')}
        onPress={() => useEditor.setState({ findOpen: 'find' })}
      />
      <IconButton
        icon={Command}
        label={t('app:head.palette')}
        shortcut={useShortcut('dialog.palette')}
        onPress={() => openDialog('palette')}
      />
      <IconButton
        icon={Settings}
        label={t('app:head.settings')}
        shortcut={useShortcut('dialog.settings')}
        onPress={() => openDialog('settings')}
      />
      <Menu label={t('beside:menu')} entries={() => besideEntries(t)}>
        <IconButton icon={Columns2} label={t('beside:menu')} />
      </Menu>
      <IconButton
        icon={PanelRight}
        label={t('app:head.toggleDock')}
        shortcut={useShortcut('view.dock')}
        onPress={toggleDock}
      />
    </div>
  );
}
