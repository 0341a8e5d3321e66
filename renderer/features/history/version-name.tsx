import { type KeyboardEvent, useEffect, useRef } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { useKeptForm } from '#renderer/app/use-kept-form.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, isTooLong, LinkButton, TextField } from '#renderer/ui/index.ts';
import type { SnapshotInfo } from '#shared/domain/project.ts';

const longestName = 80;

type VersionNameProps = {
  chapter: { projectId: string; documentId: string };
  item: SnapshotInfo;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
  onChanged: () => void;
};

const readName = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null);

/** What is typed stands there again when the version is named again, whatever was looked at meanwhile (W4). */
function useName({ chapter, item, onEditing, onChanged }: VersionNameProps) {
  const begun = item.name ?? '';
  const form = useKeptForm<string>({
    ...{ kind: 'versionName', id: `${chapter.documentId}:${item.snapshotId}`, begun },
    read: readName,
    isEmpty: (name) => name === begun,
  });
  const isShown = useIsShown();
  const { snapshotId } = item;
  return {
    name: form.fields,
    setName: form.change,
    cancel(): void {
      form.end();
      onEditing(false);
    },
    give(wanted: string | null): void {
      call('documents:snapshots:name', { ...chapter, snapshotId, name: wanted })
        .then(() => {
          form.end();
          // The name of another one may be being typed by now.
          if (isShown()) onEditing(false);
          onChanged();
        })
        .catch(reportFailure);
    },
  };
}

function NameForm(props: VersionNameProps) {
  const { item } = props;
  const { t } = useWords();
  const { name, setName, cancel, give } = useName(props);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const save = (): void => {
    if (name.trim() === '') cancel();
    else if (!isTooLong(name, longestName)) give(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
    }
  };
  return (
    <span className="history-naming" data-escape>
      <TextField
        label={t('history:rename.label')}
        hideLabel
        placeholder={t('history:rename.placeholder')}
        value={name}
        longest={longestName}
        onChange={setName}
        onKeyDown={onKeyDown}
        inputRef={input}
      />
      <Button size="small" isDisabled={isTooLong(name, longestName)} onPress={save}>
        {t('history:rename.save')}
      </Button>
      {item.name !== undefined && (
        <Button size="small" variant="quiet" onPress={() => give(null)}>
          {t('history:rename.take')}
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={cancel}>
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
