/** The style sheet of an e-book: little, so that the reader's own settings hold. */
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';

const indents: Record<ExportLayout['indent'], string> = {
  twoCharacters: '2em',
  halfInch: '1.5em',
  none: '0',
};

/** Han has no slanted letters: what is stressed there bears dots. */
const emphasis: Record<Language, string> = {
  'zh-CN':
    'em { font-style: normal; text-emphasis: dot; text-emphasis-position: under right; -webkit-text-emphasis: dot; }',
  en: 'em { font-style: italic; }',
};

export const epubStyle = (language: Language, { indent }: ExportLayout): string => `
body { margin: 0 5%; line-height: ${language === 'zh-CN' ? '1.75' : '1.5'}; }
p { margin: 0; text-indent: ${indents[indent]}; text-align: justify; }
h1 { margin: 3em 0 2em; font-size: 1.4em; font-weight: normal; text-align: center; }
h1 .label { display: block; font-size: 0.75em; margin-bottom: 0.4em; }
h2, h3, h4, h5, h6 { margin: 1.5em 0 0.5em; font-size: 1.1em; }
p.break { margin: 1.2em 0; text-indent: 0; text-align: center; }
p.space { text-indent: 0; }
hr.blank { height: 1.2em; margin: 0; border: 0; }
blockquote { margin: 0 2em; }
blockquote p { text-indent: 0; }
h1.volume { margin-top: 30%; font-size: 1.7em; }
h1.book { margin-top: 30%; font-size: 2em; }
p.author { margin-top: 2em; text-indent: 0; text-align: center; }
${emphasis[language]}
`;
