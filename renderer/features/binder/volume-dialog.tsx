/** Which volume a chapter goes to, and what a volume is called (W1). */
import { useEffect, useState } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { volumeName } from '#renderer/app/group-name.ts';
import { volumeTitle } from '#shared/volumes.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { isSameVolume, restOfVolume, volumeFolder, volumesOfBook } from '#renderer/app/volumes.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog, isTooLong, Segmented, Select, TextField } from '#renderer/ui/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { useBinder, type VolumeQuestion } from './actions.ts';
import { putIntoVolume, renameVolume } from './volumes.ts';

const noDocuments: readonly DocumentInfo[] = [];
const useDocuments = () => useSession(({ project }) => project?.documents) ?? noDocuments;

/** What is typed is on the disk before its file goes elsewhere. */
function carryOut(work: () => Promise<void>): void {
  closeDialog();
  flushEdits().then(work).catch(reportFailure);
}

/** UTF-16 units. */
const longestName = 80;

type Problem = 'invalid' | 'taken' | 'long';

/** Why a volume of a book with these others cannot be called so; `folder`: what its folder would be. */
function problemOf(others: readonly string[], name: string, folder: string | null): Problem | null {
  if (isTooLong(name, longestName)) return 'long';
  if (folder === null) return name.trim() === '' ? null : 'invalid';
  return others.some((one) => isSameVolume(one, folder)) ? 'taken' : null;
}

type NameProps = { name: string; setName: (name: string) => void; problem: Problem | null };

function NameField({ name, setName, problem }: NameProps) {
  const { t } = useWords();
  return (
    <>
      <TextField
        label={t('binder:volume.name')}
        autoFocus
        value={name}
        longest={longestName}
        onChange={setName}
        onFocus={(event) => event.target.select()}
      />
      {problem !== 'long' && (
        <p className="ui-quiet" role="status">
          {t(`binder:volume.${problem ?? 'lead'}`)}
        </p>
      )}
    </>
  );
}

function RenameForm({ volume }: { volume: string }) {
  const { t } = useWords();
  const documents = useDocuments();
  const [name, setName] = useState(volumeTitle(volume));
  const folder = volumeFolder(name, volume, volume);
  const others = volumesOfBook(documents).filter((one) => one !== volume);
  const problem = problemOf(others, name, folder);
  const isWhole = folder !== null && folder !== volume && problem === null;
  return (
    <form
      className="binder-volume"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) carryOut(() => renameVolume(t, volume, folder));
      }}
    >
      <NameField name={name} setName={setName} problem={problem} />
      <Button type="submit" variant="primary" isDisabled={!isWhole}>
        {t('binder:volume.doRename')}
      </Button>
    </form>
  );
}

/** No folder has a name with a line end. */
const newVolume = '\n';

function PutForm({ chapter }: { chapter: DocumentInfo }) {
  const { t } = useWords();
  const documents = useDocuments();
  const [scope, setScope] = useState<'one' | 'rest'>('one');
  const [chosen, setChosen] = useState(newVolume);
  const [name, setName] = useState('');
  const rest = restOfVolume(documents, chapter.documentId);
  const all = volumesOfBook(documents);
  const volumes = all.filter((one) => one !== chapter.group);
  const isNew = !volumes.includes(chosen);
  const folder = volumeFolder(name, chapter.group);
  const problem = problemOf(all, name, folder);
  const target = isNew ? (problem === null ? folder : null) : chosen;
  const chapters = scope === 'rest' ? rest : [chapter];
  return (
    <form
      className="binder-volume"
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== null) carryOut(() => putIntoVolume(t, chapters, target));
      }}
    >
      {rest.length > 1 && (
        <Segmented
          label={t('binder:volume.which')}
          showLabel
          choices={[
            { id: 'one', label: t('binder:volume.one') },
            { id: 'rest', label: t('binder:volume.rest', { count: rest.length }) },
          ]}
          value={scope}
          onChange={setScope}
        />
      )}
      {volumes.length > 0 && (
        <Select
          label={t('binder:volume.to')}
          choices={[
            { id: newVolume, label: t('binder:volume.new') },
            ...volumes.map((id) => ({ id, label: volumeName(t, id) })),
          ]}
          value={isNew ? newVolume : chosen}
          onChange={setChosen}
        />
      )}
      {isNew && <NameField name={name} setName={setName} problem={problem} />}
      <Button type="submit" variant="primary" isDisabled={target === null}>
        {t('binder:volume.do')}
      </Button>
    </form>
  );
}

const askedOf = (asked: VolumeQuestion | null): [string | null, string | null] => [
  asked !== null && 'volume' in asked ? asked.volume : null,
  asked !== null && 'documentId' in asked ? asked.documentId : null,
];

/** Closes itself where the chapter or the volume it asks about is gone meanwhile. */
export function VolumeDialog() {
  const { t } = useWords();
  const isOpen = useDialogs((dialogs) => dialogs.open === 'volume');
  const asked = useBinder((binder) => binder.asked);
  const documents = useDocuments();
  const [volume, documentId] = askedOf(asked);
  const chapter = documents.find((one) => one.documentId === documentId);
  const isThere = chapter !== undefined || documents.some(({ group }) => group === volume);
  useEffect(() => {
    if (isOpen && !isThere) closeDialog();
  }, [isOpen, isThere]);
  if (!isThere) return null;
  const title =
    volume === null
      ? t('binder:volume.title')
      : t('binder:volume.renameTitle', { volume: volumeName(t, volume) });
  return (
    <Dialog
      title={title}
      closeLabel={t('app:actions.close')}
      size="small"
      isOpen={isOpen}
      onClose={closeDialog}
    >
      {isOpen && volume !== null && <RenameForm volume={volume} />}
      {isOpen && chapter !== undefined && <PutForm chapter={chapter} />}
    </Dialog>
  );
}
