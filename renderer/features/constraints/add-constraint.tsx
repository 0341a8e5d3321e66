import { useEffect, useRef, useState } from 'react';
import { constraintLimit, ConstraintType } from '#shared/domain/constraint.ts';
import { useKeptText } from '#renderer/app/use-kept-form.ts';
import { shortName } from '#renderer/i18n/short-name.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Select, TextField } from '#renderer/ui/index.ts';
import { useAddFocus } from './focus-requests.ts';
import { longestText } from './draft.ts';
import { useConstraints } from './store.ts';

/** The foot of the panel: a sentence and its kind; Enter adds. */
export function AddConstraint({ count }: { count: number }) {
  const { t } = useWords();
  const kind = useConstraints((state) => state.kind);
  const adding = useConstraints((state) => state.adding);
  const { add } = useConstraints.getState();
  const { fields: text, change: setText, end } = useKeptText('constraint');
  const [chosen, setChosen] = useState<ConstraintType | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const wanted = useAddFocus((state) => state.serial);
  useEffect(() => {
    if (wanted > 0) field.current?.focus();
  }, [wanted]);
  const type = chosen ?? (kind === 'all' ? 'narrative' : kind);
  if (count >= constraintLimit) {
    return <p className="constraints-add ui-quiet">{t('constraints:add.full', { count })}</p>;
  }
  const submit = async () => {
    const trimmed = text.trim();
    if (trimmed === '' || trimmed.length > longestText) return;
    const said = t('constraints:added', { name: shortName(trimmed) });
    if (await add(type, trimmed, said)) end();
  };
  return (
    <form
      className="constraints-add"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('constraints:add.label')}
        hideLabel
        placeholder={t('constraints:add.placeholder')}
        value={text}
        isReadOnly={adding}
        error={
          text.length > longestText
            ? t('constraints:edit.tooLong', { limit: longestText })
            : undefined
        }
        inputRef={field}
        onChange={setText}
      />
      <Select
        label={t('constraints:add.kind')}
        hideLabel
        choices={ConstraintType.options.map((id) => ({ id, label: t(`constraints:kinds.${id}`) }))}
        value={type}
        onChange={setChosen}
      />
    </form>
  );
}
