/** Sends files to the program, piece by piece: a page knows no paths. */
import { call } from '#renderer/rpc/index.ts';
import { RpcError } from '#renderer/rpc/rpc-error.ts';

/** A file and, for one out of a folder, the way to it. */
export type PickedFile = { file: File; name: string };

export type Uploaded = {
  path: string;
  uploadId: string;
  name: string;
  bytes: number;
  /** How many files were chosen that are in no folder together; 1 for a file and for a folder. */
  together: number;
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

const numbered = (name: string, number: number): string =>
  name.replace(/(\.[^./]*)?$/, ` (${number})$1`);

/** What was chosen together gets a folder of that name; two files of one name stay two. */
const inFolder = (picked: readonly PickedFile[], folder: string): PickedFile[] => {
  const seen = new Map<string, number>();
  return picked.map(({ file, name }) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return { file, name: `${folder}/${times === 1 ? name : numbered(name, times)}` };
  });
};

/** Systems keep files of their own in a folder of a person’s. */
const isHidden = ({ name }: PickedFile): boolean =>
  name.split('/').some((part) => part.startsWith('.'));

/** How many files and folders stand beside one another in what was chosen. */
export const countTogether = (picked: readonly PickedFile[]): number =>
  new Set(picked.map(topOf)).size === 1 && picked.every(({ name }) => name.includes('/'))
    ? 1
    : picked.length;

/**
 * Null when it was called off between two pieces. `folder`: the name of one for files that are in none together.
 * @throws RpcError of the part that was refused; what was sent is thrown away in both cases
 */
export async function uploadFiles(
  chosen: { picked: readonly PickedFile[]; folder: string },
  signal: AbortSignal,
): Promise<Uploaded | null> {
  const together = countTogether(chosen.picked);
  const shown = chosen.picked.filter((one) => chosen.picked.length === 1 || !isHidden(one));
  const picked = together > 1 ? inFolder(shown, chosen.folder) : shown;
  let sent: { uploadId: string; path: string } | null = null;
  let bytes = 0;
  for (const { file, name } of picked) {
    bytes += file.size;
    for (let from = 0; from === 0 || from < file.size; from += partBytes) {
      const content = await asBase64(file.slice(from, from + partBytes));
      const known: { uploadId?: string } = sent === null ? {} : { uploadId: sent.uploadId };
      sent = await call('import:upload', { ...known, name, content });
      if (!signal.aborted) continue;
      await discardUpload(sent.uploadId);
      return null;
    }
  }
  const [first] = picked;
  if (sent === null || first === undefined) {
    throw new RpcError({ code: 'IMPORT_NOTHING_FOUND', message: 'There is no file.' });
  }
  return { path: sent.path, uploadId: sent.uploadId, name: topOf(first), bytes, together };
}

export const discardUpload = (uploadId: string): Promise<unknown> =>
  call('import:discard', { uploadId });
