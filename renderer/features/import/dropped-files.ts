/** Files dropped anywhere on the window are taken in. */
import { useEffect } from 'react';
import { useDialogs } from '#renderer/app/dialogs.ts';
import { isLockedIn } from '#renderer/app/lock-in.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { asksForFile, chooseImport, isAdjusted } from './store.ts';
import { useTakeFiles } from './use-take-files.ts';
import type { PickedFile } from './upload.ts';

const hasFiles = (event: DragEvent): boolean =>
  event.dataTransfer?.types.includes('Files') === true;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const batchOf = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;

async function filesBelow(entry: FileSystemEntry, name: string): Promise<PickedFile[]> {
  if (isFileEntry(entry)) return [{ file: await fileOf(entry), name }];
  if (!isFolderEntry(entry)) return [];
  const reader = entry.createReader();
  const files: PickedFile[] = [];
  for (let batch = await batchOf(reader); batch.length > 0; batch = await batchOf(reader)) {
    for (const child of batch) files.push(...(await filesBelow(child, `${name}/${child.name}`)));
  }
  return files;
}

/** All that was dropped. Entries must be asked for before the event is over. */
const allDropped = (data: DataTransfer): (() => Promise<PickedFile[]>) => {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = [...data.files].map((file) => ({ file, name: file.name }));
  if (entries.length === 0) return () => Promise.resolve(files);
  return async () => {
    const below: PickedFile[] = [];
    for (const entry of entries) below.push(...(await filesBelow(entry, entry.name)));
    return below;
  };
};

/** As for keys, nothing answers under a dialog, but for the one that asks for a file. */
const isFree = (): boolean => {
  const { open } = useDialogs.getState();
  if (open === 'import' || open === 'bundle') return asksForFile(open);
  return open === null && !isLockedIn();
};

export function useDroppedFiles(): void {
  const takeFiles = useTakeFiles();
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would leave the page for the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isFree() ? 'copy' : 'none';
    };
    const take = (event: DragEvent) => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isFree()) return;
      // What was put aside is not to be lost to a new file unasked.
      if (useDialogs.getState().open === null && isAdjusted()) {
        chooseImport();
        return;
      }
      const collect = allDropped(event.dataTransfer);
      collect().then(takeFiles).catch(reportFailure);
    };
    window.addEventListener('dragover', allow, true);
    window.addEventListener('drop', take, true);
    return () => {
      window.removeEventListener('dragover', allow, true);
      window.removeEventListener('drop', take, true);
    };
  }, [takeFiles]);
}
