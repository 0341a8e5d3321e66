import { openDialog } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { Output } from '#shared/contract/index.ts';
import { roomForChapters } from '#shared/whole-chapters.ts';
import { SwitchSetting } from './setting.tsx';

type WholeBookProps = {
  view: Pick<Output<'context:budget:get'>, 'wholeBook' | 'total'>;
  onChange: (wholeBook: boolean) => void;
};

/** Whether the chapters before the cursor go whole (E2): a switch that holds at once, and what they would have. */
export function WholeBookSetting({ view, onChange }: WholeBookProps) {
  const { t } = useWords();
  return (
    <>
      <SwitchSetting
        label={t('settings:wholeBook.label')}
        hint={t('settings:wholeBook.hint')}
        isSelected={view.wholeBook}
        onChange={onChange}
      />
      {view.wholeBook && (
        <p className="ui-quiet" role="status">
          {t('settings:wholeBook.room', { count: roomForChapters(view.total) })}{' '}
          <LinkButton onPress={() => openDialog('models')}>{t('models:settings')}</LinkButton>
        </p>
      )}
    </>
  );
}
