/** Brings a published sentence model onto this machine (E5): it is there whole and checked, or not at all. */
import { mkdir, rename } from 'node:fs/promises';
import type { SentenceModelOffer } from '#shared/domain/sentence-model.ts';
import type { Parsed } from '#shared/contract/index.ts';
import type { Egress } from '#main/egress/service.ts';
import { isThere } from '#main/base/files/places.ts';
import type { Jobs, RunningJob } from '#main/jobs/service.ts';
import type { Platform } from '#main/platform.ts';
import type { SettingsService } from '#main/settings/service.ts';
import { createDownloadTurns } from './download-turn.ts';
import { fetchFile } from './fetch-file.ts';
import { findPublished } from './find-published.ts';
import { createSite, type Site } from './site.ts';
import { createStoredModels, folderOf, type StoredModels, unfinishedOf } from './stored-models.ts';

export type PublishedModels = {
  /** What the site offers; downloads nothing. SENTENCE_MODEL_NOT_PUBLISHED, …_TOO_LARGE, …_SITE_FAILED, CANCELLED. */
  offer(input: Parsed<'retrieval:model:offer'>, signal: AbortSignal): Promise<SentenceModelOffer>;
  /** Errors of `offer`, SENTENCE_MODEL_DAMAGED, DISK_FULL and what else keeps files from being written. */
  download(
    input: Parsed<'retrieval:model:download'>,
    signal: AbortSignal,
  ): Promise<{ folder: string }>;
  stored: StoredModels;
};

type Needs = {
  platform: Pick<Platform, 'paths' | 'logger' | 'sqliteBinding'>;
  egress: Pick<Egress, 'fetchFor'>;
  jobs: Jobs;
  settings: Pick<SettingsService, 'get'>;
};

export const createPublishedModels = ({
  platform,
  egress,
  jobs,
  settings,
}: Needs): PublishedModels => {
  const { data } = platform.paths;
  /** Two windows or programs that want the same model wait for one another: the second finds it there. */
  const turns = createDownloadTurns(data, platform.sqliteBinding);
  const stored = createStoredModels({
    ...{ data, logger: platform.logger },
    embedder: () => settings.get().embedder,
    isComing: turns.isTaken,
  });
  const siteAt = (base: string): Site =>
    createSite(base, egress.fetchFor({ purpose: 'modelDownload' }));

  const bring = async (
    { site: base, name, revision }: Parsed<'retrieval:model:download'>,
    unfinished: string,
    job: RunningJob,
  ): Promise<void> => {
    const site = siteAt(base);
    const { files } = await findPublished(site, { name, revision }, job.signal);
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    await mkdir(unfinished, { recursive: true });
    let before = 0;
    for (const file of files) {
      await fetchFile(unfinished, file, {
        ...{ site, signal: job.signal },
        address: `${name}/resolve/${revision}/${file.name}`,
        onBytes: (bytes) => job.report({ step: 'downloading', done: before + bytes, total }),
      });
      before += file.bytes;
    }
  };

  return {
    stored,
    async offer({ site: base, name }, signal) {
      const { revision, licence, files } = await findPublished(siteAt(base), { name }, signal);
      const folder = folderOf(data, name, revision);
      return {
        ...{ revision, licence, check: files[0].check },
        files: files.map((file) => ({ name: file.name, bytes: file.bytes })),
        folder: (await isThere(folder)) ? folder : null,
      };
    },
    download: (input, signal) =>
      jobs.run(
        { kind: 'modelDownload', projectId: null, taskId: input.taskId, outlives: true },
        signal,
        async (job) => {
          const folder = folderOf(data, input.name, input.revision);
          const turn = await turns.take(folder, job.signal);
          try {
            if (await isThere(folder)) return { folder };
            const unfinished = unfinishedOf(folder);
            await bring(input, unfinished, job);
            await rename(unfinished, folder);
            return { folder };
          } finally {
            turn.release();
          }
        },
      ),
  };
};
