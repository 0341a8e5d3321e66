import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { withLineEndsOf, withPlainLineEnds } from '#main/book/documents/line-ends.ts';
import { decodeAs, decodeFile, encodeFile } from '#main/book/documents/text-encoding.ts';
import { versionOf } from '#main/book/documents/version.ts';

const prose =
  '第一章 记潮的人。海水在夜里退去，灯还亮着；她说：“我记得。”门槛上的水印有三道，舅公一道一道摸过去。';

describe('encodings', () => {
  it.each([
    ['GB18030', 'gbk'],
    ['Big5', 'big5'],
    ['UTF-16LE', 'utf-16le'],
    ['UTF-16BE', 'utf-16be'],
  ])('finds %s without a mark', (name, encoding) => {
    const text =
      name === 'Big5'
        ? '第一章 記潮的人。海水在夜裡退去，燈還亮著；她說：「我記得。」門檻上的水印有三道。'
        : prose;
    expect(decodeFile(iconv.encode(text, encoding))).toMatchObject({
      raw: text,
      encoding: name,
      byteOrderMark: false,
      guessed: true,
    });
  });

  it('finds Western European text', () => {
    const bytes = iconv.encode('“Café society,” she said — naïve, as ever.', 'windows-1252');
    expect(decodeFile(bytes)).toMatchObject({
      raw: '“Café society,” she said — naïve, as ever.',
      encoding: 'windows-1252',
    });
  });

  it('takes UTF-8 with a few broken bytes for what it is', () => {
    const bytes = Buffer.concat([Buffer.from(prose.repeat(5)), Buffer.from([0xe6, 0xb5])]);
    const decoded = decodeFile(bytes);
    expect(decoded).toMatchObject({ encoding: 'UTF-8', guessed: true, unsure: false, badBytes: 2 });
    expect(decoded && encodeFile(decoded.raw, decoded).bytes).toEqual(bytes);
  });

  it.each([
    ['UTF-8', 'utf8', prose],
    ['GB18030', 'gbk', prose],
    [
      'Big5',
      'big5',
      '第一章 記潮的人。海水在夜裡退去，燈還亮著；她說：「我記得。」門檻上的水印有三道。',
    ],
  ])('gives back every byte of torn %s after an edit elsewhere', (name, encoding, text) => {
    const whole = iconv.encode(`${text}\n`.repeat(10), encoding);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0x80, max: 0xff })), {
          minLength: 1,
          maxLength: 2,
        }),
        (bad) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of bad) bytes[at] = byte;
          const decoded = decodeFile(bytes);
          if (decoded === null || decoded.unsure) return;
          expect(encodeFile(decoded.raw, decoded).bytes).toEqual(bytes);
          const added = encodeFile(`Added.\n${decoded.raw}`, decoded);
          expect(added.bytes).toEqual(Buffer.concat([Buffer.from('Added.\n'), bytes]));
          expect(decoded.encoding).toBe(name);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('asks rather than take Chinese for Western letters', () => {
    // Neither GB nor Big5 nor UTF-8 any more, and readable as anything with one byte a letter.
    const bytes = Buffer.concat(
      Array.from({ length: 30 }, () => Buffer.from([0xd6, 0xd0, 0xb9, 0xfa, 0xff, 0xa1, 0xff])),
    );
    const decoded = decodeFile(bytes);
    expect(decoded === null || decoded.unsure).toBe(true);
    expect(decodeAs(bytes, 'GB18030')).toMatchObject({ encoding: 'GB18030', unsure: false });
  });

  it('becomes UTF-8 around the bad bytes where the torn encoding cannot hold what is added', () => {
    const text = '第一章 記潮的人。海水在夜裡退去，燈還亮著；她說：「我記得。」\n';
    const torn = Buffer.concat([iconv.encode(text.repeat(20), 'big5'), Buffer.from([0xff])]);
    const decoded = decodeAs(torn, 'Big5');
    const written = encodeFile(`${decoded?.raw ?? ''}😀`, {
      encoding: 'Big5',
      byteOrderMark: false,
    });
    expect(written.encoding).toBe('UTF-8');
    expect(written.bytes).toEqual(
      Buffer.concat([Buffer.from(text.repeat(20)), Buffer.from([0xff]), Buffer.from('😀')]),
    );
  });

  it('does not take bytes for text', () => {
    const random = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 2654435761) >>> 24));
    expect(decodeFile(random)).toBeNull();
    expect(
      decodeFile(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])),
    ).toBeNull();
    expect(
      decodeFile(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46])),
    ).toBeNull();
  });

  it('gives UTF-8 where the encoding cannot hold a text', () => {
    const file = { encoding: 'Big5', byteOrderMark: false };
    expect(encodeFile(`${prose}😀`, file)).toMatchObject({ encoding: 'UTF-8' });
  });

  it.each(['UTF-16BE', 'UTF-16LE', 'GB18030'])(
    'writes no %s file that has characters which stand for bytes elsewhere',
    (encoding) => {
      const decoded = decodeFile(
        iconv.encode(`\u{10f780}${prose.repeat(3)}`, encoding, { addBOM: false }),
      );
      expect(decoded).toMatchObject({ encoding, unsure: true });
    },
  );

  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const line = fc.oneof(
    fc.constantFrom(prose, prose.slice(3, 20), '', 'She said it was so.'),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\0\r\n]/g, '')),
  );
  const anyFile = fc
    .tuple(
      fc.array(fc.tuple(line, lineEnd), { maxLength: 8 }),
      line,
      fc.constantFrom('UTF-8', 'UTF-16LE', 'UTF-16BE', 'GB18030', 'Big5'),
      fc.boolean(),
    )
    .map(([lines, last, encoding, marked]) => {
      const raw = lines.map(([content, end]) => content + end).join('') + last;
      return iconv.encode(raw, encoding, { addBOM: marked && encoding.startsWith('UTF') });
    });

  it('gives a file back byte for byte when its text was not changed', () => {
    let texts = 0;
    fc.assert(
      fc.property(anyFile, (bytes) => {
        const decoded = decodeFile(bytes);
        if (decoded === null) return;
        texts += 1;
        const text = withPlainLineEnds(decoded.raw);
        expect(text).not.toMatch(/\r/);
        const again = encodeFile(withLineEndsOf(decoded.raw, text), decoded);
        // A file that nobody is sure about is not written at all.
        if (!decoded.unsure) expect(again.bytes).toEqual(bytes);
      }),
      { numRuns: 1500 },
    );
    expect(texts).toBeGreaterThan(700);
  });

  it('reads back what was written after any edit', () => {
    // What stands for a byte is one, wherever it is put: text of torn chapters can be moved.
    const typed = line.map((text) => text.replace(/[\u{10f780}-\u{10f7ff}]/gu, ''));
    fc.assert(
      fc.property(anyFile, typed, fc.nat(40), (bytes, added, at) => {
        const decoded = decodeFile(bytes);
        if (decoded === null || decoded.unsure || decoded.badBytes > 0) return;
        const before = withPlainLineEnds(decoded.raw);
        const edited = (before.slice(0, at) + added + before.slice(at)).replace(/^\ufeff+/, '');
        const written = encodeFile(withLineEndsOf(decoded.raw, edited), decoded);
        const read = decodeFile(written.bytes);
        expect(versionOf(withPlainLineEnds(read?.raw ?? '\0'))).toBe(versionOf(edited));
      }),
      { numRuns: 1500 },
    );
  });
});

describe('line ends', () => {
  it('keeps those of untouched lines and gives new ones what most lines have', () => {
    const raw = 'one\r\ntwo\nthree\r\nfour\r\nfive';
    expect(withLineEndsOf(raw, 'one\ntwo\nnew\nthree\nfour\nfive')).toBe(
      'one\r\ntwo\nnew\r\nthree\r\nfour\r\nfive',
    );
    expect(withLineEndsOf(raw, 'one\nfive')).toBe('one\r\nfive');
    expect(withLineEndsOf('a\r\n', 'a\nb\n')).toBe('a\r\nb\r\n');
    expect(withLineEndsOf('a', 'a\nb')).toBe('a\nb');
  });
});
