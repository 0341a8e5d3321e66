import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type AiWorld, createAiWorld } from '#tests/helpers/ai-world.ts';
import { openOriginBook } from '#tests/helpers/origins/book.ts';
import { doOriginStep, finishOrigins, originStep } from '#tests/helpers/origins/steps.ts';

/** Books that are made; by hand some thousands. */
const numRuns = Number(process.env.FABULA_ORIGIN_RUNS ?? 30);

let world: AiWorld;
beforeAll(async () => {
  world = await createAiWorld();
  await world.connect();
});
afterAll(() => world.close());

const files = {
  '01.md': '# 雪夜\n\n灯还亮着。\n\n***\n\n他走了。\n',
  '02.md': '# 渡口\n\n船靠了岸。\n',
  '03.md': '',
};

describe('whose each character of a book is, whatever is done to it in whatever order [N14]', () => {
  it('is what a list kept by hand says, in every chapter, on every page and in the report', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(originStep, { minLength: 1, maxLength: 25 }), async (steps) => {
        const book = await openOriginBook(world, files);
        for (const step of steps) {
          await doOriginStep(book, step);
          await book.check();
        }
        await finishOrigins(book);
        await book.check();
        await book.checkReport();
        await book.close();
      }),
      { numRuns },
    );
  });
});
