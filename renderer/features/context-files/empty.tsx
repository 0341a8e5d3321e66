import { useLayout } from '#renderer/app/layout.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, PointList } from '#renderer/ui/index.ts';
import { fileGroups } from './file-groups.ts';
import { groupIcons } from './file-list.tsx';

/** Says what will come here, and where it comes from. */
export function NoFiles() {
  const { t } = useWords();
  return (
    <div className="files-none">
      <EmptyState
        title={t('context-files:empty.title')}
        text={t('context-files:empty.text')}
        action={
          <Button onPress={() => useLayout.getState().showPanel('assistant')}>
            {t('context-files:empty.action')}
          </Button>
        }
      />
      <PointList
        points={fileGroups.map((group) => ({
          icon: groupIcons[group],
          text: t(`context-files:coming.${group}`),
        }))}
      />
    </div>
  );
}
