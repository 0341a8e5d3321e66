import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';

type Call = (channel: string, input: unknown) => Promise<unknown>;

/** What becomes of a chapter of the sample, one save after the other. */
const edits: Record<Language, { chapter: string; changes: [string, string][]; names: string[] }> = {
  'zh-CN': {
    chapter: '秋分大潮',
    changes: [
      ['天是黄的，东北边压着一道青。', '天是黄的，东北角上压着一道青黑。'],
      ['“捉鸡。”\n\n', ''],
      ['像一个走远路的人，到了，却不忙着敲门。', '像走了远路的人。'],
    ],
    names: ['给编辑看的第二稿', '大潮之前'],
  },
  en: {
    chapter: 'The Down Line',
    changes: [
      ['had the lever frame polished to the elbow', 'had polished the lever frame'],
      ['said something unforgivable over the soup', 'spoken out of turn'],
      ['the kettle twice boiled', 'the kettle boiled dry'],
    ],
    names: ['Draft two, as sent to the editor', 'Before the thaw'],
  },
};

/** Gives a chapter of the sample a past: saves, names, a version that came back. */
export const keepVersions = async (call: Call, language: Language): Promise<void> => {
  const project = (await call('projects:openSample', { language })) as ProjectInfo;
  const { chapter, changes, names } = edits[language];
  const { projectId } = project;
  const found = project.documents.find(({ title }) => title.includes(chapter));
  const scope = { projectId, documentId: found?.documentId ?? '' };
  const keep = (name?: string) => call('documents:snapshots:create', { ...scope, name });
  const read = async () =>
    (await call('documents:read', scope)) as { text: string; version: string };
  const save = async (text: string) => {
    const { version } = await read();
    await call('documents:save', { ...scope, text, expectedVersion: version, reason: 'save' });
  };
  const change = async () => {
    for (const [pattern, replacement] of changes) {
      await save((await read()).text.replace(pattern, replacement));
    }
  };
  const original = (await read()).text;
  const first = (await keep(names[1])) as { snapshotId: string };
  await change();
  await keep(names[0]);
  await call('documents:snapshots:restore', { ...scope, snapshotId: first.snapshotId });
  await change();
  await keep();
  // The other screens show the chapter as it is in the sample.
  await save(original);
};
