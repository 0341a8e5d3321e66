import type { InspectResult } from '#shared/contract/context.ts';
import { layerNames } from '#shared/domain/budget.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LayerBar, layerLetters } from '#renderer/ui/index.ts';

type BudgetBarProps = {
  result: Pick<InspectResult, 'layers' | 'budget' | 'tokenCount'>;
  droppedTokens: number;
};

/** What of the budget each layer takes, to scale, with its letter; what is not sent stands right of the limit. */
export function BudgetBar({ result, droppedTokens }: BudgetBarProps) {
  const { t } = useWords();
  const { layers, budget, tokenCount } = result;
  const tokens = {
    rules: layers.rules.tokens,
    settings: layers.settings.tokens,
    retrieved: layers.retrieved.tokens,
    immediate: layers.immediate.tokens,
  };
  const parts = layerNames.map((layer) =>
    t('inspect:bar.part', { layer: t(`inspect:layers.${layer}`), tokens: tokens[layer] }),
  );
  const free = budget - tokenCount;
  return (
    <div className="inspect-budget">
      <LayerBar
        tokens={tokens}
        limit={budget}
        dropped={droppedTokens}
        label={t('inspect:bar.label', {
          limit: budget,
          used: tokenCount,
          parts: parts.join(t('inspect:nameSeparator')),
          dropped: droppedTokens,
        })}
      />
      <ul className="inspect-legend">
        {layerNames.map((layer) => (
          <li key={layer} data-layer={layer}>
            <span className="inspect-swatch" aria-hidden />
            <b aria-hidden>{layerLetters[layer]}</b>
            {t('inspect:bar.part', { layer: t(`inspect:layers.${layer}`), tokens: tokens[layer] })}
          </li>
        ))}
      </ul>
      <div className="inspect-limit">
        <span>
          {free < 0
            ? t('inspect:bar.granted', { limit: budget, granted: -free })
            : t('inspect:bar.limit', { limit: budget, free })}
        </span>
        {droppedTokens > 0 && (
          <span className="inspect-not-sent">
            <span className="ui-hatch" aria-hidden />
            {t('inspect:bar.notSent', { tokens: droppedTokens })}
          </span>
        )}
      </div>
    </div>
  );
}
