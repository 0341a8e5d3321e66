import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Manuscript, startManuscript } from '#tests/helpers/manuscript.ts';

const windows = 10;
const base = '# Tide\n\nThe sea goes out.\n';
const textOf = (window: number): string => `# Tide\n\nWindow ${window} writes this.\n`;

let desk: Manuscript;
let documentId: string;
let version: string;
beforeEach(async () => {
  desk = await startManuscript({ 'tide.md': base });
  documentId = await desk.idOf('tide.md');
  ({ version } = await desk.call('documents:read', { projectId: desk.projectId, documentId }));
});
afterEach(() => desk.close());

/** Every window saves its own text from the same version, at once; how many were answered with a conflict. */
const saveFromAll = async (withPage: boolean): Promise<number> => {
  const { projectId } = desk;
  const outcomes = await Promise.allSettled(
    Array.from({ length: windows }, (_, window) =>
      desk.call('documents:save', {
        projectId,
        documentId,
        text: textOf(window),
        expectedVersion: version,
        ...(withPage ? { draftId: `window-${window}` } : {}),
      }),
    ),
  );
  return outcomes.filter(({ status }) => status === 'rejected').length;
};

const everyText = async (): Promise<string[]> => {
  const { projectId } = desk;
  const conflict = await desk.call('documents:conflict:read', { projectId, documentId });
  return [conflict.theirs, ...conflict.texts.map(({ text }) => text)].sort();
};

const all = Array.from({ length: windows }, (_, window) => textOf(window)).sort();

describe('ten windows that save from one version', () => {
  for (const withPage of [true, false]) {
    it(`keep all ten texts to be looked at, ${withPage ? 'known' : 'unknown'} by their pages [F17]`, async () => {
      expect(await saveFromAll(withPage)).toBe(windows - 1);
      expect(await everyText()).toEqual(all);
      await desk.restart('SIGKILL');
      expect(await everyText()).toEqual(all);
    });
  }

  it('do not lose the others when one goes on writing, nor when one is chosen [F17]', async () => {
    await saveFromAll(true);
    const { projectId } = desk;
    const { theirs, theirsVersion } = await desk.call('documents:conflict:read', {
      projectId,
      documentId,
    });
    const more = `${theirs}\nAnd more.\n`;
    await desk.call('documents:save', {
      projectId,
      documentId,
      text: more,
      expectedVersion: theirsVersion,
    });
    expect(await everyText()).toEqual([more, ...all.filter((text) => text !== theirs)].sort());

    const draftId = all.indexOf(theirs) === 0 ? 'window-1' : 'window-0';
    const own = await desk.call('documents:conflict:read', { projectId, documentId, draftId });
    expect(own.mine).toBe(textOf(Number(draftId.slice(-1))));
    expect(own.texts).toHaveLength(windows - 1);
    await desk.call('documents:conflict:resolve', {
      projectId,
      documentId,
      text: own.mine,
      theirsVersion: own.theirsVersion,
    });
    expect(await desk.read('tide.md')).toBe(own.mine);
    const { items } = await desk.call('documents:snapshots:list', { projectId, documentId });
    const kept = await Promise.all(
      items.map(async ({ snapshotId }) => {
        const key = { projectId, documentId, snapshotId };
        return (await desk.call('documents:snapshots:read', key)).text;
      }),
    );
    expect(kept).toEqual(expect.arrayContaining([...all, more]));
    const { documents } = await desk.call('documents:list', { projectId });
    expect(documents[0]?.hasConflict).toBeUndefined();
  });

  it("takes a later text of the same window in its earlier one's place [F17]", async () => {
    await saveFromAll(true);
    const { projectId } = desk;
    const { texts } = await desk.call('documents:conflict:read', { projectId, documentId });
    const late = texts[0]?.text ?? '';
    const draftId = `window-${/Window (\d)/.exec(late)?.[1]}`;
    const text = `${late}And on.\n`;
    await desk.fail('documents:save', {
      projectId,
      documentId,
      text,
      expectedVersion: version,
      draftId,
    });
    expect(await everyText()).toEqual([text, ...all.filter((one) => one !== late)].sort());
  });

  it('have what was chosen where the page that waits has saved it itself by then [F17]', async () => {
    const { projectId } = desk;
    const key = { projectId, documentId };
    const mine = { text: `${base}\nMine.\n`, draftId: 'mine' };
    const save = (more: { text: string; expectedVersion: string; draftId?: string }) =>
      desk.call('documents:save', { ...key, ...more });
    const other = await save({ text: textOf(1), expectedVersion: version });
    await desk.fail('documents:save', {
      ...key,
      ...mine,
      text: mine.text.replace('out.', 'in.'),
      expectedVersion: version,
    });
    const { theirsVersion } = await desk.call('documents:conflict:read', key);
    // The other window takes its step back; from then on nothing is in the page's way.
    await save({ text: base, expectedVersion: other.version });
    await save({ ...mine, expectedVersion: version });
    const resolved = await desk.call('documents:conflict:resolve', {
      ...{ ...key, ...mine, theirsVersion },
    });
    expect(resolved.text).toBe(mine.text);
    expect(await desk.read('tide.md')).toBe(mine.text);
    const { documents } = await desk.call('documents:list', { projectId });
    expect(documents[0]?.hasConflict).toBeUndefined();
    expect((await desk.fail('documents:conflict:read', key)).code).toBe('SNAPSHOT_NOT_FOUND');
  });
});
