import { openSettings } from '#renderer/app/dialogs.ts';
import { selectedModel, useModels } from '#renderer/features/models/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { excessWords } from '#renderer/i18n/purse-words.ts';
import { Button, ErrorBlock, LinkButton } from '#renderer/ui/index.ts';
import { excessAhead } from './figures.ts';
import { usePurse } from './store.ts';
import './purse.css';

type PurseAheadProps = {
  inputTokens: number | null;
  /** It was asked for all the same: said as a failure, with the figures as they are by now. */
  isRefused?: boolean;
};

/** Where one asks: that the request at hand would not be sent, and why; nothing while it would (N12). */
export function PurseAhead({ inputTokens, isRefused = false }: PurseAheadProps) {
  const { t } = useWords();
  const purse = usePurse((state) => state.purse);
  const model = useModels(selectedModel);
  const excess =
    purse === null || model === null || inputTokens === null
      ? null
      : excessAhead(purse, model, inputTokens);
  if (excess === null) return null;
  const action = t('purse:excess.action');
  const change = () => openSettings('purse');
  if (isRefused) {
    return (
      <ErrorBlock
        title={t('errors:PURSE_EXCEEDED.what')}
        text={excessWords(t, excess)}
        actions={<Button onPress={change}>{action}</Button>}
      />
    );
  }
  return (
    <p className="purse-ahead" role="status">
      {t('purse:ahead')} {excessWords(t, excess)} <LinkButton onPress={change}>{action}</LinkButton>
    </p>
  );
}
