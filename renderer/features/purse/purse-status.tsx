import { openSettings } from '#renderer/app/dialogs.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { atAGlance, moneyWords, tokenWords } from '#renderer/i18n/purse-words.ts';
import type { PurseState } from '#shared/domain/purse.ts';
import { type NearestCap, nearestCap } from './figures.ts';
import { usePurse } from './store.ts';

/** From here on it is said that little is left. */
const nearlyAll = 0.8;

const capWords = (t: Translate, cap: NearestCap, currency: string | null): string => {
  const words = (amount: number): string =>
    cap.unit === 'tokens' ? tokenWords(t, amount) : moneyWords(t, amount, currency);
  return t('purse:status.ofCap', {
    when: t(cap.name === 'perDay' ? 'purse:today' : 'purse:month'),
    spent: words(cap.unit === 'tokens' ? cap.spent : atAGlance(cap.spent)),
    limit: words(cap.limit),
  });
};

const statusWords = (t: Translate, purse: PurseState): string | null => {
  const cap = nearestCap(purse);
  const { money, currency } = purse.spent.perDay;
  if (cap === null) {
    return money === 0
      ? null
      : t('purse:status.spent', { spent: moneyWords(t, atAGlance(money), currency) });
  }
  const words = capWords(t, cap, purse.currency ?? currency);
  if (cap.share >= 1) return t('purse:status.full', { words });
  return cap.share >= nearlyAll ? t('purse:status.near', { words }) : words;
};

/** In the status bar: what is spent of what may be; nothing where there is neither a cap nor a cost. */
export function PurseStatus() {
  const { t } = useWords();
  const purse = usePurse((state) => state.purse);
  const words = purse === null ? null : statusWords(t, purse);
  if (words === null) return null;
  return (
    <button type="button" className="status-ribbon" onClick={() => openSettings('purse')}>
      {words}
    </button>
  );
}
