import { describe, expect, it } from 'vitest';
import type { NearThread } from '#main/book/threads/service.ts';
import type { AssemblyInput } from '#main/context/engine/assembly-input.ts';
import { decide } from '#main/context/engine/decide.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import type { Fence } from '#shared/domain/fence.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import { aChapter, anAssemblyInput, anEntity, aRule } from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const quote = '他把铜钥匙藏进了井底的石缝里。';

const aThread = (change: Partial<NearThread> = {}): NearThread => ({
  ...{ threadId: 'thread-1', title: '井底的钥匙', note: '', send: true },
  ...{ dueChapter: 4, revision: '1.a' },
  opened: { chapter: 1, start: 10, quote },
  documentIds: ['document-1', 'document-4'],
  ...change,
});

const run = (change: Partial<AssemblyInput>, total = 6000) =>
  decide(
    anAssemblyInput(change),
    { ...defaultBudget, total, maxInput: defaultMaxInput },
    { tokens, tokenizer: tokens.info() },
    100,
  );

const itemOf = (change: Partial<AssemblyInput>, total?: number) =>
  run(change, total).items.find(({ id }) => id === 'thread-1');

/** Chapters with a fence on one of them. */
const fenced = (number: number, fence: Fence) =>
  [1, 2, 3, 4, 5, 6, 7].map((one) => aChapter(one, one === number ? { fence } : {}));

/** A codex that hides one entry, found wherever its name stands. */
const hiding = (name: string, fence: Fence | null): Partial<AssemblyInput> => ({
  entities: [anEntity('secret', { name, fence })],
  names: {},
  findNames: (text) => {
    const start = text.indexOf(name);
    return start < 0
      ? []
      : [{ entityId: 'secret', name, text: name, start, end: start + name.length } as never];
  },
});

describe('a promise that is due near the chapter being written [N13]', () => {
  it('goes as a small item of Settings, with its words, its chapters, a reason and a cost', () => {
    const item = itemOf({ threads: [aThread()] });
    expect(item).toMatchObject({
      ...{ layer: 'settings', source: 'thread', decision: 'included', reason: 'promiseDue' },
      title: '井底的钥匙（应在第 4 章收）',
    });
    expect(item?.text).toContain(`井底的钥匙：第 1 章埋下“${quote}”，应在第 4 章收。`);
    expect(item?.tokenCount).toBeGreaterThan(10);
    expect(run({ threads: [aThread()] }).prompt).toContain('[临近该收的伏笔]');
  });

  it('goes with the note of the writer, on one line', () => {
    const item = itemOf({ threads: [aThread({ note: '收在渡口。\n\n钥匙由周老六交出来。' })] });
    expect(item?.text).toContain('应在第 4 章收。作者备注：收在渡口。 钥匙由周老六交出来。');
    expect(item).toMatchObject({ decision: 'included', reason: 'promiseDue' });
  });

  it.each<[string, string, string, Fence]>([
    ['names what is hidden', '收在渡口，由周老六交出来。', '周老六', { neverSend: true }],
    ['names what is hidden until later', '周老六交出来。', '周老六', { notBeforeChapter: 7 }],
    // A name torn by a line end of the note is one in what would be sent.
    ['names it across a line end', 'Old\nPell', 'Old Pell', { neverSend: true }],
  ])(
    'goes without its note where only the note %s, and Inspect says so [N3]',
    (_why, note, name, fence) => {
      const threads = [aThread({ note })];
      const { prompt, items } = run({ threads, ...hiding(name, fence) });
      const bare = itemOf({ threads: [aThread()] });
      const item = items.find(({ id }) => id === 'thread-1');
      expect(item).toMatchObject({ decision: 'trimmed', reason: 'fencedPart', text: bare?.text });
      expect(item?.text).toContain(quote);
      for (const word of ['作者备注', name, '渡口', 'Pell']) expect(prompt).not.toContain(word);
    },
  );

  it('goes without its note until what the note names is true, and with it from then on', () => {
    const threads = [aThread({ note: '周老六交出来。' })];
    const since = (validFromChapter: number) => ({
      ...hiding('周老六', null),
      entities: [anEntity('secret', { name: '周老六', validFromChapter })],
    });
    const early = run({ threads, ...since(4) });
    expect(early.items.find(({ id }) => id === 'thread-1')).toMatchObject({
      ...{ decision: 'trimmed', reason: 'fencedPart' },
    });
    expect(early.prompt).not.toContain('周老六');
    expect(itemOf({ threads, ...since(3) })?.text).toContain('作者备注：周老六交出来。');
  });

  it('gives a closed chapter away by no title in its note', () => {
    const chapters = [1, 2, 3, 4].map((one) =>
      aChapter(one, one === 2 ? { title: '第二章 沈园里的火', fence: { neverSend: true } } : {}),
    );
    const { prompt } = run({ threads: [aThread({ note: '见沈园里的火。' })], chapters });
    expect(prompt).toContain('第 1 章埋下');
    expect(prompt).not.toContain('沈');
  });

  it('changes nothing in a book without threads, and nothing before it where it comes', () => {
    const rules = [aRule('r', 0.9)];
    const [without, none] = [run({ rules }), run({ rules, threads: [] })];
    expect(none.prompt).toBe(without.prompt);
    expect(without.prompt).not.toContain('伏笔');
    const { prompt } = run({ rules, threads: [aThread()] });
    const heading = prompt.indexOf('[临近该收的伏笔]');
    expect(without.prompt.startsWith(prompt.slice(0, heading))).toBe(true);
  });

  it('goes from two chapters before the one it is due in to two behind it; before, Inspect says when', () => {
    for (const [dueChapter, reason] of [
      [5, 'promiseDue'],
      [3, 'promiseDue'],
      [1, 'promiseDue'],
      [6, 'notDueYet'],
    ] as const) {
      expect(itemOf({ threads: [aThread({ dueChapter })] })?.reason).toBe(reason);
    }
    expect(itemOf({ threads: [aThread({ dueChapter: 6 })] })).toMatchObject({
      ...{ chapter: 6, tokenCount: 0 },
    });
  });

  it.each<[string, Partial<AssemblyInput>, string]>([
    ['the writer keeps it back', { threads: [aThread({ send: false })] }, 'disabled'],
    [
      'it is left out this time',
      { threads: [aThread()], mute: new Set(['thread-1']) },
      'mutedByWriter',
    ],
    ['its text is gone', { threads: [aThread({ opened: null })] }, 'promiseLost'],
    [
      'chapters were moved, and it is due before it is opened',
      { threads: [aThread({ opened: { chapter: 2, start: 0, quote }, dueChapter: 1 })] },
      'dueBeforeOpened',
    ],
    [
      'it is made in a later chapter',
      { threads: [aThread({ opened: { chapter: 5, start: 0, quote } })] },
      'laterChapter',
    ],
    [
      'it is made behind the cursor',
      { threads: [aThread({ opened: { chapter: 3, start: 9999, quote } })] },
      'laterChapter',
    ],
    [
      'a chapter it speaks of is never sent',
      { threads: [aThread()], chapters: fenced(1, { neverSend: true }) },
      'neverSend',
    ],
    [
      'a chapter it speaks of is hidden until later',
      { threads: [aThread()], chapters: fenced(4, { notBeforeChapter: 4 }) },
      'fencedUntilChapter',
    ],
    [
      'a chapter it speaks of is gone, and nobody knows its fence',
      { threads: [aThread({ documentIds: ['gone'] })] },
      'chapterGone',
    ],
    [
      'its words name what is hidden',
      { threads: [aThread()], ...hiding('铜钥匙', { neverSend: true }) },
      'fencedByName',
    ],
    [
      'its name names what is hidden until later',
      { threads: [aThread({ title: '沈家的遗孤' })], ...hiding('沈家', { notBeforeChapter: 7 }) },
      'fencedByName',
    ],
    [
      'a line end parts the hidden name in its words',
      {
        threads: [aThread({ opened: { chapter: 1, start: 0, quote: 'Mary\nAnn knew.' } })],
        ...hiding('Mary Ann', { neverSend: true }),
      },
      'fencedByName',
    ],
    [
      'its name names what is not yet true',
      {
        threads: [aThread({ title: '沈家的遗孤' })],
        ...hiding('沈家', null),
        entities: [anEntity('secret', { name: '沈家', validFromChapter: 7 })],
      },
      'fencedByName',
    ],
    [
      'its name gives a closed chapter away by its title',
      {
        threads: [aThread({ title: '沈园里的火是谁放的' })],
        chapters: [1, 2, 3, 4].map((one) =>
          aChapter(
            one,
            one === 2 ? { title: '第二章 沈园里的火', fence: { neverSend: true } } : {},
          ),
        ),
      },
      'fencedByName',
    ],
    ['nobody can tell what the codex hides', { threads: [aThread()], names: null }, 'fencedByName'],
  ])('stays out where %s', (_name, change, reason) => {
    const { prompt } = run(change);
    const item = itemOf(change);
    expect(item).toMatchObject({ decision: 'dropped', reason });
    expect(prompt).not.toContain('[临近该收的伏笔]');
    expect(prompt).not.toContain('第 1 章埋下');
    expect(prompt).not.toContain('沈');
    if (reason.startsWith('fenced') || reason === 'neverSend') {
      expect(item).toMatchObject({ text: '', title: '保密的条目' });
    }
  });

  it('stays out where there is no room, and says how much it would take', () => {
    const before = '雪落了一夜。'.repeat(400);
    const threads = Array.from({ length: 60 }, (_, index) =>
      aThread({ threadId: `thread-${index}`, dueChapter: index === 1 ? 2 : 5 }),
    );
    const { items } = run({ before, threads }, 3_000);
    const ours = items.filter(({ source }) => source === 'thread');
    expect(ours.some(({ reason }) => reason === 'overBudget')).toBe(true);
    // What was due first comes before what will be.
    expect(ours.find(({ id }) => id === 'thread-1')?.decision).toBe('included');
    const out = ours.find(({ reason }) => reason === 'overBudget');
    expect(out?.admitTokens).toBeGreaterThan(0);
  });

  it('is shortened where its words are many', () => {
    const long = `${'他说了很多很多的话。'.repeat(80)}`;
    const item = itemOf({ threads: [aThread({ opened: { chapter: 1, start: 0, quote: long } })] });
    expect(item?.text).toContain('…”');
    expect(item?.text.length).toBeLessThan(400);
  });
});
