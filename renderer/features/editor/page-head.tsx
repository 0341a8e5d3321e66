import { PanelLeft, PanelRight, Search } from 'lucide-react';
import { useLayout } from '#renderer/app/layout.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { useEditor } from './store.ts';

/** 44 px above the text: the two columns' switches and find. No line below: the page is one sheet. */
export function PageHead() {
  const { t, language } = useWords();
  const toggleBinder = useLayout((layout) => layout.toggleBinder);
  const toggleDock = useLayout((layout) => layout.toggleDock);
  return (
    <div className="page-head" lang={language}>
      <IconButton
        icon={PanelLeft}
        label={t('app:head.toggleBinder')}
        shortcut="Mod+\"
        onPress={toggleBinder}
      />
      <span className="page-head-space" />
      <IconButton
        icon={Search}
        label={t('app:head.find')}
        shortcut="Mod+F"
        onPress={() => useEditor.setState({ findOpen: 'find' })}
      />
      <IconButton
        icon={PanelRight}
        label={t('app:head.toggleDock')}
        shortcut="Mod+J"
        onPress={toggleDock}
      />
    </div>
  );
}
