import { useEffect, useRef } from 'react';
import type { Output } from '#shared/contract/index.ts';
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';

/** Width and height in mm. */
const sizes: Record<ExportLayout['paper'], readonly [number, number]> = {
  a4: [210, 297],
  a5: [148, 210],
  letter: [216, 279],
};

const sheetRules = ([width, height]: readonly [number, number]): string => `
:host { display: block; width: ${width}mm; height: ${height}mm; box-sizing: border-box; padding: 22mm 20mm 24mm; overflow: hidden; background: #fff; color-scheme: light; zoom: calc(118 / ${width}); }
`;

type SheetProps = {
  shown: Output<'documents:export:preview'>;
  markup: string;
  paper: ExportLayout['paper'];
  language: Language;
};

/** The page itself, by the very style it is printed with; its own tree keeps that style from the desk. */
function Paper({ css, markup, paper, language }: Omit<SheetProps, 'shown'> & { css: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${css}\n${sheetRules(sizes[paper])}`);
    root.adoptedStyleSheets = [sheet];
    const parsed = new DOMParser().parseFromString(markup, 'text/html');
    const book = document.createElement('div');
    book.className = 'fabula-book';
    book.lang = language;
    book.append(...parsed.body.childNodes);
    root.replaceChildren(book);
  }, [css, markup, paper, language]);
  return <div className="export-sheet" ref={host} />;
}

/** Set pages on paper, plain text as it is. */
export function Sheet({ shown, ...rest }: SheetProps) {
  if (shown.kind === 'pages') return <Paper css={shown.css} {...rest} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <pre className="export-text" lang={rest.language} tabIndex={0}>
      {rest.markup}
    </pre>
  );
}
