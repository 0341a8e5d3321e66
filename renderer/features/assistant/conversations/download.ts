/** Hands a text over as a file to keep: the desktop window asks where. */
export function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by then; an address given back at once would end it in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
