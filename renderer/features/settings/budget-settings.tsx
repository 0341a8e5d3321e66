import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock, LayerBadge, TextField } from '#renderer/ui/index.ts';
import { layerNames, type LayerName } from '#shared/domain/budget.ts';
import type { BudgetDraft, BudgetProblem, BudgetReading } from './budget-form.ts';
import { LookUpSetting } from './look-up.tsx';
import { StorySoFarSetting } from './story-so-far.tsx';
import { useBudget } from './use-budget.ts';
import { WholeBookSetting } from './whole-book.tsx';

function useProblemWords(reading: BudgetReading | null, draft: BudgetDraft | null) {
  const { t } = useWords();
  const problems = reading === null || reading.ok ? [] : reading.problems;
  const words = (problem: BudgetProblem): string => {
    switch (problem.problem) {
      case 'number':
        return t('settings:budget.errors.number');
      case 'window':
        return t('settings:budget.errors.window');
      case 'reserve':
        return t('settings:budget.errors.reserve', { window: Number(draft?.contextWindow ?? 0) });
      case 'share':
        return t('settings:budget.errors.share');
      case 'sum':
        return t('settings:budget.errors.sum', { sum: problem.sum });
      case 'minimums':
        return t('settings:budget.errors.minimums', { sum: problem.sum, total: problem.total });
    }
  };
  return (field: BudgetProblem['field']): string | undefined => {
    const problem = problems.find((candidate) => candidate.field === field);
    return problem === undefined ? undefined : words(problem);
  };
}

type LayerRowProps = {
  layer: LayerName;
  draft: BudgetDraft;
  errorOf: (field: BudgetProblem['field']) => string | undefined;
  onEdit: (draft: BudgetDraft) => void;
};

function LayerRow({ layer, draft, errorOf, onEdit }: LayerRowProps) {
  const { t } = useWords();
  const name = t(`settings:budget.layers.${layer}`);
  const edit = (part: 'shares' | 'minimums') => (value: string) =>
    onEdit({ ...draft, [part]: { ...draft[part], [layer]: value } });
  return (
    <div className="budget-row">
      <span className="budget-layer">
        <LayerBadge layer={layer} />
        {name}
      </span>
      <TextField
        label={`${name}, ${t('settings:budget.share')}`}
        hideLabel
        inputMode="decimal"
        value={draft.shares[layer]}
        onChange={edit('shares')}
        error={errorOf(`shares.${layer}`)}
      />
      <TextField
        label={`${name}, ${t('settings:budget.minimum')}`}
        hideLabel
        inputMode="numeric"
        value={draft.minimums[layer]}
        onChange={edit('minimums')}
        error={errorOf(`minimums.${layer}`)}
      />
    </div>
  );
}

/** Window, reserve, shares and minimums of a project (S3-05, S3-06, S3-15), checked while typing and on saving. */
export function BudgetSettings({ projectId }: { projectId: string }) {
  const { t } = useWords();
  const { view, draft, reading, failure, saved, load, save, edit, reset, setSwitch } =
    useBudget(projectId);
  const errorOf = useProblemWords(reading, draft);
  if (view === null || draft === null) {
    return failure === null ? (
      <p className="ui-waiting">{t('app:loading')}</p>
    ) : (
      <FailureBlock error={failure} onRetry={load} />
    );
  }
  const whole = errorOf('shares') ?? errorOf('minimums');
  return (
    <form
      className="settings-section"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <WholeBookSetting view={view} onChange={(wholeBook) => setSwitch({ wholeBook })} />
      <StorySoFarSetting
        isOn={view.storySoFar}
        onChange={(storySoFar) => setSwitch({ storySoFar })}
      />
      <LookUpSetting isOn={view.lookUp} onChange={(lookUp) => setSwitch({ lookUp })} />
      <p className="ui-lead">{t('settings:budget.lead')}</p>
      <div className="budget-window">
        <TextField
          label={t('settings:budget.contextWindow')}
          inputMode="numeric"
          suffix={<span className="ui-quiet">{t('settings:budget.tokens')}</span>}
          value={draft.contextWindow}
          onChange={(contextWindow) => edit({ ...draft, contextWindow })}
          error={errorOf('contextWindow')}
        />
        <TextField
          label={t('settings:budget.outputReserve')}
          inputMode="numeric"
          suffix={<span className="ui-quiet">{t('settings:budget.tokens')}</span>}
          value={draft.outputReserve}
          onChange={(outputReserve) => edit({ ...draft, outputReserve })}
          error={errorOf('outputReserve')}
        />
      </div>
      <div className="budget-table">
        <div className="budget-row budget-head" aria-hidden>
          <span>{t('settings:budget.layer')}</span>
          <span>{t('settings:budget.share')}</span>
          <span>{t('settings:budget.minimum')}</span>
        </div>
        {layerNames.map((layer) => (
          <LayerRow key={layer} layer={layer} draft={draft} errorOf={errorOf} onEdit={edit} />
        ))}
      </div>
      {whole !== undefined && (
        <p className="ui-field-error" role="alert">
          {whole}
        </p>
      )}
      {failure !== null && <FailureBlock error={failure} />}
      <div className="budget-foot">
        <span className="ui-quiet" role="status">
          {saved && t('settings:budget.saved')}
          {!saved && reading?.ok === true && t('settings:budget.total', { total: reading.total })}
        </span>
        <Button variant="quiet" onPress={reset}>
          {t('settings:budget.reset')}
        </Button>
        <Button type="submit" isDisabled={reading?.ok !== true}>
          {t('settings:budget.save')}
        </Button>
      </div>
    </form>
  );
}
