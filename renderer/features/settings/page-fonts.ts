/** Fonts for the page that this machine has; asked of nobody but the page itself, by what its words measure (W5). */
import type { Language } from '#shared/domain/identifiers.ts';
import { PageFont } from '#shared/domain/settings.ts';

/** Faces made for reading that systems bring or writers put there, by the script they are drawn for. */
const known: Readonly<Record<Language, readonly string[]>> = {
  'zh-CN': [
    ...[
      'Source Han Serif SC',
      'Noto Serif CJK SC',
      'Noto Serif SC',
      'Songti SC',
      'STSong',
      'SimSun',
    ],
    ...['LXGW WenKai', 'Kaiti SC', 'STKaiti', 'KaiTi', 'STFangsong', 'FangSong'],
    ...['Source Han Sans SC', 'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC'],
    ...['Hiragino Sans GB', 'Microsoft YaHei', 'WenQuanYi Micro Hei', 'SimHei'],
  ],
  en: [
    ...['Iowan Old Style', 'Charter', 'Georgia', 'Palatino', 'Palatino Linotype', 'Book Antiqua'],
    ...['Garamond', 'EB Garamond', 'Baskerville', 'Hoefler Text', 'Cambria', 'Constantia'],
    ...['Literata', 'Libertinus Serif', 'Linux Libertine O', 'Noto Serif', 'DejaVu Serif'],
    ...['Times New Roman', 'Liberation Serif', 'Helvetica Neue', 'Helvetica', 'Arial', 'Verdana'],
    ...['Segoe UI', 'Noto Sans', 'DejaVu Sans', 'OpenDyslexic', 'Courier New', 'Courier Prime'],
  ],
};

/** Latin letters: those of Han faces too are wider or narrower than anybody else's. */
const sample = 'Hamburgefonstiv mmmWWW 0123456789';
const generic = ['monospace', 'serif', 'sans-serif'] as const;

/** @param measure width of the sample in a list of families, px */
export const installedOf = (
  names: readonly string[],
  measure: (families: string) => number,
): string[] => {
  const plain = generic.map((family) => ({ family, width: measure(family) }));
  return names.filter((name) =>
    plain.some(({ family, width }) => measure(`"${name}", ${family}`) !== width),
  );
};

const installed = (names: readonly string[]): string[] => {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return [];
  return installedOf(names, (families) => {
    context.font = `72px ${families}`;
    return context.measureText(sample).width;
  });
};

/** Those of a language that are here, in the order of the list. */
export const installedFonts = (language: Language): string[] => installed(known[language]);

/** The name as it can be kept of a font that is here, which may be in no list: one that a writer bought; undefined for any other. */
export function readFontName(typed: string): string | undefined {
  const { data: name } = PageFont.safeParse(typed.trim());
  return name !== undefined && name !== '' && installed([name]).length > 0 ? name : undefined;
}
