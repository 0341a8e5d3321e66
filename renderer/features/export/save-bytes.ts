/** Hands bytes over as a file to keep: a browser saves it where it saves all. */
export function saveBytes(file: { fileName: string; mediaType: string; base64: string }): void {
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: file.mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by then; an address given back at once would end it in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
