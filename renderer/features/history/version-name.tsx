import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, LinkButton, TextField } from '#renderer/ui/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';

const longestName = 80;

type VersionNameProps = {
  chapter: { projectId: string; documentId: string };
  item: SnapshotInfo;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onChanged: () => void;
};

function NameForm({ chapter, item, onEditing, onChanged }: VersionNameProps) {
  const { t } = useWords();
  const [name, setName] = useState(item.name ?? '');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const give = (wanted: string | null) => {
    call('documents:snapshots:name', { ...chapter, snapshotId: item.snapshotId, name: wanted })
      .then(() => {
        onEditing(false);
        onChanged();
      })
      .catch(reportFailure);
  };
  const save = () => (name.trim() === '' ? onEditing(false) : give(name));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      onEditing(false);
    }
  };
  return (
    <span className="history-naming" data-escape>
      <TextField
        label={t('history:rename.label')}
        hideLabel
        placeholder={t('history:rename.placeholder')}
        value={name}
        maxLength={longestName}
        onChange={setName}
        onKeyDown={onKeyDown}
        inputRef={input}
      />
      <Button size="small" onPress={save}>
        {t('history:rename.save')}
      </Button>
      {item.name !== undefined && (
        <Button size="small" variant="quiet" onPress={() => give(null)}>
          {t('history:rename.take')}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={() => onEditing(false)}>
        {t('history:rename.cancel')}
      </Button>
    </span>
  );
}

/** Gives a version a name, or another one; named versions are kept for ever. */
export function VersionName(props: VersionNameProps) {
  const { t } = useWords();
  if (props.isEditing) return <NameForm key={props.item.snapshotId} {...props} />;
  return (
    <LinkButton onPress={() => props.onEditing(true)}>
      {t(props.item.name === undefined ? 'history:rename.give' : 'history:rename.change')}
    </LinkButton>
  );
}
