import { openDialog, openSettings } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** Failures that the model's settings can mend. */
const mendable: ReadonlySet<ErrorCode> = new Set([
  'MODEL_INVALID',
  'MODEL_NOT_FOUND',
  'MODEL_NOT_SELECTED',
  'MODEL_KEY_MISSING',
  'MODEL_KEY_REFUSED',
  'MODEL_KEY_STORE_FAILED',
  'MODEL_UNKNOWN',
  'MODEL_UNREACHABLE',
  'MODEL_TLS_FAILED',
  'MODEL_PROTOCOL_WRONG',
  'MODEL_PROMPT_TOO_LONG',
]);

/** The way from a failed request to what is wrong with its model, or to what it may cost; nothing where neither can help. */
export function ModelSettingsButton({ code }: { code: ErrorCode }) {
  const { t } = useWords();
  if (code === 'PURSE_EXCEEDED') {
    return (
      <Button size="small" variant="quiet" onPress={() => openSettings('purse')}>
        {t('purse:excess.action')}
      </Button>
    );
  }
  if (!mendable.has(code)) return null;
  return (
    <Button size="small" variant="quiet" onPress={() => openDialog('models')}>
      {t('models:settings')}
    </Button>
  );
}
