import { useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Checkbox } from './checkbox.tsx';
import { ChipList } from './chip-list.tsx';
import { type FenceDraft, parseChapter } from './fence-draft.ts';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';

export type Person = { id: string; name: string };

type FenceFieldsProps = {
  draft: FenceDraft;
  onChange: (draft: FenceDraft) => void;
  /** Who may be the one that knows. */
  people: readonly Person[];
};

function KnownBy({ draft, onChange, people }: FenceFieldsProps) {
  const { t } = useWords();
  const others = people.filter(({ id }) => !draft.knownBy.includes(id));
  const place = useRef<HTMLDivElement>(null);
  const nameOf = (id: string) =>
    people.find((person) => person.id === id)?.name ?? t('codex:fence.gone');
  return (
    <div className="ui-field">
      <span className="ui-field-label">{t('codex:fence.knownBy')}</span>
      <div className="fence-people" ref={place}>
        <ChipList
          label={t('codex:fence.knownBy')}
          chips={draft.knownBy.map((id) => ({
            id,
            text: nameOf(id),
            removeLabel: t('codex:fence.removePerson', { name: nameOf(id) }),
          }))}
          onRemove={(id) =>
            onChange({ ...draft, knownBy: draft.knownBy.filter((other) => other !== id) })
          }
          focusField={() => place.current?.querySelector('button')?.focus()}
        />
        {draft.knownBy.length === 0 && others.length === 0 && (
          <span className="ui-quiet">{t('codex:fence.nobody')}</span>
        )}
        {others.length > 0 && (
          <Select
            label={t('codex:fence.addPerson')}
            hideLabel
            choices={[
              { id: '', label: t('codex:fence.addPerson') },
              ...others.map(({ id, name }) => ({ id, label: name })),
            ]}
            value=""
            onChange={(id) => {
              if (id !== '') onChange({ ...draft, knownBy: [...draft.knownBy, id] });
            }}
          />
        )}
      </div>
    </div>
  );
}

/** When something must be kept from the model: not before a chapter, known to some only, never. */
export function FenceFields({ draft, onChange, people }: FenceFieldsProps) {
  const { t } = useWords();
  const invalid = parseChapter(draft.notBefore) === undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div className="fence-fields" role="group" aria-label={t('codex:fence.label')}>
      <TextField
        label={t('codex:fence.notBefore')}
        inputMode="numeric"
        value={draft.notBefore}
        error={invalid ? t('codex:fence.chapterInvalid') : undefined}
        onChange={(notBefore) => onChange({ ...draft, notBefore })}
      />
      <KnownBy draft={draft} onChange={onChange} people={people} />
      <Checkbox
        isSelected={draft.neverSend}
        onChange={(neverSend) => onChange({ ...draft, neverSend })}
      >
        {t('codex:fence.neverSend')}
      </Checkbox>
    </div>
  );
}
