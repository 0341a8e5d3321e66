/** Sends files to the program, piece by piece: a page knows no paths. */
import { call } from '#renderer/rpc/index.ts';
import { RpcError } from '#renderer/rpc/rpc-error.ts';
import { filesToSend, type LeftOut } from './files-to-send.ts';
import { uploadNames } from './upload-names.ts';

/** A file and, for one out of a folder, the way to it. */
export type PickedFile = { file: File; name: string };

export type Uploaded = {
  path: string;
  /** Null for what the program reads where it lies. */
  uploadId: string | null;
  name: string;
  bytes: number;
  /** How many files were chosen that are in no folder together; 1 for a file and for a folder. */
  together: number;
  /** Of the files that were chosen, those that were not sent. */
  leftOut: LeftOut;
};

const partBytes = 3 * 1024 * 1024;

const asBase64 = (part: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(part);
  });

const topOf = ({ name }: PickedFile): string => name.split('/', 1)[0] ?? '';

/** How many files and folders stand beside one another in what was chosen. */
export const countTogether = (picked: readonly PickedFile[]): number =>
  new Set(picked.map(topOf)).size === 1 && picked.every(({ name }) => name.includes('/'))
    ? 1
    : picked.length;

type Sent = { uploadId: string; path: string };

/** See {@link uploadFiles}. */
async function sendAll(picked: readonly PickedFile[], signal: AbortSignal): Promise<Sent | null> {
  const upload: { sent: Sent | null } = { sent: null };
  try {
    for (const { file, name } of picked) {
      for (let from = 0; from === 0 || from < file.size; from += partBytes) {
        const content = await asBase64(file.slice(from, from + partBytes));
        const known = upload.sent === null ? {} : { uploadId: upload.sent.uploadId };
        upload.sent = await call('import:upload', { ...known, name, content });
        if (!signal.aborted) continue;
        await discardUpload(upload.sent.uploadId);
        return null;
      }
    }
  } catch (error) {
    // That it could not be thrown away either, as without a connection, is the lesser of both: the program does at its start.
    if (upload.sent !== null) await Promise.allSettled([discardUpload(upload.sent.uploadId)]);
    throw error;
  }
  if (upload.sent !== null) return upload.sent;
  throw new RpcError({ code: 'IMPORT_NOTHING_FOUND', message: 'There is no file.' });
}

/**
 * Null when it was called off between two pieces. `folder`: the name of one for files that are in none together.
 * @throws RpcError IMPORT_FORMAT_UNKNOWN where none can be read, and that of the part that was refused; what was sent is thrown away in both cases
 */
export async function uploadFiles(
  chosen: { picked: readonly PickedFile[]; folder: string },
  signal: AbortSignal,
): Promise<Uploaded | null> {
  const together = countTogether(chosen.picked);
  const { sent: readable, leftOut } = filesToSend(chosen.picked);
  if (readable.length === 0) {
    throw new RpcError({ code: 'IMPORT_FORMAT_UNKNOWN', message: 'None of the files is a text.' });
  }
  const folder = together > 1 ? `${chosen.folder}/` : '';
  const names = uploadNames(readable.map(({ name }) => `${folder}${name}`));
  const sent = await sendAll(
    readable.map(({ file }, index) => ({ file, name: names[index] ?? file.name })),
    signal,
  );
  const name = names[0]?.split('/', 1)[0] ?? '';
  const bytes = readable.reduce((sum, { file }) => sum + file.size, 0);
  return sent && { ...sent, name, bytes, together, leftOut };
}

export const discardUpload = async (uploadId: string | null): Promise<void> => {
  if (uploadId !== null) await call('import:discard', { uploadId });
};
