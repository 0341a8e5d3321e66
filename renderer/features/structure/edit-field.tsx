/** A field of a chapter or a scene, edited in its place: Enter saves, Tab goes on, Esc leaves it as it was. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { ChapterStatus } from '#shared/domain/project.ts';
import type { SceneAddress } from '#shared/domain/scene-facts.ts';
import { type Field, stopEditing } from './store.ts';
import { SuggestionLine, useSuggestion } from './suggestion.tsx';

type Choice = { id: string; label: string };

type EditFieldProps = {
  field: Field;
  /** As it is now. */
  value: string;
  onSave: (draft: string) => Promise<void>;
  /** What may be chosen, where that is not what the field itself says. */
  choices?: readonly Choice[];
  /** What it is to have nobody of one's own as its teller. */
  unsaid?: string;
  people: readonly Person[];
  /** The scene a model may be asked about for the field; null where there is none. */
  askAbout?: SceneAddress | null;
  /** Tab: the next field, or back. */
  onNext: (by: -1 | 1) => void;
};

const maxLengths: Record<Field, number> = {
  title: 200,
  synopsis: 4_000,
  labels: 800,
  status: 20,
  pointOfView: 200,
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

export function EditField(props: EditFieldProps) {
  const { field, value, onSave, onNext, askAbout = null } = props;
  const { t } = useWords();
  const [draft, setDraft] = useState(value);
  const choices = useChoices(props);
  const suggestion = useSuggestion(askAbout, setDraft);
  const isDone = useRef(false);
  const save = () => {
    if (isDone.current) return;
    isDone.current = true;
    onSave(draft).catch(reportFailure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.altKey && suggestion !== null) {
      event.preventDefault();
      suggestion.begin();
      return;
    }
    if (event.key === 'Escape') isDone.current = true;
    const isEnd = event.key === 'Enter' && !event.shiftKey;
    if (event.key !== 'Escape' && event.key !== 'Tab' && !isEnd) return;
    event.preventDefault();
    save();
    if (event.key === 'Tab') onNext(event.shiftKey ? -1 : 1);
    else stopEditing();
  };
  const common = {
    'aria-label': t(`structure:fields.${field}`),
    className: 'structure-field',
    value: draft,
    autoFocus: true,
    onKeyDown,
    onBlur: () => {
      // A field that was left by a key is taken away with the focus in it.
      if (isDone.current) return;
      save();
      stopEditing();
    },
  };
  if (choices !== null) {
    return (
      <select {...common} onChange={(event) => setDraft(event.target.value)}>
        {choices.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  const typed = {
    ...common,
    maxLength: maxLengths[field],
    onChange: (event: { target: { value: string } }) => setDraft(event.target.value),
  };
  if (field !== 'synopsis') return <input {...typed} type="text" />;
  return (
    <>
      <textarea {...typed} rows={3} />
      {suggestion !== null && <SuggestionLine {...suggestion} />}
    </>
  );
}
