/** What is chosen for an export: the call's own words over what is remembered with the book over what is usual. */
import {
  type ExportChoices,
  type ExportFormat,
  type ExportLayout,
  type ExportLayoutChange,
  layoutOf,
} from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';

export const firstChoices: ExportChoices = {
  format: 'docx',
  author: '',
  contact: '',
  leftOut: [],
  layouts: {},
};

/** Fields that are named take the place of the old ones; a format's layout is changed field by field. */
export const changeChoices = (
  choices: ExportChoices,
  change: { [K in keyof ExportChoices]?: ExportChoices[K] | undefined },
): ExportChoices => {
  const { format, author, contact, leftOut, layouts } = change;
  const merged: ExportChoices['layouts'] = { ...choices.layouts };
  for (const [name, layout] of Object.entries(layouts ?? {})) {
    const known = merged[name as ExportFormat];
    merged[name as ExportFormat] = { ...known, ...layout };
  }
  return {
    format: format ?? choices.format,
    author: author ?? choices.author,
    contact: contact ?? choices.contact,
    leftOut: leftOut ?? choices.leftOut,
    layouts: merged,
  };
};

/** The layout of one export. */
export const settleLayout = (
  choices: ExportChoices,
  format: ExportFormat,
  language: Language,
  asked: ExportLayoutChange | undefined,
): ExportLayout => layoutOf(format, language, { ...choices.layouts[format], ...asked });
