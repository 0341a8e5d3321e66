import { useEffect, useState } from 'react';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { KeptLine } from '#renderer/app/kept-line.tsx';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { beginEntry } from '#renderer/features/codex/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, ComboBox, Select, TextField } from '#renderer/ui/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { Found } from './places.ts';
import type { Rename, RenameDraft } from './use-rename.ts';

/** Null until they are read. */
const useEntries = (projectId: string): readonly Entity[] | null => {
  const [entries, setEntries] = useState<readonly Entity[] | null>(null);
  useEffect(() => {
    let wanted = true;
    call('knowledge:entities:list', { projectId })
      .then(({ items }) => {
        if (wanted) setEntries(items);
      })
      .catch(reportFailure);
    return () => {
      wanted = false;
    };
  }, [projectId]);
  return entries;
};

/** Nobody can be renamed yet: the way to the first entry. */
function NoEntries() {
  const { t } = useWords();
  const begin = () => {
    closeDialog();
    beginEntry().catch(reportFailure);
  };
  return (
    <div className="replace-no-entries">
      <p className="ui-quiet">{t('replace:noEntries')}</p>
      <Button onPress={begin}>{t('codex:add')}</Button>
    </div>
  );
}

/** So many are seen at a glance; among more, one is found by its names. */
const mostAtGlance = 8;

type WhomProps = {
  entries: readonly Entity[];
  value: string;
  onChange: (entityId: string) => void;
};

function Whom({ entries, value, onChange }: WhomProps) {
  const { t } = useWords();
  const common = { label: t('replace:whom'), value, onChange, autoFocus: true };
  if (entries.length <= mostAtGlance) {
    const choices = entries.map(({ entityId, name }) => ({ id: entityId, label: name }));
    return <Select {...common} choices={[{ id: '', label: t('replace:choose') }, ...choices]} />;
  }
  return (
    <ComboBox
      {...common}
      choices={entries.map(({ entityId, name, aliases }) => ({
        ...{ id: entityId, label: name, also: aliases },
      }))}
      placeholder={t('replace:choose')}
      noneFound={t('replace:nobodyFound')}
      listLabel={t('replace:allEntries')}
    />
  );
}

type RenameFormProps = {
  projectId: string;
  rename: Rename;
  /** Makes a change, after which the places are others. */
  begin: (change: () => void) => void;
  forms: Found['forms'];
};

/** Whose name changes, to what, and what becomes of each other name of theirs. */
export function RenameForm({ projectId, rename, begin, forms }: RenameFormProps) {
  const { draft, isKept } = rename;
  const onChange = (next: RenameDraft) => begin(() => rename.change(next));
  const { t } = useWords();
  const entries = useEntries(projectId);
  if (entries === null) return null;
  if (entries.length === 0) return <NoEntries />;
  const others = forms.filter(({ kind }) => kind !== 'name');
  return (
    <div className="replace-form">
      <KeptLine isKept={isKept} onStartOver={() => begin(rename.end)} />
      <div className="replace-fields">
        <Whom
          entries={entries}
          value={draft.entityId}
          onChange={(entityId) => onChange({ ...draft, entityId, wished: {} })}
        />
        <TextField
          label={t('replace:newName')}
          value={draft.name}
          onChange={(name) => onChange({ ...draft, name })}
        />
      </div>
      {others.length > 0 && (
        <div className="replace-forms">
          {others.map((form) => (
            <TextField
              key={form.from}
              label={t('replace:form', { from: form.from, count: form.count })}
              value={draft.wished[form.from] ?? form.to}
              onChange={(to) =>
                onChange({ ...draft, wished: { ...draft.wished, [form.from]: to } })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}
