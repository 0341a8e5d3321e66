import type { Language } from '#shared/domain/identifiers.ts';

/** A tenth of Han among the letters makes a text Chinese: a Chinese novel may quote a lot of English. */
const hanShare = 0.1;

/** Language of a manuscript by its letters, or null when there are too few to tell. */
export const detectLanguage = (sample: string): Language | null => {
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 4) return null;
  return han / letters >= hanShare ? 'zh-CN' : 'en';
};
