import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClosedPassages } from '#main/assistant/agent/fenced-chapters/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import {
  type MachineWorld,
  openMachineWorld,
  openView,
  until,
  wordOf,
} from '#tests/helpers/machine-world.ts';

const secret = '他推开门，看见哥哥坐在灯下，手里正是那封十年前就该烧掉的信。';
const open = '第一章写的是一个再普通不过的早晨，谁也没有想到后来的事。';
const chapter = (documentId: string): DocumentInfo => ({
  documentId,
  path: `${documentId}.md`,
  title: documentId,
  order: 0,
  chapter: 1,
  charCount: 0,
  wordCount: 0,
  group: '',
  encoding: 'utf-8',
  modifiedAt: 0,
  pointOfViewEntityId: null,
  fence: null,
  status: null,
  synopsis: '',
  labels: [],
  wordGoal: null,
});

let world: MachineWorld;
beforeEach(() => {
  world = openMachineWorld({
    machine: {
      closedPassages: createClosedPassages({
        knowledge: { listEntities: () => [], listRelations: () => [] },
        constraints: { list: () => [] },
        documents: {
          list: () => [chapter('one'), chapter('five')],
          read: async (_, documentId) => ({
            text: documentId === 'five' ? secret : open,
            version: '1',
          }),
        },
      }),
    },
  });
  writeFileSync(join(world.project, 'one.md'), `${open}\n`);
  writeFileSync(join(world.project, 'five.md'), `# 五\n\n${secret}\n`);
});
afterEach(() => world.close());

const closed = { view: { ...openView, allowsDocument: (id: string) => id !== 'five' } };

describe('chapters that a fence closes, and tools that know no fences', () => {
  it.each([
    'cat *.md',
    'grep -rn 灯下 . ; cat one.md',
    'fold -w 30 five.md; cat one.md',
    'head -c 80 five.md; cat one.md >&2',
  ])('keeps their words back from %s [N3]', async (command) => {
    const result = await world.run('Bash', { command }, closed);
    expect(JSON.stringify(result)).not.toContain('哥哥');
    expect(result.text).toContain(open);
    expect(JSON.stringify(await world.run('Bash', { command: 'cat *.md' }))).toContain(secret);
  });

  it('keeps them back from terminals [N3]', async () => {
    const { data } = await world.run('terminal_create', { command: 'cat *.md' });
    const terminalId = wordOf(data.terminalId);
    const wait = { terminalId, timeoutMs: 15_000 };
    await until(async () => (await world.run('terminal_wait', wait)).data.running === false);
    expect((await world.run('terminal_output', { terminalId })).text).toContain(secret);
    const result = await world.run('terminal_output', { terminalId }, closed);
    expect(result.text).not.toContain('哥哥');
    expect(result.text).toContain(open);
  });
});
