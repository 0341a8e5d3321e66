/** What a model asked of the book before it wrote, and what asking it takes (E6). */
import { selectedModel, useModels } from '#renderer/features/models/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { atAGlance, moneyWords } from '#renderer/i18n/purse-words.ts';
import type { LookUp, LookUpForecast } from '#shared/domain/look-up.ts';

/** Its questions, and why nothing was looked up where that is so; nothing where it was not asked. */
export function LookUpLines({ lookUp }: { lookUp: LookUp | undefined }) {
  const { t } = useWords();
  if (lookUp === undefined) return null;
  const { questions, ignored = 0, problem } = lookUp;
  return (
    <div className="look-up ui-quiet">
      {problem !== undefined && <p>{t(`inspect:lookUp.problems.${problem}`)}</p>}
      {problem === undefined && questions.length === 0 && <p>{t('inspect:lookUp.none')}</p>}
      {questions.length > 0 && (
        <>
          <p>{t('inspect:lookUp.asked')}</p>
          <ul>
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </>
      )}
      {ignored > 0 && <p>{t('inspect:lookUp.ignored', { count: ignored })}</p>}
    </div>
  );
}

/** Before anything is sent: that the model will be asked first, and what that takes. */
export function LookUpAhead({ forecast }: { forecast: LookUpForecast | undefined }) {
  const { t } = useWords();
  const currency = useModels((state) => selectedModel(state)?.prices?.currency ?? null);
  if (forecast === undefined) return null;
  const { inputTokens: count, cost } = forecast;
  if (count === 0) return <p className="ui-quiet">{t('inspect:lookUp.problems.tooLarge')}</p>;
  return (
    <p className="ui-quiet">
      {cost === null
        ? t('inspect:lookUp.ahead', { count })
        : t('inspect:lookUp.aheadPriced', {
            count,
            cost: moneyWords(t, atAGlance(cost), currency),
          })}
    </p>
  );
}
