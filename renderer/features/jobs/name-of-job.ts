import type { Translate } from '#renderer/i18n/index.ts';
import type { Job } from '#shared/domain/job.ts';

/** What it is, and of which book. */
export const nameOfJob = (t: Translate, { kind, book }: Pick<Job, 'kind' | 'book'>): string =>
  book === null ? t(`jobs:kinds.${kind}`) : `${t(`jobs:kinds.${kind}`)} · ${book}`;
