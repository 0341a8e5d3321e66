/** Where the clipboard interface is not allowed, the older way through a selection still works. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  const focused = document.activeElement;
  area.value = text;
  area.className = 'ui-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

/** Puts text on the clipboard; false where the browser allows neither way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Refused by the browser or missing without a secure page.
    if (error instanceof DOMException || error instanceof TypeError) return copyBySelection(text);
    throw error;
  }
}
