import { openSettings } from '#renderer/app/dialogs.ts';
import { selectedModel, useModels } from '#renderer/features/models/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { excessWords } from '#renderer/i18n/purse-words.ts';
import { Button, ErrorBlock, LinkButton } from '#renderer/ui/index.ts';
import type { PurseExcess } from '#shared/domain/purse.ts';
import { excessAhead, isLifted, type RequestAhead } from './figures.ts';
import { usePurse } from './store.ts';
import './purse.css';

type PurseAheadProps = {
  /** The one at hand; null while its size is not known. */
  request: RequestAhead | null;
  /** Why the one that was asked for last was refused, which may be another. */
  refusal?: PurseExcess | null;
};

/**
 * Where one asks: that the request at hand would not be sent, and why (N12). After a refusal that is said as a failure; of a
 * request at hand that would be sent, the refused one's own figures stand there until its cap is lifted.
 */
export function PurseAhead({ request, refusal = null }: PurseAheadProps) {
  const { t } = useWords();
  const purse = usePurse((state) => state.purse);
  const model = useModels(selectedModel);
  const ahead =
    purse === null || model === null || request === null
      ? null
      : excessAhead(purse, model, request);
  const stands = refusal !== null && (purse === null || !isLifted(purse, refusal));
  const excess = ahead ?? (stands ? refusal : null);
  if (excess === null) return null;
  const action = t('purse:excess.action');
  const change = () => openSettings('purse');
  if (refusal !== null) {
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
