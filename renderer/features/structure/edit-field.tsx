/** A field of a chapter or a scene, edited in its place: Enter saves, Tab goes on, Esc leaves it as it was. */
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { notify } from '#renderer/app/notices.ts';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { Kbd } from '#renderer/ui/index.ts';
import { excessOf } from '#renderer/ui/too-long.ts';
import { countText } from '#shared/count-text.ts';
import { ChapterStatus, maxLabelLength, maxLabels } from '#shared/domain/project.ts';
import type { SceneAddress } from '#shared/domain/scene-facts.ts';
import { type DraftFault, faultOf, longestDraft } from './field-drafts.ts';
import { type Field, stopEditing } from './store.ts';
import { SuggestionLine, useSuggestion } from './suggestion.tsx';

type Choice = { id: string; label: string };

const leavingKeys = [
  { key: 'Enter', what: 'save' },
  { key: 'Tab', what: 'next' },
  { key: 'Escape', what: 'leave' },
] as const;

type EditFieldProps = {
  field: Field;
  /** As it is now. */
  value: string;
  onSave: (draft: string) => Promise<void>;
  /** What may be chosen, where that is not what the field itself says. */
  choices?: readonly Choice[];
  /** What it is to have nobody of one's own as its teller. */
  unsaid?: string;
  /** What holds while the field is empty. */
  hint?: string;
  people: readonly Person[];
  /** The scene a model may be asked about for the field; null where there is none. */
  askAbout?: SceneAddress | null;
  /** Under which what is typed is kept while it is not saved; null for what is chosen. */
  keptAs: string | null;
  /** Tab: the next field, or back. */
  onNext: (by: -1 | 1) => void;
};

function useChoices({ field, people, unsaid, choices }: EditFieldProps): readonly Choice[] | null {
  const { t } = useWords();
  if (choices) return choices;
  if (field === 'status') {
    return [
      { id: '', label: t('structure:status.none') },
      ...ChapterStatus.options.map((id) => ({ id, label: t(`structure:status.${id}`) })),
    ];
  }
  if (field !== 'pointOfView') return null;
  return [
    { id: '', label: unsaid ?? t('structure:asBook') },
    ...people.map(({ id, name }) => ({ id, label: name })),
  ];
}

type Typed = { field: Field; draft: string };

const tooMuch = ({ field, draft }: Typed): { count: number; longest: number } => {
  const longest = longestDraft[field] ?? 0;
  return { count: excessOf(draft, longest), longest };
};

/** Why what was typed cannot be taken, for who is at the field still. */
const wrongWords = (t: Translate, fault: DraftFault, { field, draft }: Typed): string => {
  if (fault === 'goal') return t('days:goals.wrong');
  if (fault === 'long') return t('app:tooLong', tooMuch({ field, draft }));
  return t(`structure:labelsWrong.${fault}`, { length: maxLabelLength, number: maxLabels });
};

/** The same for who left it: what is no goal goes with that, labels stand there when the field is opened again. */
const leftWords = (t: Translate, fault: DraftFault, { field, draft }: Typed): string => {
  if (fault === 'goal') return t('structure:goalLeft', { draft });
  if (fault === 'long') return t('structure:longLeft', tooMuch({ field, draft }));
  return t(`structure:labelsLeft.${fault}`, { length: maxLabelLength, number: maxLabels });
};

/** Saves what was typed, once; what cannot be taken is told of and stays in the field. */
function useSaving({ field, value, onSave, keptAs }: EditFieldProps) {
  const { t } = useWords();
  const {
    fields: draft,
    change: setDraft,
    isKept,
    isContested,
    end,
  } = useKeptForm({
    ...{ kind: 'chapter', id: keptAs, begun: value },
    read: (kept) => (keptAs !== null && typeof kept === 'string' ? kept : null),
    isEmpty: (text) => keptAs === null || text === value,
  });
  const [isTold, setTold] = useState(false);
  const isDone = useRef(false);
  const fault = faultOf(field, draft);
  return {
    draft,
    setDraft,
    fault,
    toldFault: isTold || fault === 'long' ? fault : null,
    /** Leaves what is there as it is, whatever was typed. */
    drop(): void {
      isDone.current = true;
      end();
    },
    /** Why there may stand something else than what is stored. */
    kept: <KeptLine isKept={isKept} />,
    /** What another window wrote there, where something was typed here too. */
    theirs: isContested && value !== draft && (
      <span className="structure-hint" role="status">
        {t('structure:writtenElsewhere', { text: value })}
      </span>
    ),
    isLeft: () => isDone.current,
    /** Whether the field may be left. */
    save(): boolean {
      if (isDone.current) return true;
      setTold(fault !== null);
      if (fault !== null) return false;
      isDone.current = true;
      onSave(draft).then(end, reportFailure);
      return true;
    },
  };
}

export function EditField(props: EditFieldProps) {
  const { field, onNext, askAbout = null, hint = '' } = props;
  const { t } = useWords();
  const { draft, setDraft, fault, toldFault, kept, theirs, drop, isLeft, save } = useSaving(props);
  const choices = useChoices(props);
  const suggestion = useSuggestion(askAbout, draft, setDraft);
  const wrongId = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.altKey && suggestion !== null) {
      event.preventDefault();
      suggestion.begin();
      return;
    }
    if (event.key === 'Escape') drop();
    const isEnd = event.key === 'Enter' && !event.shiftKey;
    if (event.key !== 'Escape' && event.key !== 'Tab' && !isEnd) return;
    event.preventDefault();
    if (!save()) return;
    if (event.key === 'Tab') onNext(event.shiftKey ? -1 : 1);
    else stopEditing();
  };
  const onBlur = () => {
    // A field that was left by a key is taken away with the focus in it.
    if (isLeft()) return;
    if (!save() && fault !== null) {
      notify({ place: 'binder', text: leftWords(t, fault, { field, draft }) });
      if (fault === 'goal') drop();
    }
    stopEditing();
  };
  const common = {
    ...{ 'aria-label': t(`structure:fields.${field}`), className: 'structure-field' },
    ...{ value: draft, autoFocus: true, onKeyDown, onBlur },
  };
  if (choices !== null) return <Chooser {...common} choices={choices} onChoose={setDraft} />;
  const typed = {
    ...{ ...common, placeholder: hint },
    onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
  };
  const wrong = toldFault !== null ? { 'aria-invalid': true, 'aria-describedby': wrongId } : {};
  const wrongLine = toldFault !== null && (
    <p id={wrongId} className="structure-wrong" role="alert">
      {wrongWords(t, toldFault, { field, draft })}
    </p>
  );
  if (field !== 'synopsis') {
    // A name or a figure is written anew more often than in part; to labels one more is added.
    const onFocus = ({ target }: { target: HTMLInputElement }) =>
      field === 'labels'
        ? target.setSelectionRange(target.value.length, target.value.length)
        : target.select();
    return (
      <>
        <input {...typed} {...wrong} type="text" onFocus={onFocus} />
        {theirs}
        {wrongLine}
      </>
    );
  }
  return (
    <>
      <textarea {...typed} {...wrong} rows={3} />
      {wrongLine}
      {kept}
      {theirs}
      <SynopsisHint draft={draft} />
      {suggestion !== null && <SuggestionLine {...suggestion} />}
    </>
  );
}

/** How long it is by now, and the keys that leave it; on a card there is no room for that. */
function SynopsisHint({ draft }: { draft: string }) {
  const { t } = useWords();
  const count = useMemo(() => countText(draft).wordCount, [draft]);
  return (
    <span className="structure-hint">
      <span>{t('binder:words', { count })}</span>
      <span className="structure-hint-keys">
        {leavingKeys.map(({ key, what }) => (
          <span key={what}>
            <Kbd shortcut={key} /> {t(`structure:hint.${what}`)}
          </span>
        ))}
      </span>
    </span>
  );
}

type ChooserProps = Omit<React.ComponentProps<'select'>, 'onChange'> & {
  choices: readonly Choice[];
  onChoose: (id: string) => void;
};

function Chooser({ choices, onChoose, ...select }: ChooserProps) {
  return (
    <select {...select} onChange={(event) => onChoose(event.target.value)}>
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
