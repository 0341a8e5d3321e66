/** Shows the browser's print view of a book; on the screen nothing changes. */

/** What of the desk would stand between the printer and the pages. */
const printRules = `
@media screen { .fabula-print { display: none; } }
@media print {
  html, body { height: auto !important; overflow: visible !important; background: #fff !important; }
  body > :not(.fabula-print) { display: none !important; }
  .fabula-print { color-scheme: light; }
}
`;

/** The pages leave the document when the print view is closed. */
export function printPages(title: string, pages: { css: string; body: string }): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${pages.css}\n${printRules}`);
  const parsed = new DOMParser().parseFromString(pages.body, 'text/html');
  const holder = document.createElement('div');
  holder.className = 'fabula-print';
  holder.append(...parsed.body.childNodes);
  const ownTitle = document.title;
  document.adoptedStyleSheets.push(sheet);
  document.body.append(holder);
  // Browsers propose it as the name of the PDF.
  document.title = title;
  const leave = (): void => {
    holder.remove();
    document.title = ownTitle;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
  window.addEventListener('afterprint', leave, { once: true });
  window.print();
}
