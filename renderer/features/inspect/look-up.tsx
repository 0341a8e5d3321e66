/** What a model asked of the book before it wrote, and what asking it takes (E6). */
import { selectedModel, useModels } from '#renderer/features/models/index.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { atAGlance, excessWords, moneyWords } from '#renderer/i18n/purse-words.ts';
import type { KeptItem } from '#shared/domain/assembly.ts';
import type { LookUp, LookUpForecast } from '#shared/domain/look-up.ts';

type Kept = readonly Pick<KeptItem, 'id' | 'title' | 'decision' | 'question'>[];

/** A question, and the passages that were sent for it. */
function Question({ question, items }: { question: string; items: Kept }) {
  const { t } = useWords();
  const sent = items.filter((item) => item.question === question && item.decision !== 'dropped');
  const titles = sent.map(({ title }) => title).join(t('inspect:nameSeparator'));
  return (
    <li className="look-up-line">
      <span className="look-up-question">{question}</span>
      <span>
        {sent.length === 0 ? t('inspect:lookUp.unanswered') : t('inspect:lookUp.sent', { titles })}
      </span>
    </li>
  );
}

/** Its questions with what was sent for each, and why nothing was looked up where that is so; nothing where it was not asked. */
export function LookUpLines({ lookUp, items }: { lookUp: LookUp | undefined; items: Kept }) {
  const { t } = useWords();
  if (lookUp === undefined) return null;
  const { questions, ignored = 0, problem, refusal } = lookUp;
  return (
    <div className="look-up ui-quiet">
      {problem !== undefined && <p>{t(`inspect:lookUp.problems.${problem}`)}</p>}
      {refusal !== undefined && <p>{excessWords(t, refusal)}</p>}
      {problem === undefined && questions.length === 0 && <p>{t('inspect:lookUp.none')}</p>}
      {questions.length > 0 && (
        <>
          <p>{t('inspect:lookUp.asked')}</p>
          <ul>
            {questions.map((question) => (
              <Question key={question} question={question} items={items} />
            ))}
          </ul>
        </>
      )}
      {ignored > 0 && <p>{t('inspect:lookUp.ignored', { count: ignored })}</p>}
    </div>
  );
}

/** Before anything is sent: that the model will be asked first, and what that takes; null where it is not asked. */
export const lookUpWords = (
  t: Translate,
  forecast: LookUpForecast | undefined,
  currency: string | null,
): string | null => {
  if (forecast === undefined) return null;
  const { inputTokens: count, cost } = forecast;
  if (count === 0) return t('inspect:lookUp.problems.tooLarge');
  if (cost === null) return t('inspect:lookUp.ahead', { count });
  const words = moneyWords(t, atAGlance(cost), currency);
  return t('inspect:lookUp.aheadPriced', { count, cost: words });
};

/** {@link lookUpWords}, with the model's currency. */
export function LookUpAhead({ forecast }: { forecast: LookUpForecast | undefined }) {
  const { t } = useWords();
  const currency = useModels((state) => selectedModel(state)?.prices?.currency ?? null);
  const words = lookUpWords(t, forecast, currency);
  return words === null ? null : <p className="ui-quiet">{words}</p>;
}
