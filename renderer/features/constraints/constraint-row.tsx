import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Constraint } from '#shared/domain/constraint.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { fenceWords } from '#renderer/ui/fence-words.ts';
import { Switch } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import type { RowDrag } from './row-drag.ts';
import { shortName } from '#renderer/i18n/short-name.ts';
import { useConstraints } from './store.ts';

type ConstraintRowProps = {
  constraint: Constraint;
  number: number;
  focusProps: RowFocus;
  handleProps: ReturnType<RowDrag['handleProps']>;
  /** Alt with an arrow key. */
  onStep: (step: 1 | -1) => void;
  onDelete: () => void;
};

function Facts({ constraint }: { constraint: Constraint }) {
  const { t, language } = useWords();
  const people = useConstraints((state) => state.people);
  const { type, source, enabled, fence, tokenCount } = constraint;
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const facts = [
    t(`constraints:kinds.${type}`),
    enabled ? t('constraints:tokens', { count: tokenCount }) : t('constraints:notSent'),
    ...fenceWords(t, language, fence, names),
    ...(source === 'user' ? [] : [t(`constraints:sources.${source}`)]),
  ];
  return (
    <span className="constraint-facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  );
}

/** A constraint as it is read: grip, number, text with its facts, switch. The text is the button that opens it. */
export function ConstraintRow(props: ConstraintRowProps) {
  const { constraint, number, focusProps, handleProps, onStep, onDelete } = props;
  const { t, language } = useWords();
  const { edit, setEnabled } = useConstraints.getState();
  const name = shortName(constraint.text);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (event.altKey && step !== null) onStep(step);
    else if (event.key === 'Delete') onDelete();
    else return;
    event.preventDefault();
  };
  return (
    <div className="constraint" data-enabled={constraint.enabled}>
      <span
        className="constraint-grip"
        title={t('constraints:row.drag', { number })}
        {...handleProps}
      >
        <GripVertical size={14} aria-hidden />
      </span>
      <span className="constraint-number" aria-hidden>
        {formatCount(number, language)}
      </span>
      <button
        type="button"
        className="constraint-main"
        aria-description={t('constraints:row.hint', { held: 'Alt' })}
        onClick={() => edit(constraint)}
        onKeyDown={onKeyDown}
        {...focusProps}
      >
        <span className="ui-hidden">{t('constraints:row.edit', { number })}</span>
        <span className="constraint-text">{constraint.text}</span>
        <Facts constraint={constraint} />
      </button>
      <Switch
        aria-label={t('constraints:row.enabled', { number })}
        isSelected={constraint.enabled}
        excludeFromTabOrder={focusProps.tabIndex !== 0}
        onChange={(enabled) => {
          const said = t(enabled ? 'constraints:switchedOn' : 'constraints:switchedOff', { name });
          void setEnabled(constraint.constraintId, enabled, said);
        }}
      />
    </div>
  );
}
