/** What each tint of the page means, in words and by its line; and of what the caret stands behind (N14). */
import { openDialog } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { OriginKind } from '#shared/domain/origins.ts';
import { toggleTint, useOrigins } from './store.ts';
import './origins.css';

export function OriginsLegend() {
  const { t } = useWords();
  const { isTinted, atCaret } = useOrigins();
  if (!isTinted) return null;
  return (
    <section className="page-bar origins-legend" aria-label={t('origins:legend')}>
      <ul>
        {OriginKind.options.map((kind) => (
          <li key={kind} data-at-caret={kind === atCaret || undefined}>
            <span className={`origin origin-${kind}`}>{t(`origins:kinds.${kind}`)}</span>
          </li>
        ))}
      </ul>
      <p className="page-bar-text ui-quiet">
        {atCaret !== null && t('origins:atCaret', { kind: t(`origins:kinds.${atCaret}`) })}
      </p>
      <Button size="small" variant="quiet" onPress={() => openDialog('origins')}>
        {t('origins:shares')}
      </Button>
      <Button size="small" variant="quiet" onPress={toggleTint}>
        {t('origins:hide')}
      </Button>
    </section>
  );
}
