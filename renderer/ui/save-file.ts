/** Hands a file over to be kept: a browser saves it where it saves all, the desktop window asks where. */
export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by then; an address given back at once would end it in some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
