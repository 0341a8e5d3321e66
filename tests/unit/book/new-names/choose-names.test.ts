import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseNames } from '#main/book/new-names/choose-names.ts';
import { readSigns } from '#main/book/new-names/read-signs.ts';

const ordinary = new Set(['丫头', '今日', '高兴', '宝玉']);

const chosen = async (...chapters: string[]): Promise<string[]> => {
  const signs = await Promise.all(chapters.map((text) => readSigns(text)));
  return chooseNames(signs, (word) => ordinary.has(word)).map(
    ({ name, kind }) => `${name} ${kind}`,
  );
};

describe('names that a text shows [W6]', () => {
  it('takes who speaks for somebody, without how it is said', async () => {
    const text = '沈雁回冷冷地说道：“走。”\n\n沈雁回忙笑道：“走。”\n\n沈雁回听了，便说：“走。”\n';
    expect(await chosen(text)).toEqual(['沈雁回 character']);
  });

  it('takes nobody for the ways of speaking, and no pronoun', async () => {
    const text = '一面说道：“走。”\n\n他又笑道：“走。”\n\n点头道：“走。”\n\n低声问：“走？”\n';
    expect(await chosen(text.repeat(5))).toEqual([]);
  });

  it('takes a surname for one where it recurs beside what names stand beside', async () => {
    const text = '她见了许长庚，没有说话。许长庚也没有。和许长庚的船。他等许长庚，等到天黑。\n';
    expect(await chosen(text)).toContain('许长庚 character');
    expect(await chosen(text.slice(0, 14))).toEqual([]);
  });

  it('takes no surname that is a word of its own for one: to whom, just then, what [W6]', async () => {
    const text =
      '顾长河笑道：“走。”她笑着，向顾长河道：“走。”顾长河叹道：“等等。”\n\n' +
      '船家方欲走，何事不好？他方罢了，又向丫头说：“何事？”顾长河方欲说，方罢了。\n';
    expect(await chosen(text.repeat(3))).toEqual(['顾长河 character']);
  });

  it('takes it for one where somebody of that name speaks, also one whose given name asks or looks [W6]', async () => {
    const text =
      '方鸿渐笑道：“走。”何玉柱说道：“好。”向问天喝道：“住手！”于谦道：“守城。”\n\n' +
      '方鸿渐没有动，鸿渐道：“晚了。”何玉柱一笑，何玉柱看着于谦。于谦便走，众人都看向问天。\n';
    const names = ['于谦', '何玉柱', '向问天', '方鸿渐', '鸿渐'];
    expect((await chosen(text.repeat(2))).toSorted()).toEqual(
      names.map((name) => `${name} character`).toSorted(),
    );
  });

  it('takes where one goes for a place', async () => {
    expect(await chosen('他们到了青石镇，又回青石镇去，从青石镇出来。\n')).toEqual([
      '青石镇 location',
    ]);
  });

  it('takes a word of the dictionary for a name only where it speaks much', async () => {
    const speaks = '宝玉笑道：“好。”\n\n';
    expect(await chosen(speaks.repeat(3))).toEqual([]);
    expect(await chosen(speaks.repeat(9))).toEqual(['宝玉 character']);
  });

  it('takes words with a capital inside sentences, not those that begin one, nor days, nor words that are small elsewhere', async () => {
    const text =
      'Then Mr. Pell came. She saw Pell on Monday, and Pell’s boat. The Keeper kept; a keeper keeps, the keeper kept the Keeper.\n\n' +
      '“Wait,” said Ines. Wait here, Ines said to them in Harrow. They left Harrow at dawn, for Harrow was cold, near Harrow.\n';
    const names = await chosen(text);
    expect(names.toSorted()).toEqual(['Harrow location', 'Pell character']);
    expect(await chosen(text, text)).toContain('Ines character');
  });

  it('takes a family for no name beside the name they share, nor somebody one writes to now and then for a place', async () => {
    const text =
      'Then Mr. Pell came, and the Pells with him. All the Pells, these Pells, saw Mr. Collis and the Collises.\n\n' +
      'There old Mr. Collis met young Mr. Pell and the Pells on their way home. They bowed, and the Collises sat down on it.\n\n' +
      'She wrote to Ines, she spoke to Ines. There stood Ines, so Ines sat, while Ines slept, as Ines wept, and Ines rose.\n';
    expect((await chosen(text, text)).toSorted()).toEqual([
      ...['Collis character', 'Ines character', 'Pell character'],
    ]);
  });

  it('reads headings, comments and shouts as no prose', async () => {
    const text =
      '# Of Mr. Pell And Mr. Pell And Mr. Pell\n\n<!-- Mr. Pell saw Mr. Pell and Mr. Pell -->\n\nMR. PELL! MR. PELL!\n';
    expect(await chosen(text)).toEqual([]);
  });

  it('finds only what stands in the text, whatever it is, without taking more than linear time', async () => {
    const piece = fc.constantFrom(
      ...'林远说道：“好。”\n',
      'Mr.',
      ' Pell ',
      '了',
      '阿',
      '先生',
      '𠮷',
      '府',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 200 }), async (pieces) => {
        const text = pieces.join('');
        const { signs } = await readSigns(text);
        for (const name of signs.keys()) expect(text).toContain(name);
      }),
    );
    await readSigns('林'.repeat(200_000));
    await readSigns('Pell '.repeat(50_000));
  });
});
