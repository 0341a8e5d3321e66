/** Sends files to the program, piece by piece: a page knows no paths. */
import { call } from '#renderer/rpc/index.ts';

/** A file and, for one out of a folder, the way to it. */
export type PickedFile = { file: File; name: string };

export type Uploaded = { path: string; uploadId: string; name: string; bytes: number };

const partBytes = 3 * 1024 * 1024;

const asBase64 = (part: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(part);
  });

const namesOf = (picked: readonly PickedFile[]): string => picked[0]?.name.split('/', 1)[0] ?? '';

/**
 * Null when it was called off between two pieces.
 * @throws RpcError of the part that was refused; what was sent is thrown away in both cases
 */
export async function uploadFiles(
  picked: readonly PickedFile[],
  signal: AbortSignal,
): Promise<Uploaded | null> {
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
  if (sent === null) throw new Error('There is no file.');
  return { path: sent.path, uploadId: sent.uploadId, name: namesOf(picked), bytes };
}

export const discardUpload = (uploadId: string): Promise<unknown> =>
  call('import:discard', { uploadId });
