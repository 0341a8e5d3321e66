/** The style of set pages, in print and in the preview. */
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';

const indents: Record<ExportLayout['indent'], string> = {
  twoCharacters: '2em',
  halfInch: '0.5in',
  none: '0',
};

/** Faces that systems have; the first that is there sets the page. */
const faces: Record<Language, string> = {
  'zh-CN':
    '"Source Han Serif SC", "Noto Serif CJK SC", "Noto Serif SC", "Songti SC", SimSun, "Times New Roman", serif',
  en: '"Source Serif 4", "Source Serif 4 Variable", Georgia, "Times New Roman", "Noto Serif CJK SC", "Songti SC", SimSun, serif',
};

const emphasis: Record<Language, string> = {
  'zh-CN': 'font-style: normal; text-emphasis: filled dot; text-emphasis-position: under right;',
  en: 'font-style: italic;',
};

const bookStyle = (language: Language, { indent }: ExportLayout): string => `
.fabula-book { color: #000; font: 11pt/${language === 'zh-CN' ? '1.75' : '1.45'} ${faces[language]}; line-break: strict; text-spacing-trim: trim-start; hyphens: ${language === 'en' ? 'auto' : 'manual'}; }
.fabula-book p { margin: 0; text-indent: ${indents[indent]}; text-align: justify; orphans: 2; widows: 2; }
.fabula-book .chapter { break-before: page; }
.fabula-book .chapter:first-child { break-before: auto; }
.fabula-book .volume { margin: 70mm 0 0; font-size: 20pt; font-weight: normal; text-align: center; }
.fabula-book .volume + .volume { margin-top: 8mm; font-size: 16pt; }
.fabula-book .head { margin: 22mm 0 14mm; font-size: 16pt; font-weight: normal; text-align: center; break-after: avoid; }
.fabula-book .head .label { display: block; margin-bottom: 3mm; font-size: 11pt; letter-spacing: 0.08em; }
.fabula-book .title-page { text-align: center; padding-top: 70mm; }
.fabula-book h1 { margin: 0 0 12mm; font-size: 26pt; font-weight: normal; line-height: 1.3; }
.fabula-book .author { text-align: center; text-indent: 0; font-size: 13pt; }
`;

const manuscriptStyle = (language: Language): string => `
.fabula-book { position: relative; color: #000; font: 12pt/2 "Times New Roman", "Liberation Serif", "Noto Serif CJK SC", SimSun, serif; }
.fabula-book p { margin: 0; text-indent: ${language === 'zh-CN' ? '2em' : '0.5in'}; }
.fabula-book .volume { margin: 2.2in 0 0; font-size: 12pt; font-weight: normal; text-align: center; }
.fabula-book .volume + .volume { margin-top: 0; }
.fabula-book .head { margin: 2.2in 0 24pt; font-size: 12pt; font-weight: normal; text-align: center; }
.fabula-book .head span { display: block; }
.fabula-book h1 { margin: 3.2in 0 0; font-size: 12pt; font-weight: normal; text-align: center; }
.fabula-book .title-page { position: relative; display: flow-root; }
.fabula-book .contact { position: absolute; top: 0; left: 0; text-indent: 0; line-height: 1.2; }
.fabula-book .run { position: absolute; top: -11mm; right: 0; text-indent: 0; line-height: 1; }
.fabula-book .words { position: absolute; top: 0; right: 0; text-indent: 0; line-height: 1.2; }
.fabula-book .author { text-indent: 0; text-align: center; }
`;

/** @param kind set pages of a book, or a manuscript as the preview shows it */
export const printStyle = (
  language: Language,
  layout: ExportLayout,
  kind: 'book' | 'manuscript',
): string => `
@page { size: ${layout.paper === 'letter' ? 'letter' : layout.paper.toUpperCase()}; margin: 22mm 20mm 24mm; }
${kind === 'book' ? bookStyle(language, layout) : manuscriptStyle(language)}
.fabula-book .break { margin: 1.2em 0; text-indent: 0; text-align: center; }
.fabula-book .space { text-indent: 0; }
.fabula-book .quote { margin: 0 2em; text-indent: 0; }
.fabula-book .section { margin: 1.2em 0 0.6em; font-size: 1.1em; }
.fabula-book em { ${emphasis[language]} }
`;

/** Numbers at the foot of pages; who knows no margin boxes, as an old Chromium, passes it over. */
export const pageNumberStyle =
  '@page { @bottom-center { content: counter(page); font-size: 9pt; } }';
