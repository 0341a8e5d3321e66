/** Tells our own page from others. */
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';

export const scheme = 'app';
/** Where the built interface is, inside the program. */
export const pageAddress = `${scheme}://fabula/`;

/**
 * Whether an address is the interface's own page or a file beside it.
 * @param own the address the window was told to load
 */
export const isOwnAddress = (address: string, own: string): boolean => {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const expected = new URL(own);
  // `origin` says nothing for schemes that are not the web's own.
  return (
    url.protocol === expected.protocol &&
    url.host === expected.host &&
    url.username === '' &&
    url.password === ''
  );
};

/** Whether an address names a file that our own page made, and nobody else's. */
export const isOwnBlob = (address: string, own: string): boolean =>
  address.startsWith('blob:') && isOwnAddress(address.slice('blob:'.length), own);

/** Whether a message comes from the main frame of our page (S3-45): never from a frame inside it. */
export const isFromOwnPage = (event: IpcMainEvent | IpcMainInvokeEvent, own: string): boolean => {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isOwnAddress(frame.url, own);
};
