/** Reads settings of any version. */
import { z } from 'zod';
import { parseJson } from '#main/base/text/parse-json.ts';
import { defaultSettings, Settings } from '#shared/domain/settings.ts';

/** What a stored row gave: usable settings and the names of what could not be used. */
export type StoredSettings = {
  settings: Settings;
  /** Paths such as `theme` or `tools.web`; empty when all was well. */
  refused: string[];
  /** Top-level keys this program does not know (S3-36: they are written back as they were). */
  unknown: Record<string, unknown>;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The valid part of a stored value, the default for the rest; `refuse` hears the path of each default taken, '' for all. */
const validPart = (
  schema: z.ZodType,
  storedValue: unknown,
  fallback: unknown,
  refuse: (path: string) => void,
): unknown => {
  if (schema instanceof z.ZodObject && isRecord(storedValue) && isRecord(fallback)) {
    const shape: Record<string, z.ZodType> = schema.shape;
    return Object.fromEntries(
      Object.entries(shape).map(([key, member]) => [
        key,
        Object.hasOwn(storedValue, key)
          ? validPart(member, storedValue[key], fallback[key], (path) =>
              refuse(path === '' ? key : `${key}.${path}`),
            )
          : fallback[key],
      ]),
    );
  }
  if (schema.safeParse(storedValue).success) return storedValue;
  refuse('');
  return fallback;
};

/** Reads what is stored, member by member: one bad value costs only itself. */
export const readStored = (text: string): StoredSettings => {
  const storedValue = parseJson(text);
  const refused: string[] = [];
  const settings = Settings.parse(
    validPart(Settings, storedValue, defaultSettings, (path) => refused.push(path || 'all')),
  );
  const unknown = isRecord(storedValue)
    ? Object.fromEntries(
        Object.entries(storedValue).filter(([key]) => !Object.hasOwn(Settings.shape, key)),
      )
    : {};
  return { settings, refused: [...refused, ...Object.keys(unknown)], unknown };
};
