/** What a writer does on one machine, chosen by a seed; each accepted edit leaves a mark that can be found again. */
import type { TestApp } from '#tests/helpers/app.ts';

export const canary = '鹮鹭的名字藏在井底';

/** Marks of accepted edits; one that somebody who had seen it took away is not expected to be anywhere. */
export type Marks = { live: Set<string>; next(): string; giveUp(value: unknown): void };

export const createMarks = (): Marks => {
  const live = new Set<string>();
  let count = 0;
  return {
    live,
    next() {
      count += 1;
      const mark = `〔${count}〕`;
      live.add(mark);
      return mark;
    },
    giveUp(value) {
      const text = JSON.stringify(value) ?? '';
      for (const mark of live) if (text.includes(mark)) live.delete(mark);
    },
  };
};

export type Writer = { test: TestApp; projectId: string; marks: Marks; random: () => number };

const pick = <T>({ random }: Writer, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)];

const entityOf = async (writer: Writer) => {
  const { test, projectId } = writer;
  const { items } = await test.call('knowledge:entities:list', { projectId });
  // What hides the canary stays as it is.
  return pick(
    writer,
    items.filter(({ summary, fence }) => !summary.includes(canary) && fence?.unknown !== true),
  );
};

const chapterOf = async (writer: Writer) => {
  const { test, projectId } = writer;
  return pick(writer, (await test.call('documents:list', { projectId })).documents);
};

const openChapterOf = async (writer: Writer) => {
  const chapter = await chapterOf(writer);
  return chapter?.path.startsWith('04') ? undefined : chapter;
};

type Edit = (writer: Writer) => Promise<void>;

const editEntity =
  (
    change: (
      entity: NonNullable<Awaited<ReturnType<typeof entityOf>>>,
      writer: Writer,
    ) => { fields: object; gone: unknown },
  ): Edit =>
  async (writer) => {
    const { test, projectId, marks } = writer;
    const entity = await entityOf(writer);
    if (!entity) return;
    const { entityId, version: expectedVersion } = entity;
    const { fields, gone } = change(entity, writer);
    const given = { projectId, entityId, expectedVersion, ...fields };
    await test.call('knowledge:entities:update', given);
    marks.giveUp(gone);
  };

const editChapter =
  (change: (writer: Writer) => object): Edit =>
  async (writer) => {
    const { test, projectId } = writer;
    const chapter = await openChapterOf(writer);
    if (!chapter) return;
    const { documentId } = chapter;
    await test.call('documents:update', { projectId, documentId, ...change(writer) });
  };

const statuses = ['idea', 'draft', 'revised', 'done', null] as const;

export const edits: Readonly<Record<string, Edit>> = {
  async addEntity({ test, projectId, marks }) {
    const [name, summary] = [`人${marks.next()}`, `住在河边${marks.next()}。`];
    await test.call('knowledge:entities:create', { projectId, kind: 'character', name, summary });
  },
  async addHiddenEntity({ test, projectId, marks }) {
    await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'location', name: `井${marks.next()}` },
      ...{ summary: `${canary}${marks.next()}`, fence: { neverSend: true } },
    });
  },
  appendSummary: editEntity(({ summary }, { marks }) => ({
    fields: { summary: `${summary}\n\n又一段${marks.next()}。` },
    gone: null,
  })),
  rewriteSummary: editEntity(({ summary }, { marks }) => ({
    fields: { summary: `重写${marks.next()}。` },
    gone: summary,
  })),
  rename: editEntity(({ name }, { marks }) => ({
    fields: { name: `改名${marks.next()}` },
    gone: name,
  })),
  addAlias: editEntity(({ aliases }, { marks }) => ({
    fields: { aliases: [...aliases, `别名${marks.next()}`] },
    gone: null,
  })),
  dropAlias: editEntity(({ aliases }) => ({
    fields: { aliases: aliases.slice(1) },
    gone: aliases.slice(0, 1),
  })),
  fenceEntity: editEntity((_entity, { random }) => ({
    fields: { fence: random() < 0.5 ? { neverSend: true } : { notBeforeChapter: 3 } },
    gone: null,
  })),
  unfenceEntity: editEntity(() => ({ fields: { fence: null }, gone: null })),
  async deleteEntity(writer) {
    const { test, projectId, marks } = writer;
    const entity = await entityOf(writer);
    if (!entity) return;
    const { entityId } = entity;
    const { items } = await test.call('knowledge:relations:list', { projectId });
    await test.call('knowledge:entities:delete', { projectId, entityId });
    marks.giveUp(entity);
    marks.giveUp(
      items.filter(({ subjectId, objectId }) => [subjectId, objectId].includes(entityId)),
    );
  },
  async relate(writer) {
    const { test, projectId, marks } = writer;
    const [subject, object] = [await entityOf(writer), await entityOf(writer)];
    if (!subject || !object || subject.entityId === object.entityId) return;
    await test.call('knowledge:relations:create', {
      ...{ projectId, subjectId: subject.entityId, objectId: object.entityId },
      predicate: `认得${marks.next()}`,
    });
  },
  async addConstraint({ test, projectId, marks }) {
    const text = `不写梦${marks.next()}。`;
    await test.call('constraints:create', { projectId, type: 'narrative', text });
  },
  async editConstraint(writer) {
    const { test, projectId, marks } = writer;
    const one = pick(writer, (await test.call('constraints:list', { projectId })).items);
    if (!one) return;
    const { constraintId, version: expectedVersion } = one;
    const text = `${one.text}\n\n也不写雨${marks.next()}。`;
    const given = { projectId, constraintId, expectedVersion, text };
    await test.call('constraints:update', given);
  },
  async deleteConstraint(writer) {
    const { test, projectId, marks } = writer;
    const one = pick(writer, (await test.call('constraints:list', { projectId })).items);
    if (!one) return;
    await test.call('constraints:delete', { projectId, constraintId: one.constraintId });
    marks.giveUp(one);
  },
  async addHabit({ test, projectId, marks }) {
    const text = `短句${marks.next()}`;
    await test.call('memory:rules:create', { projectId, text, confidence: 0.5, confirmed: true });
  },
  async write(writer) {
    const { test, projectId, marks, random } = writer;
    const chapter = await chapterOf(writer);
    if (!chapter || chapter.fence?.unknown) return;
    const { documentId } = chapter;
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const paragraphs = text.trimEnd().split('\n\n');
    paragraphs.splice(1 + Math.floor(random() * paragraphs.length), 0, `写了一句${marks.next()}。`);
    const next = `${paragraphs.join('\n\n')}\n`;
    await test.call('documents:save', {
      projectId,
      documentId,
      text: next,
      expectedVersion: version,
    });
  },
  async addChapter({ test, projectId, marks }) {
    const mark = marks.next();
    await test.call('documents:create', {
      projectId,
      title: `新章${mark}`,
      text: `# 新\n\n雨从半夜下起，到天亮也没有停${mark}。\n\n渡口的灯灭了。\n`,
    });
  },
  async move(writer) {
    const { test, projectId, random } = writer;
    const chapter = await chapterOf(writer);
    if (!chapter) return;
    const { documentId } = chapter;
    await test.call('documents:move', { projectId, documentId, toIndex: Math.floor(random() * 4) });
  },
  label: async (writer) => {
    const { test, projectId, marks } = writer;
    const chapter = await openChapterOf(writer);
    if (!chapter) return;
    const { documentId, labels } = chapter;
    const given = { projectId, documentId, labels: [...labels, `标${marks.next()}`] };
    await test.call('documents:update', given);
  },
  status: editChapter((writer) => ({ status: pick(writer, statuses) ?? null })),
  aim: editChapter(({ random }) => ({
    wordGoal: random() < 0.3 ? null : 100 * (1 + Math.floor(random() * 50)),
  })),
  fenceChapter: editChapter(({ random }) => ({
    fence: random() < 0.5 ? { neverSend: true } : { notBeforeChapter: 2 },
  })),
  unfenceChapter: editChapter(() => ({ fence: null })),
};
