import type { AssemblyChange, AssemblySummary } from '#shared/domain/assembly.ts';
import { layerNames } from '#shared/domain/budget.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LayerBadge, LayerBar, layerLetters, sharedScale } from '#renderer/ui/index.ts';
import { ItemTitle } from './item-title.tsx';
import { signed } from './change-summary.ts';
import { figuresOf } from './request-figures.ts';
import { useRequestTimes } from './request-times.ts';
import { requestWords } from './request-words.ts';
import './comparison.css';

type SideHeadProps = {
  letter: 'A' | 'B';
  request: AssemblySummary;
  /** Tokens the whole width of either bar stands for. */
  scale: number;
};

/** When, where, for what and how much: the total, its layers, and the room there was. */
function SideHead({ letter, request, scale }: SideHeadProps) {
  const { t, language } = useWords();
  const documents = useSession((session) => session.project?.documents);
  const timeOf = useRequestTimes();
  const { time, chapter, skill } = requestWords(t, request, documents ?? [], timeOf(request));
  return (
    <>
      <div className="comparison-side-head">
        <b>{letter}</b>
        <span>{[time, chapter, skill].join(t('inspect:sentence.comma'))}</span>
        <b>{formatCount(request.tokenCount, language)}</b>
      </div>
      <LayerBar
        {...figuresOf(request)}
        scale={scale}
        label={t('inspect:requests.tokens', { tokens: request.tokenCount })}
      />
      <div className="comparison-layers">
        {layerNames.map((layer) => (
          <span key={layer} data-layer={layer}>
            <b title={t(`inspect:layers.${layer}`)}>{layerLetters[layer]}</b>{' '}
            {formatCount(request.layers[layer], language)}
          </span>
        ))}
        <span>{t('inspect:compare.ofBudget', { budget: request.budget })}</span>
      </div>
    </>
  );
}

type SideProps = { change: AssemblyChange; tokens: number; absent: string };

function Side({ change, tokens, absent }: SideProps) {
  const { t, language } = useWords();
  if (tokens === 0) return <span className="comparison-absent">{absent}</span>;
  return (
    <span className="comparison-item">
      <LayerBadge layer={change.layer} label={t(`inspect:layers.${change.layer}`)} />
      <ItemTitle title={change.title} />
      <span>{formatCount(tokens, language)}</span>
    </span>
  );
}

type ChangeRowProps = { change: AssemblyChange; budgets: { before: number; after: number } };

function ChangeRow({ change, budgets }: ChangeRowProps) {
  const { t, language } = useWords();
  const { tokensBefore, tokensAfter, cause } = change;
  const kind = change.change;
  const word = kind === 'added' || kind === 'removed' ? null : t(`inspect:compare.words.${kind}`);
  return (
    <tr>
      <td>
        <Side change={change} tokens={tokensBefore} absent={t('inspect:compare.notInA')} />
      </td>
      <td>
        <b>{t(`inspect:compare.causes.${cause}.name`)}</b>
        <span className="ui-quiet">
          {cause === 'budget' && budgets.before !== budgets.after
            ? t('inspect:compare.budgetNow', budgets)
            : t(`inspect:compare.causes.${cause}.text`)}
        </span>
      </td>
      <td>
        <Side change={change} tokens={tokensAfter} absent={t('inspect:compare.notInB')} />
        {word !== null && <span className="comparison-word ui-quiet">{word}</span>}
      </td>
      <td>{signed(tokensAfter - tokensBefore, language)}</td>
    </tr>
  );
}

type ChangeTableProps = {
  a: AssemblySummary;
  b: AssemblySummary;
  changes: readonly AssemblyChange[];
};

/** A, cause, B, change on one grid. */
export function ChangeTable({ a, b, changes }: ChangeTableProps) {
  const { t } = useWords();
  const scale = sharedScale([figuresOf(a), figuresOf(b)]);
  return (
    <table className="comparison-table">
      <thead>
        <tr>
          <th scope="col">
            <SideHead letter="A" request={a} scale={scale} />
          </th>
          <th scope="col">{t('inspect:compare.cause')}</th>
          <th scope="col">
            <SideHead letter="B" request={b} scale={scale} />
          </th>
          <th scope="col">{t('inspect:compare.change')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <ChangeRow
            key={change.itemId}
            change={change}
            budgets={{ before: a.budget, after: b.budget }}
          />
        ))}
      </tbody>
    </table>
  );
}
