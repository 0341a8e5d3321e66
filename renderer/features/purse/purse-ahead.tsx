import { openSettings } from '#renderer/app/dialogs.ts';
import { selectedModel, useModels } from '#renderer/features/models/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { excessWords } from '#renderer/i18n/purse-words.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { excessAhead } from './figures.ts';
import { usePurse } from './store.ts';
import './purse.css';

/** Where one asks: that the request at hand would not be sent, and why; nothing while it would. */
export function PurseAhead({ inputTokens }: { inputTokens: number | null }) {
  const { t } = useWords();
  const purse = usePurse((state) => state.purse);
  const model = useModels(selectedModel);
  const excess =
    purse === null || model === null || inputTokens === null
      ? null
      : excessAhead(purse, model, inputTokens);
  if (excess === null) return null;
  return (
    <p className="purse-ahead" role="status">
      {t('purse:ahead')} {excessWords(t, excess)}{' '}
      <LinkButton onPress={() => openSettings('purse')}>{t('purse:excess.action')}</LinkButton>
    </p>
  );
}
