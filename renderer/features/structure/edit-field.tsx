/** A chapter's field, edited in its place: Enter saves, Tab goes on, Esc leaves it as it was. */
import { type KeyboardEvent, useRef, useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { Person } from '#renderer/ui/fence-fields.tsx';
import { ChapterStatus, type DocumentInfo } from '#shared/domain/project.ts';
import { saveField } from './change-chapter.ts';
import { draftOf } from './field-drafts.ts';
import { type Field, stopEditing } from './store.ts';

type EditFieldProps = {
  document: DocumentInfo;
  field: Field;
  people: readonly Person[];
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

function useChoices(field: Field, people: readonly Person[]) {
  const { t } = useWords();
  if (field === 'status') {
    return [
      { id: '', label: t('structure:status.none') },
      ...ChapterStatus.options.map((id) => ({ id, label: t(`structure:status.${id}`) })),
    ];
  }
  return [
    { id: '', label: t('structure:asBook') },
    ...people.map(({ id, name }) => ({ id, label: name })),
  ];
}

export function EditField({ document, field, people, onNext }: EditFieldProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState(() => draftOf(document, field));
  const choices = useChoices(field, people);
  const isDone = useRef(false);
  const save = () => {
    if (isDone.current) return;
    isDone.current = true;
    saveField(t, document, field, draft).catch(reportFailure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
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
  if (field === 'status' || field === 'pointOfView') {
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
  return field === 'synopsis' ? <textarea {...typed} rows={3} /> : <input {...typed} type="text" />;
}
