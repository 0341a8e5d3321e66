import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Bytes in the largest unit that leaves at least one: `14.1 kB`, `2 MB`. */
export const formatSize = (bytes: number, language: InterfaceLanguage): string => {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && unit > 0 ? 1 : 0,
  }).format(size);
};
