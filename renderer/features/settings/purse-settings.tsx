import { useEffect, useState } from 'react';
import { Meter } from 'react-aria-components';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import {
  capsOf,
  type NearestCap,
  type PurseChange,
  usePurse,
} from '#renderer/features/purse/index.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { moneyWords, tokenWords } from '#renderer/i18n/purse-words.ts';
import { FailureBlock, isTooLong, Loaded, TextField } from '#renderer/ui/index.ts';
import { useTyped } from '#renderer/ui/use-typed.ts';
import { type CapName, capNames, type PurseState, type Spending } from '#shared/domain/purse.ts';
import { longestCurrency } from '#shared/domain/model-profile.ts';
import { NumberField } from './number-field.tsx';
import './purse.css';

type Change = (change: PurseChange) => void;

/** The caps, and the sum above which the writer is asked. */
const rowNames = [...capNames, 'askAbove'] as const;
type RowName = CapName | 'askAbove';

/** One unit of a cap, the other staying as it is. */
const withUnit = (
  cap: PurseState[RowName],
  unit: 'tokens' | 'money',
  value: number | null,
): PurseState[RowName] => {
  const { [unit]: _, ...other } = cap;
  return value === null ? other : { ...other, [unit]: value };
};

function CapRow({ name, purse, change }: { name: RowName; purse: PurseState; change: Change }) {
  const { t } = useWords();
  const cap = purse[name];
  const label = t(`purse:${name}.label`);
  return (
    <div className="purse-row">
      <div>
        <div className="setting-label">{label}</div>
        <div className="ui-quiet">{t(`purse:${name}.hint`)}</div>
      </div>
      {(['tokens', 'money'] as const).map((unit) => (
        <NumberField
          key={unit}
          label={t('purse:capOf', { cap: label, unit: t(`purse:${unit}`) })}
          value={cap[unit] ?? null}
          range={{ min: 0, max: 999_999_999, whole: unit === 'tokens', empty: true }}
          placeholder={t('purse:none')}
          onChange={(value) => change((now) => ({ [name]: withUnit(now[name], unit, value) }))}
        />
      ))}
    </div>
  );
}

const spendingWords = (t: Translate, spending: Spending): string => {
  const { tokens, money, currency, elsewhere, estimatedTokens, unpricedTokens } = spending;
  if (spending.requests === 0) return t('purse:nothing');
  const amounts = [{ money, currency }, ...elsewhere].filter((amount) => amount.money > 0);
  return [
    ...amounts.map((amount) => moneyWords(t, amount.money, amount.currency)),
    tokenWords(t, tokens),
    t('purse:requests', { count: spending.requests }),
    ...(estimatedTokens > 0
      ? [t('purse:estimated', { tokens: tokenWords(t, estimatedTokens) })]
      : []),
    ...(unpricedTokens > 0 ? [t('purse:unpriced', { tokens: tokenWords(t, unpricedTokens) })] : []),
  ].join(t('purse:comma'));
};

const amountWords = (
  t: Translate,
  { unit }: NearestCap,
  amount: number,
  currency: string | null,
) => (unit === 'tokens' ? tokenWords(t, amount) : moneyWords(t, amount, currency));

/** How much of a cap is gone, what is put aside for requests under way among it. */
function CapBar({ cap, currency }: { cap: NearestCap; currency: string | null }) {
  const { t } = useWords();
  const { spent, limit, share } = cap;
  return (
    <Meter
      className="purse-bar"
      data-full={share >= 1 || undefined}
      aria-label={t('purse:capOf', {
        cap: t(`purse:${cap.name}.label`),
        unit: t(`purse:${cap.unit}`),
      })}
      value={Math.min(1, share)}
      maxValue={1}
      valueLabel={t('purse:ofCap', {
        spent: amountWords(t, cap, spent, currency),
        limit: amountWords(t, cap, limit, currency),
      })}
    >
      {({ percentage, valueText }) => (
        <>
          <span className="ui-progress-track">
            <span className="ui-progress-fill" style={{ width: `${percentage}%` }} />
          </span>
          <span className="ui-quiet">{valueText}</span>
        </>
      )}
    </Meter>
  );
}

/** A day or a month: what was spent, and each of its caps as a bar. */
function SpentIn({ purse, name }: { purse: PurseState; name: NearestCap['name'] }) {
  const { t } = useWords();
  const currency = purse.currency ?? purse.spent[name].currency;
  return (
    <>
      <dt>{t(name === 'perDay' ? 'purse:today' : 'purse:month')}</dt>
      <dd>
        {spendingWords(t, purse.spent[name])}
        {capsOf(purse, name).map((cap) => (
          <CapBar key={cap.unit} cap={cap} currency={currency} />
        ))}
      </dd>
    </>
  );
}

function Spent({ purse }: { purse: PurseState }) {
  const { t } = useWords();
  const { spent, reserved, purposes, currency } = purse;
  const aside = [
    ...(reserved.money > 0
      ? [moneyWords(t, reserved.money, currency ?? spent.perDay.currency)]
      : []),
    tokenWords(t, reserved.tokens),
  ];
  return (
    <>
      <h3 className="purse-head">{t('purse:spent')}</h3>
      <dl className="purse-spent">
        <SpentIn purse={purse} name="perDay" />
        <SpentIn purse={purse} name="perMonth" />
      </dl>
      {reserved.tokens > 0 && (
        <p className="ui-quiet">{t('purse:underWay', { amount: aside.join(t('purse:comma')) })}</p>
      )}
      {purposes.length > 0 && (
        <>
          <h3 className="purse-head">{t('purse:purposes')}</h3>
          <dl className="purse-spent">
            {purposes.map(({ purpose, tokens, requests }) => (
              <div key={purpose}>
                <dt>{t(`egress:purposes.${purpose}`)}</dt>
                <dd>
                  {[tokenWords(t, tokens), t('purse:requests', { count: requests })].join(
                    t('purse:comma'),
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

type CurrencyFieldProps = {
  currency: string | null;
  onChange: (currency: string | null) => void;
};

function CurrencyField({ currency, onChange }: CurrencyFieldProps) {
  const { t } = useWords();
  const { field } = useTyped({
    ...{ value: currency, onChange, shown: currency ?? '' },
    read: (text) => (isTooLong(text, longestCurrency) ? undefined : text.trim() || null),
  });
  return (
    <TextField {...field} label={t('purse:currency.label')} hideLabel longest={longestCurrency} />
  );
}

function Caps({ purse, change }: { purse: PurseState; change: Change }) {
  const { t } = useWords();
  return (
    <>
      <div className="purse-row purse-units">
        <h3 className="purse-head">{t('purse:caps')}</h3>
        <span className="ui-quiet">{t('purse:tokens')}</span>
        <span className="ui-quiet">{t('purse:money')}</span>
      </div>
      {rowNames.map((name) => (
        <CapRow key={name} name={name} purse={purse} change={change} />
      ))}
      <div className="purse-row">
        <div>
          <div className="setting-label">{t('purse:currency.label')}</div>
          <div className="ui-quiet">{t('purse:currency.hint')}</div>
        </div>
        <span />
        <CurrencyField currency={purse.currency} onChange={(currency) => change({ currency })} />
      </div>
    </>
  );
}

/** What may be spent, and what was (N12). */
export function PurseSettings() {
  const { t } = useWords();
  const purse = usePurse((state) => state.purse);
  const failure = usePurse((state) => state.failure);
  const { load, update } = usePurse.getState();
  useEffect(() => void load(), [load]);
  const isShown = useIsShown();
  const [refused, setRefused] = useState<unknown>(null);
  const change: Change = (changed) => {
    setRefused(null);
    update(changed).catch((error: unknown) => {
      // What was typed last is kept as the settings close.
      if (isShown()) setRefused(error);
      else reportFailure(error);
    });
  };
  const told = refused ?? failure;
  return (
    <div className="settings-section purse-page">
      <p className="ui-lead">{t('purse:lead')}</p>
      <p className="ui-quiet">{t('purse:how')}</p>
      {purse !== null && told !== null && <FailureBlock error={told} />}
      <Loaded value={purse} failure={failure} onRetry={() => void load()}>
        {(loaded) => (
          <>
            <Caps purse={loaded} change={change} />
            <Spent purse={loaded} />
          </>
        )}
      </Loaded>
    </div>
  );
}
